import type { CorpusDocument } from "../records/index.ts";
import { writeAtomically } from "../storage/index.ts";

/** How much text is handed to the disk at once, in UTF-16 units. */
const PIECE_UNITS = 256 * 1024;

/**
 * Writes a corpus as JSON Lines: all of it, or (after an error or a kill) nothing.
 *
 * @param path - Where to; an older file is replaced only when the new one is complete.
 * @param documents - The documents, in the order in which they are to stand.
 * @returns How many were written.
 */
export async function writeCorpus(
  path: string,
  documents: AsyncIterable<CorpusDocument> | Iterable<CorpusDocument>,
): Promise<number> {
  let written = 0;
  async function* pieces(): AsyncGenerator<string> {
    let piece = "";
    for await (const document of documents) {
      piece += `${corpusLine(document)}\n`;
      written += 1;
      if (piece.length < PIECE_UNITS) continue;
      yield piece;
      piece = "";
    }
    yield piece;
  }
  await writeAtomically(path, pieces());
  return written;
}

/** A document as one line, its parts in a fixed order, the text last. */
function corpusLine({ id, author, title, date, source, fields, text }: CorpusDocument): string {
  return JSON.stringify({ id, author, title, date, source, fields, text });
}
