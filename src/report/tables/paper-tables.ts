import { listed, metricName } from "../display-names.ts";
import { formatCount } from "../format-number.ts";
import { MARKS } from "../shown-score.ts";
import { comparableCells } from "./comparable-cells.ts";
import { gainTable } from "./gain-table.ts";
import type { ResultTable, TablePlace } from "./result-table.ts";
import {
  againstKTable,
  type BareTable,
  baselineTable,
  fineTunedTable,
  gridTable,
  recencyTable,
  tunedTable,
} from "./score-tables.ts";
import type { TableCell } from "./table-cell.ts";
import { type LayoutOptions, slotOf, type TableLayout, tableLayout } from "./table-layout.ts";

/** The tables of the paper that are made from results: 1 is made from datasets, 5 and 6 hold no results. */
export const RESULT_TABLES = [
  "2",
  "3",
  "4",
  "7",
  "8",
  "9",
  "10",
  "11",
  "12",
  "13",
  "14",
  "15",
  "16",
  "17",
  "18",
  "19",
  "20",
  "fig2",
] as const;

/** One of {@link RESULT_TABLES}. */
export type ResultTableId = (typeof RESULT_TABLES)[number];

/** How intervals were made, for the notes. */
export interface TableStatistics {
  /** Bootstrap resamples. */
  readonly resamples: number;
  /** What is resampled as a whole. */
  readonly clusterBy: "user" | "example";
  /** Correction for several comparisons. */
  readonly correction: string;
  /** Seed of all draws. */
  readonly seed: number;
}

/** What {@link paperTables} lays out. */
export interface PaperTablesInput extends LayoutOptions {
  /** Cells of any number of runs. */
  readonly cells: readonly TableCell[];
  /** Which tables; absent for all. */
  readonly tables?: readonly ResultTableId[];
  /** How intervals were made. */
  readonly statistics: TableStatistics;
}

/**
 * Lays results out as the paper prints them: its Tables 2 to 4 and 7 to 20, and Figure 2. Cells of
 * unlike profiles or signatures come to tables of their own.
 *
 * @param input - The cells, comparisons and choices.
 * @returns The tables in the paper's order.
 * @throws LonghandError `unlike-scores` if one name stands for two contents of a dataset.
 */
export function paperTables(input: PaperTablesInput): readonly ResultTable[] {
  const groups = comparableCells(input.cells);
  return (input.tables ?? RESULT_TABLES).flatMap((id) =>
    groups.map((group) => {
      const layout = tableLayout(group, input);
      const bare = layOut(layout, id);
      const of = groups.length > 1 ? `, profile ${group.profile}` : "";
      const title = id === "fig2" ? bare.title : `Table ${id}: ${bare.title}`;
      return { ...bare, title: `${title}${of}`, notes: notesOf(bare, layout, input.statistics) };
    }),
  );
}

function layOut(layout: TableLayout, id: ResultTableId): BareTable {
  switch (id) {
    case "2":
      return tunedTable(layout, "user");
    case "3":
      return tunedTable(layout, "temporal");
    case "4":
    case "9":
      return fineTunedTable(layout, id === "4" ? "test" : "validation");
    case "7":
    case "8":
    case "19":
    case "20":
      return gridTable(layout, { id, ...GRIDS[id] });
    case "10":
    case "11":
      return recencyTable(layout, id === "10" ? "validation" : "test");
    case "12":
    case "13":
    case "14":
    case "15":
      return baselineTable(layout, { id, ...BASELINES[id] });
    case "16":
    case "17":
    case "18":
      return gainTable(layout, { id, ...GAINS[id] });
    case "fig2":
      return againstKTable(layout);
  }
}

const GRIDS = {
  "7": {
    title: "Validation split, GPT-3.5: every retriever and k",
    slot: "GPT-3.5",
    mode: "plain",
  },
  "8": {
    title: "Validation split, LLaMA-2: every retriever and k",
    slot: "LLaMA-2",
    mode: "plain",
  },
  "19": { title: "Validation split, GPT-3.5: summaries only", slot: "GPT-3.5", mode: "summary" },
  "20": { title: "Validation split, GPT-3.5: style only", slot: "GPT-3.5", mode: "style" },
} as const;

const BASELINES = {
  "12": { setting: "user", slot: "GPT-3.5" },
  "13": { setting: "temporal", slot: "GPT-3.5" },
  "14": { setting: "user", slot: "LLaMA-2" },
  "15": { setting: "temporal", slot: "LLaMA-2" },
} as const;

const GAINS = {
  "16": {
    title: "Gain in percent over none, test split, user setting",
    settings: ["user"],
    slots: ["GPT-3.5", "LLaMA-2"],
  },
  "17": {
    title: "Gain in percent over none, test split, temporal setting",
    settings: ["temporal"],
    slots: ["GPT-3.5", "LLaMA-2"],
  },
  "18": {
    title: "Gain in percent over none, test split, fine-tuned model",
    slots: ["FLAN-T5-base"],
  },
} as const;

/** Tables that hold a system chosen on the validation split. */
const TUNED = ["2", "3", "4", "9", "12", "13", "14", "15", "16", "17", "18"];

function notesOf(
  table: BareTable,
  layout: TableLayout,
  statistics: TableStatistics,
): readonly string[] {
  const places = table.rows.flatMap((row) => row.places);
  return [
    ...(table.notes ?? []),
    ...(TUNED.includes(table.id) ? [tunedNote(layout)] : []),
    ...markNotes(places),
    ...methodNotes(layout, statistics),
    ...modelNotes(table, layout),
    ...layout.notes,
  ];
}

function tunedNote({ selectBy }: TableLayout): string {
  return `Tuned: the retriever and k with the best ${metricName(selectBy)} on the validation split, per task, setting and model; random baselines are no choice, and nothing is chosen on the test split.`;
}

function markNotes(places: readonly TablePlace[]): readonly string[] {
  const notes: string[] = [];
  if (places.some(({ best }) => best)) {
    notes.push("Bold: best of the settings compared in its line, separated from every other.");
  }
  if (places.some(({ top }) => top)) {
    notes.push(`${MARKS.top}: leading group, not shown to be lower than the highest mean.`);
  }
  if (places.some(({ significant }) => significant)) {
    notes.push(`${MARKS.significant}: adjusted p < 0.05 against none.`);
  }
  if (places.some(({ failed = 0 }) => failed > 0)) {
    notes.push(`${MARKS.failed}: this many texts failed; they are not in the mean.`);
  }
  if (places.some(({ state }) => state === "not-run")) {
    notes.push("not run: nothing was done that would belong here.");
  }
  if (places.some(({ state }) => state === "absent")) {
    notes.push("—: it was run, but there is no such number.");
  }
  return notes;
}

function methodNotes(
  { cells, profile, signatures, metrics }: TableLayout,
  { resamples, clusterBy, correction, seed }: TableStatistics,
): readonly string[] {
  const partial = [...new Set(cells.filter((cell) => cell.partial).map(({ run }) => run))];
  const shown = metrics.flatMap((metric) => signatures.get(metric) ?? []);
  return [
    `95 % intervals: percentile bootstrap, ${formatCount(resamples)} resamples, ${clusterBy === "user" ? "all texts of a user together" : "example by example"}, seed ${seed}; correction: ${correction}.`,
    `Profile: ${profile}.`,
    ...(shown.length > 0 ? [`Signatures: ${shown.join("; ")}.`] : []),
    ...(partial.length > 0
      ? [`Partial: only some examples of the dataset were asked for in ${listed(partial)}.`]
      : []),
  ];
}

/** Models that stand where the paper had one of its own. */
function modelNotes(table: BareTable, { cells }: TableLayout): readonly string[] {
  const shown = new Set(table.rows.flatMap(({ heads }) => heads));
  const others = [...new Set(cells.map(({ model }) => model))].filter(
    (model) => shown.has(model) && slotOf(model) === "GPT-3.5" && !/gpt-?3\.?5/i.test(model),
  );
  return others.length === 0 ? [] : [`In the place of GPT-3.5: ${listed(others)}.`];
}
