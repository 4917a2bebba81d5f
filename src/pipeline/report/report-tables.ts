import { stat } from "node:fs/promises";
import { join } from "node:path";
import { datasetStats, withParts } from "../../dataset/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import {
  type DatasetFigures,
  datasetTable,
  paperTables,
  RESULT_TABLES,
  type ResultTable,
  type ResultTableId,
  tableCsv,
  tablesHtml,
  tablesJson,
  tablesLatex,
  tablesMarkdown,
} from "../../report/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import { findRunFolder } from "../run/run-folder.ts";
import type { RunContext } from "../run-context.ts";
import { openResults } from "./open-results.ts";

/** Formats of tables. */
export const TABLE_FORMATS = ["markdown", "latex", "csv", "html", "json"] as const;

/** One of {@link TABLE_FORMATS}. */
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Which tables to print, and how. */
export interface TablesOptions {
  /** Runs by name or folder, and datasets (for Table 1) by folder or file. */
  readonly sources: readonly string[];
  /** `1`, `2`, …, `fig2`, or `all`. @defaultValue all that the sources can fill */
  readonly table?: string;
  /** Metric that decides what "tuned" is. @defaultValue "rouge-1" */
  readonly selectBy?: string;
  /** Metrics to print. @defaultValue the paper's three; all, if none of them was run */
  readonly metrics?: readonly string[];
  /** Whether to print how many texts were planned, scored and failed. @defaultValue false */
  readonly counts?: boolean;
  /** Format. @defaultValue `markdown`; with `out`, all of them */
  readonly format?: TableFormat;
  /** Folder to write to. @defaultValue none: the text is returned only */
  readonly out?: string;
}

/** Tables that were laid out. */
export interface TablesReport {
  /** The tables. */
  readonly tables: readonly ResultTable[];
  /** Them as one text. */
  readonly text: string;
  /** Files written. */
  readonly files: readonly string[];
}

/**
 * Lays results of runs and figures of datasets out as the paper prints them.
 *
 * @param options - Sources, tables, format.
 * @param context - Where runs are.
 * @returns The tables, and where they were written.
 * @throws LonghandError `usage` for an unknown table, or one that the sources cannot fill;
 * `unknown-run`, `no-summary`, `no-dataset`, `unlike-scores`.
 */
export async function reportTables(
  options: TablesOptions,
  context: RunContext,
): Promise<TablesReport> {
  const { table = "all", format, out } = options;
  const sources = await sortSources(options.sources, context);
  const results = await tablesOfRuns(sources.runs, { ...options, table }, context);
  const tables = [
    ...(table === "1" || (table === "all" && sources.datasets.length > 0)
      ? [await tableOfDatasets(sources.datasets, context)]
      : []),
    ...results.tables,
  ];
  const page = {
    tables,
    names: [...results.runs, ...sources.datasets],
    counts: options.counts === true,
  };
  if (out !== undefined) {
    const files = await writeTables(page, out, format === undefined ? TABLE_FORMATS : [format]);
    return { tables, text: files.map((file) => `Written: ${file}`).join("\n"), files };
  }
  return { tables, text: oneText(page, format ?? "markdown"), files: [] };
}

interface Sources {
  readonly runs: readonly string[];
  readonly datasets: readonly string[];
}

/** A path that holds a dataset is one; all else must be a run. */
async function sortSources(given: readonly string[], context: RunContext): Promise<Sources> {
  const runs: string[] = [];
  const datasets: string[] = [];
  for (const source of given) {
    if (await isDataset(source, context)) datasets.push(source);
    else runs.push(source);
  }
  return { runs, datasets };
}

async function isDataset(source: string, context: RunContext): Promise<boolean> {
  const isRun = await findRunFolder(source, context).then(
    () => true,
    () => false,
  );
  if (isRun) return false;
  const found = await stat(source).catch(() => undefined);
  return (
    found !== undefined &&
    (await stat(join(source, "manifest.json")).catch(() => undefined)) === undefined
  );
}

async function tableOfDatasets(
  paths: readonly string[],
  context: RunContext,
): Promise<ResultTable> {
  if (paths.length === 0) {
    throw new LonghandError("Table 1 is made from datasets, and none is named.", {
      code: "usage",
      hint: "Name folders of datasets: longhand report --table 1 data/abstract-user",
    });
  }
  const figures: DatasetFigures[] = [];
  for (const path of paths) {
    context.onProgress({ kind: "message", text: `Counting ${path}` });
    figures.push(await figuresOf(path));
  }
  return datasetTable(figures);
}

async function figuresOf(path: string): Promise<DatasetFigures> {
  return withParts(path, {}, async ({ parts: opened }) => {
    const [first] = opened;
    if (first === undefined) {
      throw new LonghandError(`${path} holds no part of a dataset.`, {
        code: "no-dataset",
        hint: "Check it with: longhand dataset check",
      });
    }
    const parts: Record<string, DatasetFigures["parts"][string]> = {};
    for (const dataset of opened) parts[dataset.split] = await datasetStats(dataset);
    return { name: first.name, task: first.task.name, setting: first.setting, parts };
  });
}

async function tablesOfRuns(
  runs: readonly string[],
  { table, selectBy, metrics }: TablesOptions & { readonly table: string },
  context: RunContext,
): Promise<{ readonly tables: readonly ResultTable[]; readonly runs: readonly string[] }> {
  const wanted = resultTables(table);
  if (wanted.length === 0 || (table === "all" && runs.length === 0)) {
    return { tables: [], runs: [] };
  }
  if (runs.length === 0) {
    throw new LonghandError(`Table ${table} is made from runs, and none is named.`, {
      code: "usage",
      hint: "Name one or more runs: longhand report RUN --table 2",
    });
  }
  const { runs: names, cells, comparer, statistics } = await openResults(runs, context);
  const tables = paperTables({
    cells,
    comparer,
    statistics,
    tables: wanted,
    ...(selectBy === undefined ? {} : { selectBy }),
    ...(metrics === undefined ? {} : { metrics }),
  });
  return { tables, runs: names };
}

function resultTables(table: string): readonly ResultTableId[] {
  if (table === "all") return RESULT_TABLES;
  if (table === "1") return [];
  const found = RESULT_TABLES.find((id) => id === table);
  if (found !== undefined) return [found];
  throw new LonghandError(`There is no table ${table}.`, {
    code: "usage",
    hint: `Tables: 1, ${RESULT_TABLES.join(", ")}, all. Tables 5 and 6 of the paper hold no results.`,
  });
}

interface Tables {
  readonly tables: readonly ResultTable[];
  /** What they are of. */
  readonly names: readonly string[];
  readonly counts: boolean;
}

function oneText({ tables, names, counts }: Tables, format: TableFormat): string {
  switch (format) {
    case "markdown":
      return tablesMarkdown(tables, { counts });
    case "latex":
      return tablesLatex(tables, { counts });
    case "html":
      return tablesHtml(tables, { counts, heading: names.join(", ") });
    case "json":
      return tablesJson(tables);
    case "csv":
      return oneCsv(tables);
  }
}

function oneCsv(tables: readonly ResultTable[]): string {
  const [table] = tables;
  if (table !== undefined && tables.length === 1) return tableCsv(table);
  throw new LonghandError(`${tables.length} tables do not fit into one CSV file.`, {
    code: "usage",
    hint: "Name a folder with --out, or one table with --table.",
  });
}

const FILE_NAMES = {
  markdown: "tables.md",
  latex: "tables.tex",
  html: "tables.html",
  json: "tables.json",
} as const;

async function writeTables(
  page: Tables,
  folder: string,
  formats: readonly TableFormat[],
): Promise<readonly string[]> {
  const files: [name: string, text: string][] = formats.flatMap((format) =>
    format === "csv"
      ? csvFiles(page.tables)
      : [[FILE_NAMES[format], oneText(page, format)] as [string, string]],
  );
  const written: string[] = [];
  for (const [name, text] of files) {
    const path = join(folder, name);
    await writeAtomically(path, text);
    written.push(path);
  }
  return written;
}

/** One file per table; tables of one number, for unlike profiles, are numbered. */
function csvFiles(tables: readonly ResultTable[]): [name: string, text: string][] {
  return tables.map((table, at) => {
    const before = tables.slice(0, at).filter(({ id }) => id === table.id).length;
    const several = tables.filter(({ id }) => id === table.id).length > 1;
    return [`table-${table.id}${several ? `-${before + 1}` : ""}.csv`, tableCsv(table)];
  });
}
