import { randomStream } from "../../foundation/index.ts";
import type { Cell, CellSummary, Contrast, Verdict } from "../../records/index.ts";
import {
  benjaminiHochberg,
  comparePairs,
  holm,
  type PairComparison,
  smallestN,
} from "../../statistics/index.ts";
import type { ExperimentStatistics } from "../experiment/experiment-schema.ts";
import type { ScoreTable } from "./score-table.ts";
import { type CellsInput, isWorst, type SummarisedMetric } from "./summarise-cells.ts";

const ALPHA = 0.05;

/** What {@link contrastCells} works on. */
export interface ContrastsInput extends CellsInput {
  /** The finished summaries of the same cells. */
  readonly summaries: readonly CellSummary[];
}

/**
 * Compares each cell with the baseline of its model and mode, over the examples both have; each
 * metric is one family.
 *
 * @param input - Scores and summaries.
 * @returns The contrasts, metric by metric, in grid order; none if there is no baseline cell.
 */
export function contrastCells(input: ContrastsInput): Contrast[] {
  const pairs = baselinePairs(input.cells, input.statistics.baseline);
  const pending = input.summaries.map((summary) => summary.pending);
  return contrastPairs(pairs, { ...input, pending });
}

/** A comparison of two cells, by their index. */
export interface CellPair {
  /** The cell. */
  readonly cell: number;
  /** What it is compared with. */
  readonly baseline: number;
}

/** What {@link contrastPairs} works on. */
export interface ContrastedCells {
  /** Names of the cells. */
  readonly cells: readonly Pick<Cell, "id">[];
  /** Examples not done yet, per cell. */
  readonly pending: readonly number[];
  /** The metrics; each is one family. */
  readonly metrics: readonly SummarisedMetric[];
  /** Scores. */
  readonly table: ScoreTable;
  /** User of each example. */
  readonly users: readonly string[];
  /** How intervals and tests are made. */
  readonly statistics: Omit<ExperimentStatistics, "baseline">;
}

/**
 * Compares pairs of cells over the examples both have; each metric is one family.
 *
 * @param pairs - Which cells.
 * @param input - Their scores.
 * @returns The contrasts, metric by metric, in the order of the pairs.
 */
export function contrastPairs(pairs: readonly CellPair[], input: ContrastedCells): Contrast[] {
  return input.metrics.flatMap((metric, at) => contrastFamily(pairs, { metric, at }, input));
}

/**
 * Which cells are compared with which: each with the baseline of its model and mode.
 *
 * @param cells - Cells of one dataset.
 * @param baseline - The baseline's retriever.
 * @returns The pairs, in grid order; a baseline is not compared with itself.
 */
export function baselinePairs(
  cells: readonly Cell[],
  baseline: ExperimentStatistics["baseline"],
): CellPair[] {
  return cells.flatMap((cell, index) => {
    const at = cells.findIndex((other) => isBaselineOf(other, cell, baseline));
    return at === -1 || at === index ? [] : [{ cell: index, baseline: at }];
  });
}

function isBaselineOf(
  other: Cell,
  cell: Cell,
  { retriever }: ExperimentStatistics["baseline"],
): boolean {
  return (
    other.retriever === retriever &&
    other.model === cell.model &&
    // Without passages there is one mode for all.
    (other.mode === cell.mode || other.k === 0)
  );
}

interface MetricAt {
  readonly metric: SummarisedMetric;
  readonly at: number;
}

function contrastFamily(
  pairs: readonly CellPair[],
  metric: MetricAt,
  input: ContrastedCells,
): Contrast[] {
  const common = pairs.map((pair) => compare(pair, metric, { input, failuresAsZero: false }));
  const adjusted = adjust(common, input);
  // The same again with failures as 0: a claim must hold both ways.
  const strict = pairs.map((pair) => compare(pair, metric, { input, failuresAsZero: true }));
  const strictAdjusted = adjust(strict, input);
  return pairs.map((pair, index) => {
    const comparison = common[index] as PairComparison;
    const adjustedP = adjusted[index];
    const { verdict, reason } = judge(pair, {
      input,
      contrasts: pairs.length,
      verdict: verdictOf(comparison, adjustedP, metric.metric),
      strictVerdict: verdictOf(
        strict[index] as PairComparison,
        strictAdjusted[index],
        metric.metric,
      ),
      comparison,
    });
    const { exact: _exact, reason: noInterval, ...numbers } = comparison;
    const why = reason ?? noInterval;
    return {
      metric: metric.metric.id,
      signature: metric.metric.signature,
      cell: nameOf(input, pair.cell),
      baseline: nameOf(input, pair.baseline),
      ...numbers,
      ...(adjustedP === undefined ? {} : { adjustedP }),
      verdict,
      ...(why === undefined ? {} : { reason: why }),
    };
  });
}

function nameOf({ cells }: ContrastedCells, cell: number): string {
  return cells[cell]?.id ?? "";
}

function compare(
  pair: CellPair,
  { metric, at }: MetricAt,
  { input, failuresAsZero }: { readonly input: ContrastedCells; readonly failuresAsZero: boolean },
): PairComparison {
  const { table, users, statistics } = input;
  const differences: number[] = [];
  const clusters: string[] = [];
  const missing = failuresAsZero && isWorst(0, metric) ? 0 : undefined;
  users.forEach((user, example) => {
    const ours = table.get({ example, cell: pair.cell, metric: at }) ?? missing;
    const theirs = table.get({ example, cell: pair.baseline, metric: at }) ?? missing;
    if (ours === undefined || theirs === undefined) return;
    differences.push(ours - theirs);
    clusters.push(user);
  });
  const cellId = nameOf(input, pair.cell);
  const baselineId = nameOf(input, pair.baseline);
  return comparePairs({
    differences,
    ...(statistics.clusterBy === "user" ? { clusters } : {}),
    resamples: statistics.resamples,
    permutations: statistics.permutations,
    random: randomStream(statistics.seed, "pair", cellId, baselineId, metric.id),
  });
}

function adjust(
  family: readonly PairComparison[],
  { statistics }: ContrastedCells,
): (number | undefined)[] {
  const known = family.flatMap(({ p }, index) => (p === undefined ? [] : [{ p, index }]));
  const correct = statistics.correction === "holm" ? holm : benjaminiHochberg;
  const corrected = correct(known.map(({ p }) => p));
  const adjusted: (number | undefined)[] = family.map(() => undefined);
  known.forEach(({ index }, at) => {
    adjusted[index] = corrected[at];
  });
  return adjusted;
}

function verdictOf(
  { difference, ciLow, ciHigh }: PairComparison,
  adjustedP: number | undefined,
  { higherIsBetter = true }: SummarisedMetric,
): Verdict {
  if (difference === undefined || adjustedP === undefined) return "not-compared";
  const excludesZero = ciLow !== undefined && ciHigh !== undefined && (ciLow > 0 || ciHigh < 0);
  if (adjustedP >= ALPHA || !excludesZero) return "not-separated";
  return difference > 0 === higherIsBetter ? "better" : "worse";
}

interface Judged {
  readonly input: ContrastedCells;
  readonly contrasts: number;
  readonly verdict: Verdict;
  readonly strictVerdict: Verdict;
  readonly comparison: PairComparison;
}

function judge(
  pair: CellPair,
  judged: Judged,
): { readonly verdict: Verdict; readonly reason?: string } {
  const { input, comparison, verdict, strictVerdict } = judged;
  const open = [pair.cell, pair.baseline].some((at) => (input.pending[at] ?? 0) > 0);
  if (open) return { verdict: "not-compared", reason: "examples are pending" };
  if (comparison.pairs === 0)
    return { verdict: "not-compared", reason: "no example has both scores" };
  const needed = smallestN(judged.contrasts);
  if (comparison.clusters < needed) {
    const unit = input.statistics.clusterBy === "user" ? "users" : "examples";
    const reason = `n too small to separate: ${comparison.clusters} ${unit}, at least ${needed} needed`;
    return { verdict: "n-too-small", reason };
  }
  if (verdict !== strictVerdict) return { verdict: "not-separated", reason: "missing data" };
  return { verdict };
}
