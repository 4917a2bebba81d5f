import Table from "cli-table3";
import type { DatasetStats, LengthSummary } from "../../dataset/index.ts";
import type { Setting, Split } from "../../records/index.ts";
import { settingTitle } from "../../report/index.ts";

/** One row of the paper's Table 1: all parts of a dataset together. */
export interface TableOneRow {
  /** Examples in train. */
  readonly train: number;
  /** Examples in validation. */
  readonly val: number;
  /** Examples in test. */
  readonly test: number;
  /** Words of an input. */
  readonly inputWords: LengthSummary;
  /** Words of a reference. */
  readonly outputWords: LengthSummary;
  /** Words of a profile. */
  readonly contextWords: LengthSummary;
  /** Items of a profile. */
  readonly profileItems: LengthSummary;
}

type Rows = Partial<Readonly<Record<Split, DatasetStats>>>;

/**
 * The numbers of all parts together.
 *
 * @param rows - The numbers of each part.
 * @returns Counts by part; lengths over all examples.
 */
export function tableOne(rows: Rows): TableOneRow {
  const parts = Object.values(rows);
  const over = (name: Lengths): LengthSummary =>
    together(parts.map((part) => ({ n: part.count, ...part[name] })));
  return {
    train: rows.train?.count ?? 0,
    val: rows.validation?.count ?? 0,
    test: rows.test?.count ?? 0,
    inputWords: over("inputWords"),
    outputWords: over("outputWords"),
    contextWords: over("contextWords"),
    profileItems: over("profileItems"),
  };
}

type Lengths = "inputWords" | "outputWords" | "contextWords" | "profileItems";

interface Part extends LengthSummary {
  readonly n: number;
}

/** Mean and spread over parts from those of each (Chan et al. 1979). */
function together(parts: readonly Part[]): LengthSummary {
  let [n, mean, squares] = [0, 0, 0];
  for (const part of parts) {
    if (part.n === 0 || part.mean === undefined) continue;
    const distance = part.mean - mean;
    const total = n + part.n;
    squares += (part.sd ?? 0) ** 2 * (part.n - 1) + (distance ** 2 * n * part.n) / total;
    mean += (distance * part.n) / total;
    n = total;
  }
  return {
    ...(n > 0 ? { mean } : {}),
    ...(n > 1 ? { sd: Math.sqrt(squares / (n - 1)) } : {}),
  };
}

/** What the terminal shows of the numbers. */
export interface TableOneContent {
  /** Name of the task. */
  readonly task: string;
  /** How it was split. */
  readonly setting: Setting;
  /** The numbers of each part. */
  readonly rows: Rows;
  /** All parts together. */
  readonly whole: TableOneRow;
}

const HEAD = ["", "examples", "people", "input", "output", "context", "profile size"];
const LENGTHS: readonly Lengths[] = ["inputWords", "outputWords", "contextWords", "profileItems"];

/**
 * The numbers as a table: a row for each part, and one for all.
 *
 * @param content - Task, setting, numbers.
 * @returns The table, lengths in words as mean ± standard deviation.
 */
export function tableOneText({ task, setting, rows, whole }: TableOneContent): string {
  const table = new Table({ head: HEAD, style: { head: [], border: [] } });
  for (const [part, row] of Object.entries(rows)) {
    table.push([part, row.count, row.users, ...LENGTHS.map((name) => spread(row[name]))]);
  }
  const all = whole.train + whole.val + whole.test;
  table.push(["all", all, "", ...LENGTHS.map((name) => spread(whole[name]))]);
  return `${task}, ${settingTitle(setting, task)} setting; lengths in words, mean ± standard deviation\n${table.toString()}`;
}

function spread({ mean, sd }: LengthSummary): string {
  if (mean === undefined) return "—";
  return `${mean.toFixed(2)}${sd === undefined ? "" : ` ± ${sd.toFixed(2)}`}`;
}
