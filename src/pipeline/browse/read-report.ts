import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { ReportSection, RunReport, WritingComparison } from "../../records/index.ts";
import { reportTablesOf, writingSections } from "../../report/index.ts";
import { reportTables } from "../report/report-tables.ts";
import type { RunFolder } from "../run/run-folder.ts";
import type { RunContext } from "../run-context.ts";
import { readArmResult } from "../write/compare/arm-result.ts";
import {
  type ComparisonManifest,
  isComparisonManifest,
} from "../write/compare/comparison-manifest.ts";
import { runStateOf } from "./run-state.ts";

/**
 * The manifest of a comparison of ways of writing.
 *
 * @param folder - Folder of a run.
 * @returns It; `undefined` if the run is something else.
 * @throws LonghandError `damaged-run`.
 */
export async function comparisonManifestOf({
  manifest,
}: Pick<RunFolder, "manifest">): Promise<ComparisonManifest | undefined> {
  const value = await readJson(manifest);
  return isComparisonManifest(value) ? value : undefined;
}

/**
 * The tables of an experiment, as `longhand report RUN --table all` lays them out: those that the run fills.
 *
 * @param run - Name of the run.
 * @param context - Where runs are.
 * @returns One section.
 * @throws LonghandError `no-summary`, `damaged-run`, `unlike-scores`.
 */
export async function experimentSections(
  run: string,
  context: RunContext,
): Promise<readonly ReportSection[]> {
  const { tables } = await reportTables({ sources: [run] }, context);
  const filled = tables.filter(({ rows }) =>
    rows.some(({ places }) => places.some(({ state }) => state === "value")),
  );
  const shown = new Set(filled.map(({ id }) => id));
  const others = new Set(tables.map(({ id }) => id).filter((id) => !shown.has(id)));
  const points =
    others.size === 0
      ? []
      : [`Nothing in this run belongs into the paper’s tables ${[...others].join(", ")}.`];
  return [{ id: "tables", title: "Tables", points, tables: reportTablesOf(filled) }];
}

/**
 * What a comparison of ways of writing came to; before that, how many of its documents are written.
 *
 * @param folder - Its folder.
 * @param manifest - What it was frozen with.
 * @param context - The time.
 * @returns Its report.
 * @throws LonghandError `damaged-run`.
 */
export async function comparisonReport(
  { path, name: id }: RunFolder,
  { file }: ComparisonManifest,
  { clock }: Pick<RunContext, "clock">,
): Promise<RunReport> {
  const found = await readFile(join(path, "report", "report.json"), "utf8").catch(() => undefined);
  const head = {
    id,
    name: file.name,
    kind: "writing-comparison" as const,
    state: await runStateOf({ path, isDone: found !== undefined, clock }),
  };
  if (found !== undefined) {
    return { ...head, sections: sectionsOf(found, join(path, "report", "report.json")) };
  }
  const { briefs, grid, regimes } = file;
  const planned = briefs.length * grid.writer.length * grid.seed.length * regimes.length;
  return {
    ...head,
    progress: { done: await finishedRuns(join(path, "runs")), planned },
    sections: [],
  };
}

function sectionsOf(source: string, path: string): readonly ReportSection[] {
  try {
    return writingSections(JSON.parse(source) as WritingComparison);
  } catch (cause) {
    throw new LonghandError(`${path} is not the report of a comparison.`, {
      code: "damaged-run",
      hint: "Give the command that made it again: it writes the report anew.",
      cause,
    });
  }
}

async function finishedRuns(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const results = await Promise.all(names.map((name) => readArmResult(join(folder, name))));
  return results.filter((result) => result !== undefined).length;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as unknown;
  } catch (cause) {
    throw new LonghandError(`${path} cannot be read.`, { code: "damaged-run", cause });
  }
}
