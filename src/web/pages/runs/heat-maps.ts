import type { CellSummary } from "../../../records/index.ts";

/** One line of a heat map: a retriever. */
export interface HeatRow {
  /** The retriever. */
  readonly retriever: string;
  /** Its cells by k. */
  readonly cells: ReadonlyMap<number, CellSummary>;
}

/** The cells of one dataset, model and mode. */
export interface HeatMap {
  /** Dataset, model and mode, as far as the run has several of them; else the model. */
  readonly title: string;
  /** Every k with a retrieval, in order. */
  readonly ks: readonly number[];
  /** The cell without retrieval; absent if the run has none. */
  readonly none?: CellSummary;
  /** One row per retriever, in grid order. */
  readonly rows: readonly HeatRow[];
  /** Lightest and darkest mean of the dataset; absent if there is no mean. */
  readonly scale?: HeatScale;
}

/** Means between which shades are spread. */
export interface HeatScale {
  /** The mean with the lightest shade: the worst. */
  readonly worst: number;
  /** The mean with the darkest shade: the best. */
  readonly best: number;
}

/**
 * Sorts the cells of a run into heat maps: retriever by k, one for each dataset, model and mode.
 *
 * @param cells - In grid order.
 * @param metric - The metric that gives the shades; `undefined` before the run is scored.
 * @returns The heat maps, in grid order.
 */
export function heatMapsOf(
  cells: readonly CellSummary[],
  metric: string | undefined,
): readonly HeatMap[] {
  const several = {
    dataset: distinct(cells, ({ dataset = "" }) => dataset) > 1,
    mode:
      distinct(
        cells.filter(({ k }) => k > 0),
        ({ mode }) => mode,
      ) > 1,
  };
  return groupsOf(cells, ({ dataset = "" }) => dataset).flatMap((own) => {
    const scale = scaleOf(own, metric);
    return groupsOf(own, ({ model }) => model).flatMap((ofModel) => {
      const none = ofModel.find(({ k }) => k === 0);
      const found = ofModel.filter(({ k }) => k > 0);
      const modes = found.length === 0 ? [[]] : groupsOf(found, ({ mode }) => mode);
      return modes.map((ofMode) => heatMapOf({ none, ofMode, several, scale }));
    });
  });
}

interface HeatMapParts {
  readonly none: CellSummary | undefined;
  readonly ofMode: readonly CellSummary[];
  readonly several: { readonly dataset: boolean; readonly mode: boolean };
  readonly scale: HeatScale | undefined;
}

function heatMapOf({ none, ofMode, several, scale }: HeatMapParts): HeatMap {
  const [first] = ofMode.length > 0 ? ofMode : [none];
  const title = [
    several.dataset ? first?.dataset : undefined,
    first?.model,
    several.mode ? first?.mode : undefined,
  ];
  return {
    title: title.filter((part) => part !== undefined).join(" · "),
    ks: [...new Set(ofMode.map(({ k }) => k))].sort((one, other) => one - other),
    ...(none === undefined ? {} : { none }),
    rows: groupsOf(ofMode, ({ retriever }) => retriever).map((own) => ({
      retriever: own[0]?.retriever ?? "",
      cells: new Map(own.map((cell) => [cell.k, cell])),
    })),
    ...(scale === undefined ? {} : { scale }),
  };
}

function scaleOf(cells: readonly CellSummary[], metric: string | undefined): HeatScale | undefined {
  if (metric === undefined) return undefined;
  const known = cells.flatMap(({ metrics }) => metrics[metric] ?? []);
  const means = known.flatMap(({ mean }) => (mean === undefined ? [] : [mean]));
  if (means.length === 0) return undefined;
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const isLower = known.some(({ lowerIsBetter }) => lowerIsBetter === true);
  return isLower ? { worst: high, best: low } : { worst: low, best: high };
}

/**
 * Where a mean stands between the worst and the best.
 *
 * @param mean - The mean; `undefined` for none.
 * @param scale - The ends.
 * @returns From 0, the worst, to 1, the best; `undefined` without a mean; 0.5 where all are the same.
 */
export function shadeOf(
  mean: number | undefined,
  scale: HeatScale | undefined,
): number | undefined {
  if (mean === undefined || scale === undefined) return undefined;
  const width = scale.best - scale.worst;
  return width === 0 ? 0.5 : Math.abs((mean - scale.worst) / width);
}

function distinct<T>(values: readonly T[], keyOf: (value: T) => string): number {
  return new Set(values.map(keyOf)).size;
}

function groupsOf<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[][] {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return [...groups.values()];
}
