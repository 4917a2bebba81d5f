import type { Cell } from "../../records/index.ts";
import type { Experiment, GridExclusion } from "./experiment-schema.ts";

/**
 * The cells of a grid, in the order of the file: models outermost, then retrievers, then k.
 * `none` is one cell with k = 0, and so is any retriever at k = 0.
 *
 * @param grid - The grid of an experiment.
 * @returns Its cells, each once.
 */
export function cellsOf(grid: Experiment["grid"]): Cell[] {
  const cells = grid.model.flatMap((model) =>
    grid.mode.flatMap((mode) =>
      grid.retriever.flatMap((retriever) =>
        grid.k.map((k) => cellOf({ retriever, k: retriever === "none" ? 0 : k, mode, model })),
      ),
    ),
  );
  const kept = cells.filter((cell) => !grid.exclude.some((rule) => isExcluded(rule, cell)));
  return [...new Map(kept.map((cell) => [cell.id, cell])).values()];
}

function cellOf({ retriever, k, mode, model }: Omit<Cell, "id">): Cell {
  const name = k === 0 ? "none" : retriever;
  return {
    id: `${name}${k === 0 ? "" : `-k${k}`}--${mode}--${model}`,
    retriever: name,
    k,
    mode,
    model,
  };
}

function isExcluded(rule: GridExclusion, cell: Pick<Cell, "retriever" | "k" | "model">): boolean {
  return (
    matches(rule.retriever, cell.retriever) &&
    matches(rule.k, cell.k) &&
    matches(rule.model, cell.model)
  );
}

function matches<T>(rule: T | readonly T[] | undefined, value: T): boolean {
  if (rule === undefined) return true;
  return Array.isArray(rule) ? rule.includes(value) : rule === value;
}
