import type { Cell } from "../../records/index.ts";
import type { DatasetExperiment, Experiment, GridExclusion } from "./experiment-schema.ts";

/**
 * The cells of a grid, in the order of the file: models outermost, then modes, retrievers, k.
 * `none` is one cell with k = 0, and so is any retriever at k = 0: with nothing retrieved there is
 * nothing to summarise either, so that its mode is `plain`.
 *
 * @param grid - The grid of an experiment.
 * @param dataset - Name of the dataset, where there are several; it begins the ids.
 * @returns Its cells, each once.
 */
export function cellsOf(grid: Experiment["grid"], dataset?: string): Cell[] {
  const cells = grid.model.flatMap((model) =>
    grid.mode.flatMap((mode) =>
      grid.retriever.flatMap((retriever) =>
        grid.k.map((k) =>
          cellOf({
            ...(dataset === undefined ? {} : { dataset }),
            retriever,
            k: retriever === "none" ? 0 : k,
            mode,
            model,
          }),
        ),
      ),
    ),
  );
  const kept = cells.filter((cell) => !grid.exclude.some((rule) => isExcluded(rule, cell)));
  return [...new Map(kept.map((cell) => [cell.id, cell])).values()];
}

/** One dataset of an experiment, with its cells. */
export interface ExperimentSection {
  /** Name of the dataset; absent if it is the only one. */
  readonly name?: string;
  /** The experiment as this dataset sees it. */
  readonly experiment: DatasetExperiment;
  /** The cells. */
  readonly cells: readonly Cell[];
}

/**
 * The datasets of an experiment, each with its cells. Cells of different datasets are never compared.
 *
 * @param experiment - With every default written out.
 * @returns One section per dataset, in the order of the file.
 */
export function sectionsOf(experiment: Experiment): ExperimentSection[] {
  const { path, ...shared } = experiment.dataset;
  if (typeof path === "string") {
    const single = { ...experiment, dataset: { ...shared, path } };
    return [{ experiment: single, cells: cellsOf(experiment.grid) }];
  }
  return path.map(({ name, ...choice }) => ({
    name,
    experiment: { ...experiment, dataset: { ...shared, ...choice } },
    cells: cellsOf(experiment.grid, name),
  }));
}

function cellOf(parts: Omit<Cell, "id">): Cell {
  const { dataset, k, model } = parts;
  const retriever = k === 0 ? "none" : parts.retriever;
  const mode = k === 0 ? "plain" : parts.mode;
  const id = `${retriever}${k === 0 ? "" : `-k${k}`}--${mode}--${model}`;
  return {
    id: dataset === undefined ? id : `${dataset}--${id}`,
    ...(dataset === undefined ? {} : { dataset }),
    retriever,
    k,
    mode,
    model,
  };
}

function isExcluded(rule: GridExclusion, cell: Omit<Cell, "id">): boolean {
  return (
    matches(rule.dataset, cell.dataset ?? "") &&
    matches(rule.retriever, cell.retriever) &&
    matches(rule.k, cell.k) &&
    matches<string>(rule.mode, cell.mode) &&
    matches(rule.model, cell.model)
  );
}

function matches<T>(rule: T | readonly T[] | undefined, value: T): boolean {
  if (rule === undefined) return true;
  return Array.isArray(rule) ? rule.includes(value) : rule === value;
}
