import type { CorpusSums } from "../../scoring/index.ts";
import { NumberList, type ScoreCounts, unknownUsers } from "./file-tally.ts";
import type { BatchScores } from "./score-batch.ts";

/**
 * Joins the counts of batches that follow each other.
 *
 * @param batches - At least one.
 * @returns Their counts as of one stretch of the file.
 */
export function joinBatches(batches: readonly BatchScores[]): ScoreCounts {
  const first = batches[0] as BatchScores;
  const least = Math.min(...batches.map(({ references }) => references?.least ?? Infinity));
  const most = Math.max(...batches.map(({ references }) => references?.most ?? 0));
  const digest = batches.reduce((sum, batch) => sum + BigInt(`0x${batch.referencesDigest}`), 0n);
  return {
    texts: batches.reduce((sum, { texts }) => sum + texts, 0),
    values: first.values.map((_, metric) => joinNumbers(batches.map((one) => one.values[metric]))),
    ...clustersOf(batches),
    unscored: first.unscored.map((_, metric) =>
      addedCounts(batches.map((one) => one.unscored[metric] ?? {})),
    ),
    failed: addedCounts(batches.map((one) => one.failed)),
    flags: addedCounts(batches.map((one) => one.flags)),
    warnings: addedCounts(batches.map((one) => one.warnings)),
    corpus: batches.map((one) => one.corpus).reduce(addedSums),
    ...(most === 0 ? {} : { references: { least, most } }),
    referencesDigest: (digest % (1n << 128n)).toString(16).padStart(32, "0"),
    idHashes: joinBytes(batches.map((one) => one.idHashes)),
  };
}

/** Scores of unknown users among those of known ones are marked so. */
function clustersOf(batches: readonly BatchScores[]): Pick<ScoreCounts, "clusters"> {
  if (batches.every(({ clusters }) => clusters === undefined)) return {};
  const [first] = batches as readonly [BatchScores];
  const clusters = first.values.map((_, metric) =>
    joinNumbers(
      batches.map((one) => one.clusters?.[metric] ?? unknownUsers(one.values[metric]?.length ?? 0)),
    ),
  );
  return { clusters };
}

function joinNumbers(lists: readonly (Float64Array | undefined)[]): Float64Array<ArrayBuffer> {
  const all = new NumberList();
  for (const list of lists) if (list !== undefined) all.append(list);
  return Float64Array.from(all.all());
}

function joinBytes(lists: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function addedCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const counts of all) {
    for (const [name, value] of Object.entries(counts)) {
      sums.set(name, (sums.get(name) ?? 0) + value);
    }
  }
  return Object.fromEntries(sums);
}

function addedSums(left: CorpusSums, right: CorpusSums): CorpusSums {
  return {
    texts: left.texts + right.texts,
    counts: left.counts.map((counts, metric) => addedLists(counts, right.counts[metric] ?? [])),
  };
}

/** A collector that has counted nothing yet has empty lists. */
function addedLists(left: readonly number[], right: readonly number[]): number[] {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, at) => (left[at] ?? 0) + (right[at] ?? 0));
}
