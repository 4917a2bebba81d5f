import type { CorpusReport } from "../records/index.ts";
import { type FollowOptions, followReading } from "./follow-reading.ts";
import { type ImportOptions, importCorpus } from "./import-corpus.ts";

/**
 * Reads a corpus, or a folder that is to become one, and lists all that is wrong with it; nothing is
 * written.
 *
 * @param options - What is read and how, as for {@link importCorpus}; `maxListed` is without limit
 * unless it is given.
 * @returns All findings, and the counts.
 * @throws LonghandError `not-found`, `not-readable` if there is no such folder or file.
 */
export async function checkCorpus(options: ImportOptions & FollowOptions): Promise<CorpusReport> {
  const { maxListed = Number.POSITIVE_INFINITY, onFinding } = options;
  const reading = followReading(importCorpus(options), { maxListed, onFinding });
  for await (const _ of reading.documents);
  return reading.report();
}
