import { taskName } from "../display-names.ts";
import type { ComparableCells } from "./comparable-cells.ts";
import type { CellComparer } from "./compared-cells.ts";
import type { TableCell } from "./table-cell.ts";

/** The places that the paper's models have in its tables. */
export const MODEL_SLOTS = ["GPT-3.5", "LLaMA-2", "FLAN-T5-base"] as const;

/** A place that a model of the paper has in its tables. */
export type ModelSlot = (typeof MODEL_SLOTS)[number];

/** The paper's tasks, in its order. */
const PAPER_TASKS = ["email", "abstract", "review", "topic"] as const;

/** The metrics that the paper prints. */
const PAPER_METRICS = ["rouge-1", "rouge-l", "meteor"] as const;

/** A task as the tables name it. */
export interface TableTask {
  /** Task. */
  readonly task: string;
  /** Name of the dataset, where one task has several; else all that there is. */
  readonly dataset?: string;
}

/** Which cell is meant. */
export interface CellQuery extends TableTask {
  /** `user` or `temporal`. */
  readonly setting: string;
  /** `validation` or `test`. */
  readonly split: string;
  /** Prompt mode. @defaultValue "plain" */
  readonly mode?: string;
  /** Model. */
  readonly model: string;
  /** Retriever; absent for any. */
  readonly retriever?: string;
  /** Passages; absent for any. */
  readonly k?: number;
}

/** What the tables of one group of cells are laid out from. */
export interface TableLayout extends ComparableCells {
  /** Comparisons. */
  readonly comparer: CellComparer;
  /** Metric that decides what "tuned" is. */
  readonly selectBy: string;
  /** Metrics that are printed. */
  readonly metrics: readonly string[];
  /** Whether the runs hold a task of the paper, so that its tables are printed whole. */
  readonly paperShape: boolean;
  /** The tasks, those of the paper first. */
  readonly tasks: readonly TableTask[];
}

/** What a layout needs beside the cells. */
export interface LayoutOptions {
  /** Comparisons. */
  readonly comparer: CellComparer;
  /** Metric that decides what "tuned" is. @defaultValue "rouge-1" */
  readonly selectBy?: string;
  /** Metrics to print. @defaultValue the paper's three; all, if none of them was run */
  readonly metrics?: readonly string[];
}

/**
 * Lays out a group of cells.
 *
 * @param group - Cells that may share a table.
 * @param options - Comparisons and choices.
 * @returns Tasks, metrics and cells.
 */
export function tableLayout(group: ComparableCells, options: LayoutOptions): TableLayout {
  const tasks = [...new Set(group.cells.map(({ task }) => task))];
  const paperShape = tasks.some(isPaperTask);
  const ordered = [
    ...(paperShape ? PAPER_TASKS : []),
    ...tasks.filter((task) => !isPaperTask(task)),
  ];
  return {
    ...group,
    comparer: options.comparer,
    selectBy: options.selectBy ?? "rouge-1",
    metrics: options.metrics ?? usualMetrics(group, paperShape),
    paperShape,
    tasks: ordered.flatMap((task) => tasksNamed(task, group.cells)),
  };
}

/** The paper's three where its tables are printed whole, else those of the three that were run, else all. */
function usualMetrics({ signatures }: ComparableCells, paperShape: boolean): readonly string[] {
  if (paperShape) return PAPER_METRICS;
  const own = PAPER_METRICS.filter((metric) => signatures.has(metric));
  return own.length > 0 ? own : [...signatures.keys()];
}

function isPaperTask(task: string): boolean {
  return PAPER_TASKS.some((known) => known === task);
}

/** A task once, or once for each dataset if one split of a setting has several. */
function tasksNamed(task: string, cells: readonly TableCell[]): readonly TableTask[] {
  const own = cells.filter((cell) => cell.task === task);
  const names = new Map<string, Set<string>>();
  for (const { setting, split, dataset } of own) {
    const part = JSON.stringify([setting, split]);
    names.set(part, (names.get(part) ?? new Set()).add(dataset));
  }
  if ([...names.values()].every(({ size }) => size < 2)) return [{ task }];
  return [...new Set(own.map(({ dataset }) => dataset))].map((dataset) => ({ task, dataset }));
}

/**
 * Finds a cell.
 *
 * @param layout - Where to look.
 * @param query - What to look for.
 * @returns The cells that fit, in the order of the runs.
 */
export function findCells({ cells }: TableLayout, query: CellQuery): readonly TableCell[] {
  return cells.filter(
    (cell) =>
      cell.task === query.task &&
      (query.dataset === undefined || cell.dataset === query.dataset) &&
      cell.setting === query.setting &&
      cell.split === query.split &&
      cell.mode === (query.mode ?? "plain") &&
      cell.model === query.model &&
      (query.retriever === undefined || cell.retriever === query.retriever) &&
      (query.k === undefined || cell.k === query.k),
  );
}

/**
 * Finds the cell without retrieval. It has no passages to summarise, so that its mode says nothing.
 *
 * @param layout - Where to look.
 * @param query - Task, setting, split and model.
 * @returns The cell, or `undefined`.
 */
export function findNone(layout: TableLayout, query: CellQuery): TableCell | undefined {
  const none = { ...query, retriever: "none", k: 0 };
  return findCells(layout, none)[0] ?? findCells(layout, { ...none, mode: "plain" })[0];
}

/**
 * The place that a model has in the paper's tables: by its name, else that of the general model.
 *
 * @param model - Model as the experiment names it.
 * @returns The place.
 */
export function slotOf(model: string): ModelSlot {
  if (/flan|\bt5\b/i.test(model)) return "FLAN-T5-base";
  return /llama/i.test(model) ? "LLaMA-2" : "GPT-3.5";
}

/** A model and the place it has. */
export interface SlottedModel {
  /** The place. */
  readonly slot: ModelSlot;
  /** The model; absent if the runs hold none for the place. */
  readonly model?: string;
  /** How it is shown. */
  readonly title: string;
}

/**
 * The models for some places of the paper's tables.
 *
 * @param layout - The cells.
 * @param slots - The places.
 * @returns One or more per place; a place without a model only where the paper's tables are printed whole.
 */
export function modelsOf(
  { cells, paperShape }: TableLayout,
  slots: readonly ModelSlot[],
): readonly SlottedModel[] {
  const models = [...new Set(cells.map(({ model }) => model))];
  return slots.flatMap((slot): readonly SlottedModel[] => {
    const own = models.filter((model) => slotOf(model) === slot);
    if (own.length > 0) return own.map((model) => ({ slot, model, title: model }));
    return paperShape ? [{ slot, title: slot }] : [];
  });
}

/**
 * A task as a line names it. The temporal setting of topic writing is drawn at random in the paper.
 *
 * @param task - The task.
 * @param settings - The settings that the line holds.
 * @returns For instance `topic writing, temporal (random)`; a line that holds both settings names both.
 */
export function taskTitle({ task, dataset }: TableTask, settings: readonly string[]): string {
  const name = dataset === undefined ? taskName(task) : `${taskName(task)} (${dataset})`;
  const random = task === "topic" && settings.includes("temporal");
  const titles = settings.map((setting) => settingTitle(setting, task));
  return random ? `${name}, ${titles.join(" and ")}` : name;
}

/**
 * A setting as it is shown.
 *
 * @param setting - `user` or `temporal`.
 * @param task - The task.
 * @returns For instance `temporal (random)`.
 */
export function settingTitle(setting: string, task: string): string {
  return task === "topic" && setting === "temporal" ? "temporal (random)" : setting;
}

/**
 * The settings that a table prints.
 *
 * @param layout - The cells.
 * @returns Both where the paper's tables are printed whole, else those that the runs hold.
 */
export function settingsOf({ cells, paperShape }: TableLayout): readonly string[] {
  const held = [...new Set(cells.map(({ setting }) => setting))];
  const usual = paperShape
    ? ["user", "temporal"]
    : ["user", "temporal"].filter((one) => held.includes(one));
  return [...usual, ...held.filter((setting) => !["user", "temporal"].includes(setting))];
}
