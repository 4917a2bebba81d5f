import {
  findingLine,
  isCorpusFolder,
  readCorpusFolder,
  readCorpusJsonLines,
  sotuCorpus,
} from "../../corpus/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { CorpusDocument } from "../../records/index.ts";

/** Name of the shipped corpus: the State of the Union addresses. */
export const SHIPPED_CORPUS = "sotu";

/**
 * The documents of a corpus.
 *
 * @param name - `sotu`, a corpus folder, or the path of a corpus in JSON Lines.
 * @returns The documents, one at a time.
 * @throws LonghandError `invalid-corpus` at the first line that is no document.
 */
export async function* openCorpus(name: string): AsyncGenerator<CorpusDocument> {
  if (name === SHIPPED_CORPUS) {
    yield* await sotuCorpus();
    return;
  }
  if (await isCorpusFolder(name)) {
    yield* readCorpusFolder(name);
    return;
  }
  // Duplicates stay in: whoever builds or counts decides about them.
  for await (const event of readCorpusJsonLines(name, { profile: "longlamp-paper" })) {
    if (event.kind === "document") yield event.document;
    else if (event.finding.outcome === "rejected") {
      throw new LonghandError(`${findingLine(event.finding)}.`, {
        code: "invalid-corpus",
        hint: `List every fault with: longhand corpus check ${name}`,
        details: { ...event.finding.place },
      });
    }
  }
}
