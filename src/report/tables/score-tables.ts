import { metricName, retrieverWord } from "../display-names.ts";
import type { ResultTable, TableColumn, TableRow } from "./result-table.ts";
import { wordsPlace } from "./result-table.ts";
import { scorePlaces, type WantedPlace } from "./score-places.ts";
import {
  type CellQuery,
  findCells,
  findNone,
  type ModelSlot,
  modelsOf,
  type SlottedModel,
  settingsOf,
  settingTitle,
  type TableLayout,
  type TableTask,
  taskTitle,
} from "./table-layout.ts";
import { tunedOn, tunedTest } from "./tuned-cell.ts";

const CHAT_MODELS: readonly ModelSlot[] = ["GPT-3.5", "LLaMA-2"];
const FINE_TUNED: readonly ModelSlot[] = ["FLAN-T5-base"];

/** Values of k in the paper's grid. */
const PAPER_KS = [1, 2, 4];

/** Retrievers in the paper's grid. */
const PAPER_RETRIEVERS = ["bm25", "contriever"];

/** Retrievers that have tables of their own. */
const ELSEWHERE = ["none", "recency", "random-own", "random-all"];

/** A table without what is the same for all of its group. */
export type BareTable = Omit<ResultTable, "notes"> & {
  /** What this table alone must say. */
  readonly notes?: readonly string[];
};

/**
 * Tables 2 and 3: the test split of one setting, without retrieval and with the tuned one.
 *
 * @param layout - The cells.
 * @param setting - `user` for Table 2, `temporal` for Table 3.
 * @returns The table.
 */
export function tunedTable(layout: TableLayout, setting: "user" | "temporal"): BareTable {
  const columns = layout.metrics.flatMap((metric): TableColumn[] => [
    { group: metricName(metric), title: "none" },
    { group: metricName(metric), title: "personalised" },
  ]);
  const rows = layout.tasks.flatMap((task) =>
    modelsOf(layout, CHAT_MODELS).map(({ model = "", title }): TableRow => {
      const query = { ...task, setting, model };
      const none = findNone(layout, { ...query, split: "test" });
      const tuned = tunedTest(layout, query);
      const places = layout.metrics.flatMap((metric) =>
        scorePlaces(layout, {
          metric,
          wanted: [wantedOf(none), wantedTuned(tuned)],
          ...against(none),
        }),
      );
      const choice = tuned.words ?? `not tuned: ${tuned.reason ?? ""}`;
      return {
        heads: [taskTitle(task, [setting]), title],
        places: [...places, wordsPlace(choice)],
      };
    }),
  );
  return {
    id: setting === "user" ? "2" : "3",
    title: `Test split, ${setting} setting: without retrieval, and personalised (tuned on validation)`,
    rowHeads: ["task", "model"],
    columns: [...columns, { title: "chosen" }],
    rows,
  };
}

function wantedOf(cell: WantedPlace["cell"]): WantedPlace {
  return cell === undefined ? {} : { cell };
}

/** The choice stands in a column of its own or behind the number; a reason always with the place. */
function wantedTuned({ cell, reason }: WantedPlace): WantedPlace {
  return { ...wantedOf(cell), ...(reason === undefined ? {} : { reason }) };
}

function against(none: WantedPlace["cell"]): { readonly baseline?: NonNullable<typeof none> } {
  return none === undefined ? {} : { baseline: none };
}

/**
 * Tables 4 and 9: the fine-tuned model, each retriever with the k that validation chose.
 *
 * @param layout - The cells.
 * @param split - `test` for Table 4, `validation` for Table 9.
 * @returns The table.
 */
export function fineTunedTable(layout: TableLayout, split: "test" | "validation"): BareTable {
  const settings = settingsOf(layout);
  const columns = settings.flatMap((setting): TableColumn[] => [
    { group: setting, title: "none" },
    ...PAPER_RETRIEVERS.map((name) => ({ group: setting, title: retrieverWord(name) })),
  ]);
  const rows = rowsByMetric(layout, { slots: FINE_TUNED }, (query, metric) =>
    settings.flatMap((setting) => {
      const own = { ...query, setting };
      const none = findNone(layout, { ...own, split });
      const tuned = PAPER_RETRIEVERS.map((retriever) =>
        retrieverPlace(layout, { ...own, retriever }, split),
      );
      return scorePlaces(layout, { metric, wanted: [wantedOf(none), ...tuned], ...against(none) });
    }),
  );
  return {
    id: split === "test" ? "4" : "9",
    title: `Fine-tuned model, ${split} split: without retrieval, and each retriever with its k`,
    ...rows,
    columns,
  };
}

/** A retriever with the k that validation chose, on either split. */
function retrieverPlace(
  layout: TableLayout,
  query: Omit<CellQuery, "split" | "k">,
  split: "test" | "validation",
): WantedPlace {
  if (split === "test") {
    const { words, ...place } = tunedTest(layout, query);
    return { ...place, ...(words === undefined ? {} : { detail: words }) };
  }
  const tuned = tunedOn(layout, query);
  if (tuned.status === "not-tuned") return { reason: tuned.reason };
  return { cell: tuned.validation, detail: tuned.words };
}

/** A table of the whole grid. */
export interface GridTable {
  /** Number of the table. */
  readonly id: string;
  /** What it shows. */
  readonly title: string;
  /** The model's place. */
  readonly slot: ModelSlot;
  /** Prompt mode. */
  readonly mode: string;
}

/**
 * Tables 7, 8, 19 and 20: the validation split, every retriever and k, both settings.
 *
 * @param layout - The cells.
 * @param table - Which one.
 * @returns The table.
 */
export function gridTable(layout: TableLayout, { id, title, slot, mode }: GridTable): BareTable {
  const settings = settingsOf(layout);
  const grid = gridOf(layout);
  const columns = settings.flatMap((setting): TableColumn[] => [
    { group: setting, title: "none" },
    ...grid.map(({ retriever, k }) => ({
      group: setting,
      title: `${retrieverWord(retriever)}, k = ${k}`,
    })),
  ]);
  const rows = rowsByMetric(layout, { slots: [slot] }, (query, metric) =>
    settings.flatMap((setting) => {
      const own = { ...query, setting, split: "validation", mode };
      const none = findNone(layout, own);
      const wanted = grid.map((at) => wantedOf(findCells(layout, { ...own, ...at })[0]));
      return scorePlaces(layout, { metric, wanted: [wantedOf(none), ...wanted], ...against(none) });
    }),
  );
  const isOurs = mode !== "plain";
  return {
    id,
    title,
    ...rows,
    columns,
    ...(isOurs ? { notes: [OWN_PROMPTS] } : {}),
  };
}

/** What stands below every table whose prompts the paper did not publish. */
const OWN_PROMPTS =
  "Own prompts, not a reproduction: the paper's prompts for summaries and styles are unpublished.";

/** Retriever and k of the columns: the paper's, then whatever else the runs hold. */
function gridOf({ cells, paperShape }: TableLayout): readonly { retriever: string; k: number }[] {
  const held = cells.filter(({ retriever }) => !ELSEWHERE.includes(retriever));
  const names = new Set(held.map(({ retriever }) => retriever));
  const ks = new Set(held.map(({ k }) => k));
  if (paperShape) for (const k of PAPER_KS) ks.add(k);
  const first = PAPER_RETRIEVERS.filter((name) => paperShape || names.has(name));
  const others = [...names].filter((name) => !PAPER_RETRIEVERS.includes(name));
  return [...first, ...others].flatMap((retriever) =>
    [...ks].sort((one, other) => one - other).map((k) => ({ retriever, k })),
  );
}

/**
 * Tables 10 and 11: the most recent texts, temporal setting, both models.
 *
 * @param layout - The cells.
 * @param split - `validation` for Table 10, `test` for Table 11.
 * @returns The table.
 */
export function recencyTable(layout: TableLayout, split: "test" | "validation"): BareTable {
  const own = layout.cells.filter(({ retriever }) => retriever === "recency").map(({ k }) => k);
  const ks = [...new Set([...(layout.paperShape ? PAPER_KS : []), ...own])].sort((a, b) => a - b);
  const columns = [{ title: "none" }, ...ks.map((k) => ({ title: `recency, k = ${k}` }))];
  const rows = rowsByMetric(
    layout,
    { slots: CHAT_MODELS, settings: ["temporal"] },
    (query, metric) => {
      const at = { ...query, setting: "temporal", split };
      const none = findNone(layout, at);
      const wanted = ks.map((k) =>
        wantedOf(findCells(layout, { ...at, retriever: "recency", k })[0]),
      );
      return scorePlaces(layout, { metric, wanted: [wantedOf(none), ...wanted], ...against(none) });
    },
  );
  return {
    id: split === "validation" ? "10" : "11",
    title: `Most recent texts, ${split} split, temporal setting`,
    ...rows,
    columns,
  };
}

/** A table of the two random baselines. */
export interface BaselineTable {
  /** Number of the table. */
  readonly id: string;
  /** `user` or `temporal`. */
  readonly setting: "user" | "temporal";
  /** The model's place. */
  readonly slot: ModelSlot;
}

/**
 * Tables 12 to 15: the random baselines at k = 1 and the tuned system, test split.
 *
 * @param layout - The cells.
 * @param table - Which one.
 * @returns The table.
 */
export function baselineTable(layout: TableLayout, table: BaselineTable): BareTable {
  const { id, setting, slot } = table;
  const rows = rowsByMetric(layout, { slots: [slot], settings: [setting] }, (query, metric) => {
    const at = { ...query, setting, split: "test" };
    const baselines = ["random-all", "random-own"].map((retriever) =>
      wantedOf(findCells(layout, { ...at, retriever, k: 1 })[0]),
    );
    const { words, ...tuned } = tunedTest(layout, { ...query, setting });
    const chosen = { ...tuned, ...(words === undefined ? {} : { detail: words }) };
    const none = findNone(layout, at);
    return scorePlaces(layout, { metric, wanted: [...baselines, chosen], ...against(none) });
  });
  return {
    id,
    title: `Baselines at k = 1, test split, ${setting} setting, ${slot}`,
    ...rows,
    columns: [
      { title: "Non-Personalized Random" },
      { title: "Personalized Untuned" },
      { title: "tuned" },
    ],
  };
}

interface RowsWanted {
  readonly slots: readonly ModelSlot[];
  /** What the table holds; absent for all settings. */
  readonly settings?: readonly string[];
}

type RowPlaces = (
  query: TableTask & { readonly model: string },
  metric: string,
) => TableRow["places"];

/** One line per task, model and metric; the model is named where there is a choice. */
function rowsByMetric(
  layout: TableLayout,
  { slots, settings = settingsOf(layout) }: RowsWanted,
  places: RowPlaces,
): Pick<BareTable, "rows" | "rowHeads"> {
  const models: readonly SlottedModel[] = modelsOf(layout, slots);
  const rows = layout.tasks.flatMap((task) =>
    models.flatMap(({ model = "", title }) =>
      layout.metrics.map(
        (metric): TableRow => ({
          heads: [taskTitle(task, settings), title, metricName(metric)],
          places: places({ ...task, model }, metric),
        }),
      ),
    ),
  );
  return { rowHeads: ["task", "model", "metric"], rows };
}

/**
 * Figure 2 as a table: each metric against k, for every task, setting, model and retriever.
 *
 * @param layout - The cells.
 * @returns The table; its plots are drawn from it.
 */
export function againstKTable(layout: TableLayout): BareTable {
  const varied = layout.cells.filter(
    ({ mode, k, retriever }) => mode === "plain" && k > 0 && !retriever.startsWith("random-"),
  );
  const own = varied.map(({ k }) => k);
  const ks = [...new Set([0, ...(layout.paperShape ? PAPER_KS : []), ...own])].sort(
    (a, b) => a - b,
  );
  const rows = layout.tasks.flatMap((task) =>
    seriesOf(layout, task).flatMap(({ setting, split, model, retriever }) =>
      layout.metrics.map((metric): TableRow => {
        const at = { ...task, setting, split, model };
        const none = findNone(layout, at);
        const wanted = ks.map((k) =>
          wantedOf(k === 0 ? none : findCells(layout, { ...at, retriever, k })[0]),
        );
        return {
          heads: [
            taskTitle(task, []),
            settingTitle(setting, task.task),
            split,
            model,
            retrieverWord(retriever),
            metricName(metric),
          ],
          places: scorePlaces(layout, { metric, wanted, ...against(none) }),
        };
      }),
    ),
  );
  return {
    id: "fig2",
    title: "Figure 2: the mean against the number of passages, k",
    rowHeads: ["task", "setting", "split", "model", "retriever", "metric"],
    columns: ks.map((k) => ({ title: `k = ${k}` })),
    rows,
  };
}

type Series = Pick<CellQuery, "setting" | "split" | "model"> & { readonly retriever: string };

function seriesOf({ cells }: TableLayout, { task, dataset }: TableTask): readonly Series[] {
  const series = new Map<string, Series>();
  for (const cell of cells) {
    const isOurs = cell.task === task && (dataset === undefined || cell.dataset === dataset);
    if (!isOurs || cell.k === 0 || cell.mode !== "plain" || cell.retriever.startsWith("random-"))
      continue;
    const { setting, split, model, retriever } = cell;
    series.set(JSON.stringify([setting, split, model, retriever]), {
      setting,
      split,
      model,
      retriever,
    });
  }
  return [...series.values()];
}
