import { readFile } from "node:fs/promises";
import { LonghandError } from "../../../foundation/index.ts";
import { parseStrictJson } from "../../../storage/index.ts";
import { createRunFolder, findRunFolder } from "../../run/run-folder.ts";
import type { RunContext } from "../../run-context.ts";
import type { ComparisonFile } from "./comparison-file.ts";
import { isComparisonManifest } from "./comparison-manifest.ts";

/** A comparison, and where it stands. */
export interface PlacedComparison {
  /** What is compared. */
  readonly file: ComparisonFile;
  /** Its folder. */
  readonly folder: string;
}

/**
 * Makes a folder for a new comparison among the runs.
 *
 * @param file - The comparison.
 * @param context - Where runs are, and the time.
 * @returns The comparison and its folder.
 */
export async function placeComparison(
  file: ComparisonFile,
  context: RunContext,
): Promise<PlacedComparison> {
  const { name, path } = await createRunFolder(file.name, context);
  context.onProgress({ kind: "message", text: `Run ${name}` });
  return { file, folder: path };
}

/**
 * Finds a comparison among the runs.
 *
 * @param run - Its name, the beginning of it, or its folder.
 * @param context - Where runs are.
 * @returns The comparison; `undefined` if the run is something else.
 * @throws LonghandError `unknown-run`.
 */
export async function findComparison(
  run: string,
  context: RunContext,
): Promise<PlacedComparison | undefined> {
  const { path, manifest } = await findRunFolder(run, context);
  const text = await readFile(manifest, "utf8").catch((cause: unknown) => {
    throw new LonghandError(`${manifest} cannot be read.`, { code: "unknown-run", cause });
  });
  const known: unknown = parseStrictJson(text, { file: manifest, line: 1 });
  return isComparisonManifest(known) ? { file: known.file, folder: path } : undefined;
}
