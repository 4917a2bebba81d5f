import { isUtf8 } from "node:buffer";
import { LonghandError } from "../../foundation/index.ts";
import type { VectorEntry } from "./vector-file.ts";

/** Longest line that can hold a word and its vector. */
const MAX_LINE_BYTES = 1 << 20;

/**
 * Reads a text file of vectors as GloVe and word2vec write them: a word and its numbers on each line. A
 * first line of two whole numbers is word2vec's head and is passed over. Words may hold spaces, as some of
 * GloVe's do: the numbers are counted from the right.
 *
 * @param chunks - The bytes of the file.
 * @param path - Its name, for messages.
 * @returns Words with their vectors, in the order of the file.
 * @throws LonghandError `invalid-vectors` with the line, for a wrong number of columns or no number.
 */
export async function* readTextVectors(
  chunks: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<VectorEntry> {
  let line = 0;
  let dimensions = 0;
  for await (const bytes of linesOf(chunks, path)) {
    line += 1;
    const text = bytes.toString("utf8").trimEnd();
    if (text === "") continue;
    if (!isUtf8(bytes) && text.includes("\0")) throw invalid({ path, line }, "it is not text");
    const pieces = text.split(/[ \t]/);
    if (line === 1 && isHead(pieces)) {
      dimensions = Number(pieces[1]);
      continue;
    }
    if (dimensions === 0) dimensions = pieces.length - 1;
    yield entryOf(pieces, { path, line, dimensions });
  }
}

interface LinePlace {
  readonly path: string;
  readonly line: number;
}

function isHead(pieces: readonly string[]): boolean {
  return pieces.length === 2 && pieces.every((piece) => /^\d+$/.test(piece));
}

function entryOf(
  pieces: readonly string[],
  { dimensions, ...place }: LinePlace & { readonly dimensions: number },
): VectorEntry {
  const wordPieces = pieces.length - dimensions;
  const lastOfWord = pieces[wordPieces - 1];
  // One number too many would otherwise become part of the word.
  const isWrong = wordPieces < 1 || (wordPieces > 1 && isNumber(lastOfWord));
  if (isWrong || dimensions < 1) {
    throw invalid(
      place,
      `expected a word and ${dimensions || "some"} numbers, got ${pieces.length} columns`,
    );
  }
  const vector = new Float32Array(dimensions);
  for (let at = 0; at < dimensions; at++) {
    const piece = pieces[wordPieces + at] as string;
    const value = Number(piece);
    if (piece === "" || !Number.isFinite(value)) {
      throw invalid(place, `"${piece}" in column ${wordPieces + at + 1} is not a number`);
    }
    vector[at] = value;
  }
  return { word: pieces.slice(0, wordPieces).join(" "), vector };
}

function isNumber(piece: string | undefined): boolean {
  return piece !== undefined && /^[-+]?\d*\.\d+(?:e[-+]?\d+)?$/i.test(piece);
}

async function* linesOf(chunks: AsyncIterable<Buffer>, path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let feed = bytes.indexOf(10); feed !== -1; feed = bytes.indexOf(10, from)) {
      yield bytes.subarray(from, feed);
      line += 1;
      from = feed + 1;
    }
    rest = bytes.subarray(from);
    if (rest.length > MAX_LINE_BYTES)
      throw invalid({ path, line }, "the line is longer than 1 MiB");
  }
  if (rest.length > 0) yield rest;
}

function invalid({ path, line }: LinePlace, problem: string): LonghandError {
  return new LonghandError(`${path}:${line}: ${problem}.`, {
    code: "invalid-vectors",
    hint: "Each line is a word and its numbers, separated by spaces, as in GloVe's and word2vec's text files.",
    details: { file: path, line },
  });
}
