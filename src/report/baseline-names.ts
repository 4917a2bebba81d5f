import type { Contrast, RunSummary } from "../records/index.ts";
import { cellNames, listed, nameOf, retrieverName } from "./display-names.ts";

/**
 * What a run's cells are compared with. Baselines that differ only in model or mode, one for each
 * group of cells, are named together.
 *
 * @param summary - The run.
 * @param contrasts - The comparisons to name the baselines of.
 * @returns For instance `no retrieval`, as a sentence holds it.
 */
export function baselineNames(
  summary: RunSummary,
  contrasts: readonly Contrast[] = summary.contrasts,
): string {
  const ids = baselineIds(contrasts);
  const [shared, ...others] = retrieversOf(ids, summary);
  if (ids.length > 1 && shared !== undefined && others.length === 0) {
    return `${shared} with the same model and mode`;
  }
  const names = cellNames(summary);
  return listed(ids.map((id) => nameOf(names, id)));
}

/**
 * Whether a table of comparisons must say in each row what the cell is compared with.
 *
 * @param summary - The run.
 * @returns `true` if {@link baselineNames} does not say it for all.
 */
export function baselinesDiffer(summary: RunSummary): boolean {
  const ids = baselineIds(summary.contrasts);
  return ids.length > 1 && retrieversOf(ids, summary).length > 1;
}

function baselineIds(contrasts: readonly Contrast[]): readonly string[] {
  return [...new Set(contrasts.map((contrast) => contrast.baseline))];
}

/** Retriever and k of the cells, each once; an id that is no cell's stands for itself. */
function retrieversOf(ids: readonly string[], summary: RunSummary): readonly string[] {
  const words = ids.map((id) => {
    const cell = summary.cells.find((candidate) => candidate.id === id);
    return cell === undefined ? id : retrieverName(cell);
  });
  return [...new Set(words)];
}
