import { checkDataset, datasetStats, openDataset } from "../../dataset/index.ts";
import type { Split } from "../../records/index.ts";

/** What a verb found, as data and for the terminal. */
export interface VerbResult {
  /** The one object for `--json`. */
  readonly json: unknown;
  /** Lines for the terminal. */
  readonly text: string;
}

/** Faults that are listed in the terminal. */
const MAX_LISTED = 100;

/**
 * Lists every fault of a dataset.
 *
 * @param path - Folder or file.
 * @param split - One part only; absent for all.
 * @returns The findings, and how many are faults.
 */
export async function checkDatasetAt(
  path: string,
  split: Split | undefined,
): Promise<VerbResult & { readonly problems: number }> {
  const found = await checkDataset(path, split === undefined ? {} : { split });
  const listed = found.problems.slice(0, MAX_LISTED);
  const more = found.problems.length - listed.length;
  const parts = Object.entries(found.splits).map(([name, count]) => `${count} ${name}`);
  return {
    problems: found.problems.length,
    json: found,
    text: [
      ...listed,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...found.warnings.map((warning) => `warning: ${warning}`),
      ...found.checks.map(
        ({ check, status, findings }) =>
          `${check}: ${status}${findings > 0 ? ` (${findings})` : ""}`,
      ),
      `${parts.join(", ")} examples, ${found.problems.length} faults`,
    ].join("\n"),
  };
}

/**
 * Counts and lengths of each part of a dataset.
 *
 * @param path - Folder or file.
 * @param split - One part only; absent for all.
 * @returns The numbers of the paper's Table 1.
 */
export async function datasetStatsOf(path: string, split: Split | undefined): Promise<VerbResult> {
  const rows: Record<string, Awaited<ReturnType<typeof datasetStats>>> = {};
  for (const part of await partsOf(path, split)) {
    const dataset = await openDataset(path, { split: part });
    rows[part] = await datasetStats(dataset);
  }
  const lines = Object.entries(rows).map(
    ([part, { count, users, inputWords, outputWords, contextWords, profileItems }]) =>
      `${part}: ${count} examples by ${users} people; words of input ${spread(inputWords)}, output ${spread(outputWords)}, context ${spread(contextWords)}; profile items ${spread(profileItems)}`,
  );
  return { json: { dataset: path, splits: rows }, text: lines.join("\n") };
}

function spread({ mean, sd }: { readonly mean?: number; readonly sd?: number }): string {
  if (mean === undefined) return "—";
  return `${mean.toFixed(2)}${sd === undefined ? "" : ` ± ${sd.toFixed(2)}`}`;
}

/**
 * Hash of the content of each part of a dataset.
 *
 * @param path - Folder or file.
 * @param split - One part only; absent for all.
 * @returns Hashes by part.
 */
export async function datasetHashOf(path: string, split: Split | undefined): Promise<VerbResult> {
  const hashes: Record<string, string> = {};
  for (const part of await partsOf(path, split)) {
    hashes[part] = (await openDataset(path, { split: part })).hash;
  }
  const lines = Object.entries(hashes).map(([part, hash]) => `${hash}  ${part}`);
  return { json: { dataset: path, hashes }, text: lines.join("\n") };
}

async function partsOf(path: string, split: Split | undefined): Promise<Split[]> {
  if (split !== undefined) return [split];
  const { splits } = await checkDataset(path);
  return Object.keys(splits) as Split[];
}
