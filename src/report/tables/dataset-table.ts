import { taskName } from "../display-names.ts";
import { ABSENT, formatCount } from "../format-number.ts";
import { NOT_RUN, type ResultTable, type TablePlace, type TableRow } from "./result-table.ts";
import { settingTitle } from "./table-layout.ts";

/** Lengths over all examples of a part. */
export interface TableLengths {
  /** Arithmetic mean; absent for no values. */
  readonly mean?: number;
  /** Standard deviation of the sample; absent below two values. */
  readonly sd?: number;
}

/** One part of a dataset, counted. */
export interface DatasetPart {
  /** Examples. */
  readonly count: number;
  /** Words of an input. */
  readonly inputWords: TableLengths;
  /** Words of a reference. */
  readonly outputWords: TableLengths;
  /** Words of a profile. */
  readonly contextWords: TableLengths;
  /** Items of a profile. */
  readonly profileItems: TableLengths;
}

/** A dataset, counted. */
export interface DatasetFigures {
  /** Name of the dataset. */
  readonly name: string;
  /** Its task. */
  readonly task: string;
  /** How it was split. */
  readonly setting: string;
  /** Its parts by name: `train`, `validation`, `test`. */
  readonly parts: Readonly<Record<string, DatasetPart>>;
}

const PARTS = ["train", "validation", "test"] as const;

const LENGTHS = [
  ["inputWords", "input"],
  ["outputWords", "output"],
  ["contextWords", "context"],
  ["profileItems", "profile size"],
] as const;

/**
 * Table 1: counts and lengths of datasets, a line for each task and setting.
 *
 * @param datasets - The datasets, counted.
 * @returns The table.
 */
export function datasetTable(datasets: readonly DatasetFigures[]): ResultTable {
  return {
    id: "1",
    title: "Table 1: datasets",
    rowHeads: ["dataset", "task", "setting"],
    columns: [...PARTS.map((title) => ({ title })), ...LENGTHS.map(([, title]) => ({ title }))],
    rows: datasets.map(datasetRow),
    notes: [
      "Lengths are words as Python's str.split gives them, mean ± standard deviation over the examples of all parts; context is the whole profile of an example, profile size its number of items.",
    ],
  };
}

function datasetRow({ name, task, setting, parts }: DatasetFigures): TableRow {
  const counts = PARTS.map((part): TablePlace => {
    const count = parts[part]?.count;
    if (count === undefined)
      return { ...NOT_RUN, text: ABSENT, state: "absent", reason: `no ${part} part` };
    return { state: "value", text: formatCount(count), value: count };
  });
  const lengths = LENGTHS.map(([field]) =>
    lengthPlace(
      Object.values(parts).map((part) => ({
        count: part.count,
        ...part[field],
      })),
    ),
  );
  return {
    heads: [name, taskName(task), settingTitle(setting, task)],
    places: [...counts, ...lengths],
  };
}

type CountedLengths = TableLengths & { readonly count: number };

/** Mean and deviation of several parts together, worked out from theirs. */
function pooled(parts: readonly CountedLengths[]): TableLengths {
  const known = parts.filter(({ count, mean }) => count > 0 && mean !== undefined);
  const count = known.reduce((sum, part) => sum + part.count, 0);
  if (count === 0) return {};
  const mean = known.reduce((sum, part) => sum + part.count * (part.mean ?? 0), 0) / count;
  if (count < 2) return { mean };
  const squares = known.reduce((sum, part) => {
    const within = (part.count - 1) * (part.sd ?? 0) ** 2;
    return sum + within + part.count * ((part.mean ?? 0) - mean) ** 2;
  }, 0);
  return { mean, sd: Math.sqrt(squares / (count - 1)) };
}

function lengthPlace(parts: readonly CountedLengths[]): TablePlace {
  const { mean, sd } = pooled(parts);
  if (mean === undefined) return { state: "absent", text: ABSENT, reason: "no examples" };
  const spread = sd === undefined ? "" : ` ± ${sd.toFixed(2)}`;
  return { state: "value", text: `${mean.toFixed(2)}${spread}`, value: mean };
}
