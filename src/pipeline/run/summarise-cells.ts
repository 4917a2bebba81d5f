import { randomStream } from "../../foundation/index.ts";
import type {
  Cell,
  CellSummary,
  FailureReason,
  MetricSummary,
  OutputFlag,
  UnscoredReason,
} from "../../records/index.ts";
import { summariseSample } from "../../statistics/index.ts";
import type { ExperimentStatistics } from "../experiment/experiment-schema.ts";
import type { ScoreTable } from "./score-table.ts";

/** Everything that is counted for one cell while the texts pass by. */
export interface CellTally {
  /** Texts planned, repeats included. */
  planned: number;
  /** Texts that every metric could score. */
  scored: number;
  /** Texts that some metric could not score. */
  unscored: number;
  /** Texts that there are. */
  generated: number;
  /** Planned texts that failed, by reason. */
  readonly failures: Map<FailureReason, number>;
  /** Odd outputs, by flag. */
  readonly flags: Map<OutputFlag, number>;
  /** Examples whose retriever found nothing to do with the query. */
  noSignal: number;
  /** Prompts that lost passages. */
  overflowed: number;
  /** Tokens read. */
  promptTokens: number;
  /** Tokens written. */
  outputTokens: number;
  /** Per metric, in the experiment's order: texts with a score, and those without by reason. */
  readonly metrics: readonly { scored: number; readonly unscored: Map<UnscoredReason, number> }[];
}

/**
 * An empty tally.
 *
 * @param metrics - Number of metrics.
 * @returns Zeros everywhere.
 */
export function emptyTally(metrics: number): CellTally {
  return {
    planned: 0,
    scored: 0,
    unscored: 0,
    generated: 0,
    failures: new Map(),
    flags: new Map(),
    noSignal: 0,
    overflowed: 0,
    promptTokens: 0,
    outputTokens: 0,
    metrics: Array.from({ length: metrics }, () => ({ scored: 0, unscored: new Map() })),
  };
}

/**
 * Counts one more.
 *
 * @param counts - The counts.
 * @param name - What to count.
 */
export function countOne<K>(counts: Map<K, number>, name: K): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** What the summary needs to know of a metric. */
export interface SummarisedMetric {
  /** Metric id. */
  readonly id: string;
  /** Everything that must agree before two numbers may be compared. */
  readonly signature: string;
  /** Lowest possible score. */
  readonly lowest: number;
  /** Whether more is better. @defaultValue `true` */
  readonly higherIsBetter?: boolean;
}

/** What {@link summariseCells} works on. */
export interface CellsInput {
  /** In grid order. */
  readonly cells: readonly Cell[];
  /** One per cell. */
  readonly tallies: readonly CellTally[];
  /** In the experiment's order. */
  readonly metrics: readonly SummarisedMetric[];
  /** Scores. */
  readonly table: ScoreTable;
  /** User of each example, in plan order. */
  readonly users: readonly string[];
  /** How intervals are made. */
  readonly statistics: ExperimentStatistics;
  /** The profile's own mean of a metric in a cell; `undefined` for the arithmetic mean. */
  readonly profileMean: (cell: number, metric: number) => number | undefined;
}

/**
 * Summarises every cell.
 *
 * @param input - Tallies and scores.
 * @returns One summary per cell; planned = scored + unscored + failed + pending in each.
 */
export function summariseCells(input: CellsInput): CellSummary[] {
  return input.cells.map((cell, index) => summariseCell(cell, index, input));
}

function summariseCell(cell: Cell, index: number, input: CellsInput): CellSummary {
  const tally = input.tallies[index] as CellTally;
  const failed = [...tally.failures.values()].reduce((sum, n) => sum + n, 0);
  return {
    ...cell,
    planned: tally.planned,
    scored: tally.scored,
    unscored: tally.unscored,
    failed,
    pending: tally.planned - tally.generated - failed,
    failures: sorted(tally.failures),
    flags: sorted(tally.flags),
    noSignal: tally.noSignal,
    overflowed: tally.overflowed,
    promptTokens: tally.promptTokens,
    outputTokens: tally.outputTokens,
    metrics: Object.fromEntries(
      input.metrics.map((metric, at) => [
        metric.id,
        summariseMetric({ cell, index, metric, at }, input),
      ]),
    ),
  };
}

interface MetricOfCell {
  readonly cell: Cell;
  readonly index: number;
  readonly metric: SummarisedMetric;
  readonly at: number;
}

function summariseMetric(
  { cell, index, metric, at }: MetricOfCell,
  input: CellsInput,
): MetricSummary {
  const tally = input.tallies[index] as CellTally;
  const { values, clusters } = scoresOf({ cell: index, metric: at }, input);
  const { statistics } = input;
  const sample = summariseSample({
    values,
    ...(statistics.clusterBy === "user" ? { clusters } : {}),
    resamples: statistics.resamples,
    random: randomStream(statistics.seed, "cell", cell.id, metric.id),
  });
  const mean = input.profileMean(index, at) ?? sample.mean;
  const counts = tally.metrics[at] as CellTally["metrics"][number];
  return {
    metric: metric.id,
    signature: metric.signature,
    scored: counts.scored,
    unscored: sorted(counts.unscored),
    ...(metric.higherIsBetter !== false ? {} : { lowerIsBetter: true as const }),
    ...(mean === undefined ? {} : { mean }),
    ...meanWithFailures(values, { metric, mean, failed: failedExamples(tally) }),
    ...(sample.sd === undefined ? {} : { sd: sample.sd }),
    ...(sample.ciLow === undefined ? {} : { ciLow: sample.ciLow }),
    ...(sample.ciHigh === undefined ? {} : { ciHigh: sample.ciHigh }),
    ...(sample.reason === undefined ? {} : { reason: sample.reason }),
  };
}

function failedExamples(tally: CellTally): number {
  return [...tally.failures.values()].reduce((sum, n) => sum + n, 0);
}

interface FailureMean {
  readonly metric: SummarisedMetric;
  readonly mean: number | undefined;
  readonly failed: number;
}

/** Where 0 is the worst score, a failed example may be counted as 0; elsewhere there is no such mean. */
function meanWithFailures(
  values: readonly number[],
  { metric, mean, failed }: FailureMean,
): { readonly meanWithFailures?: number } {
  if (!isWorst(0, metric) || values.length + failed === 0) return {};
  if (failed === 0) return mean === undefined ? {} : { meanWithFailures: mean };
  const sum = values.reduce((total, value) => total + value, 0);
  return { meanWithFailures: sum / (values.length + failed) };
}

/**
 * Whether no score is worse: only then does it stand for a failure.
 *
 * @param value - A score.
 * @param metric - The metric.
 */
export function isWorst(
  value: number,
  { lowest, higherIsBetter = true }: SummarisedMetric,
): boolean {
  return higherIsBetter && lowest === value;
}

/**
 * The scores of one cell by one metric, with the user of each.
 *
 * @param place - Cell and metric, by index.
 * @param input - Scores and users.
 * @returns Parallel lists, in plan order; examples without a score are left out.
 */
export function scoresOf(
  place: { readonly cell: number; readonly metric: number },
  { table, users }: Pick<CellsInput, "table" | "users">,
): { readonly values: number[]; readonly clusters: string[] } {
  const values: number[] = [];
  const clusters: string[] = [];
  users.forEach((user, example) => {
    const value = table.get({ ...place, example });
    if (value === undefined) return;
    values.push(value);
    clusters.push(user);
  });
  return { values, clusters };
}

/** Counts as a record, names in code-unit order, so that equal runs give equal bytes. */
function sorted<K extends string>(counts: ReadonlyMap<K, number>): Record<K, number> {
  const entries = [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries) as Record<K, number>;
}
