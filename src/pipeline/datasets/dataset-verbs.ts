import {
  checkDataset,
  type Dataset,
  type DatasetStats,
  datasetStats,
  withParts,
} from "../../dataset/index.ts";
import type { Split } from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import type { RunContext } from "../run-context.ts";
import { datasetPath } from "./open-named-dataset.ts";

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
 * @param said - What the files do not say themselves: the part that a single file is, and the task.
 * @param context - Places, for the shipped example.
 * @returns The findings, and how many are faults.
 */
export async function checkDatasetAt(
  path: string,
  said: { readonly split?: Split; readonly task?: string },
  context: RunContext,
): Promise<VerbResult & { readonly problems: number }> {
  const place = await datasetPath(path, context);
  const found = await checkDataset(place, said);
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
      `Examples: ${parts.join(", ")}; ${counted(found.problems.length, "fault")}`,
    ].join("\n"),
  };
}

/**
 * Counts and lengths of each part of a dataset.
 *
 * @param path - Folder or file.
 * @param split - One part only; absent for all.
 * @param context - Places, for the shipped example.
 * @returns The numbers of the paper's Table 1.
 */
export async function datasetStatsOf(
  path: string,
  split: Split | undefined,
  context: RunContext,
): Promise<VerbResult> {
  const { tableOne, tableOneText } = await import("./table-one.ts");
  const place = await datasetPath(path, context);
  const rows: Partial<Record<Split, DatasetStats>> = {};
  let told: Pick<Dataset, "task" | "setting"> | undefined;
  await withParts(place, onePart(split), async ({ parts }) => {
    [told] = parts;
    for (const dataset of parts) rows[dataset.split] = await datasetStats(dataset);
  });
  const task = told?.task.name ?? "";
  const setting = told?.setting ?? "user";
  const whole = tableOne(rows);
  return {
    json: { dataset: path, task, setting, splits: rows, table1: { task, setting, ...whole } },
    text: tableOneText({ task, setting, rows, whole }),
  };
}

/**
 * Hash of the content of each part of a dataset.
 *
 * @param path - Folder or file.
 * @param split - One part only; absent for all.
 * @param context - Places, for the shipped example.
 * @returns Hashes by part.
 */
export async function datasetHashOf(
  path: string,
  split: Split | undefined,
  context: RunContext,
): Promise<VerbResult> {
  const place = await datasetPath(path, context);
  const hashes: Record<string, string> = {};
  await withParts(place, onePart(split), async ({ parts }) => {
    for (const { split: part, hash } of parts) hashes[part] = hash;
  });
  const lines = Object.entries(hashes).map(([part, hash]) => `${hash}  ${part}`);
  return { json: { dataset: path, hashes }, text: lines.join("\n") };
}

function onePart(split: Split | undefined): { readonly split?: Split } {
  return split === undefined ? {} : { split };
}
