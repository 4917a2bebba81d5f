import { LonghandError } from "../../foundation/index.ts";
import type { Contrast } from "../../records/index.ts";
import { neededPermutations } from "../../statistics/index.ts";
import { counted } from "../../text/index.ts";
import type { ExperimentStatistics } from "../experiment/experiment-schema.ts";
import { type CellPair, contrastPairs } from "../run/contrast-cells.ts";
import { ScoreTable } from "../run/score-table.ts";
import type { SummarisedMetric } from "../run/summarise-cells.ts";
import { type ComparedSide, refuseOtherUsers, refuseUnlike } from "./compared-side.ts";

/** A contrast with both means. */
export interface Comparison extends Omit<Contrast, "cell" | "signature"> {
  /** What is compared with the baseline. */
  readonly side: string;
  /** Signature of both; absent if a file of scores does not say. */
  readonly signature?: string;
  /** Present where less is better: then `better` is a negative difference. */
  readonly lowerIsBetter?: true;
  /** Mean of the side over the pairs; absent without pairs. */
  readonly mean?: number;
  /** Mean of the baseline over the pairs. */
  readonly baselineMean?: number;
}

/** How `compareSides` tests. */
export type ComparisonStatistics = Omit<ExperimentStatistics, "baseline">;

/** What `compareSides` works on. */
export interface SidesToCompare {
  /** The sides. */
  readonly sides: readonly ComparedSide[];
  /** Which are compared, by their index. */
  readonly pairs: readonly CellPair[];
  /** Metrics wanted; absent for all that both sides of every pair have. */
  readonly metrics?: readonly string[];
  /** How intervals and tests are made. */
  readonly statistics: ComparisonStatistics;
}

/** What sides came to. */
export interface ComparedSides {
  /** Metric by metric, in the order of the pairs. */
  readonly comparisons: readonly Comparison[];
  /** How intervals and tests were made. */
  readonly statistics: ComparisonStatistics;
  /** Users of the texts, where they are known: then all texts of a user are resampled together. */
  readonly users?: number;
  /** What the reader must know. */
  readonly notes: readonly string[];
}

/** Draws that a comparison may take: about a second for each metric. */
const MOST_DRAWS = 200_000_000;
const LEAST_RESAMPLES = 1_000;

/**
 * Compares sides over the texts that both have, as a run compares its cells.
 *
 * @param input - Sides, pairs and metrics.
 * @returns One comparison per metric and pair.
 * @throws LonghandError `unlike-scores` for numbers that may not meet, for a text of which the sides
 * name different users, and if no text or no metric is on both sides; `usage` for a metric that is not there.
 */
export function compareSides(input: SidesToCompare): ComparedSides {
  const metrics = commonMetrics(input);
  for (const { cell, baseline } of input.pairs) {
    refuseUnlike(sideAt(input, baseline), sideAt(input, cell), metrics);
  }
  const ids = commonIds(input);
  refuseOtherUsers(comparedSides(input), ids);
  const known = userLabels(input, ids);
  const statistics: ComparisonStatistics = {
    ...affordable(input.statistics, ids.length),
    clusterBy: known === undefined ? "example" : "user",
  };
  const table = tableOf(input, metrics, ids);
  const contrasts = contrastPairs(input.pairs, {
    cells: input.sides.map(({ name }) => ({ id: name })),
    pending: input.sides.map(({ pending }) => pending),
    metrics: metrics.map((id) => summarised(id, input)),
    table,
    users: known ?? ids,
    statistics,
  });
  const comparisons = contrasts.map((contrast, at) => {
    const pair = input.pairs[at % input.pairs.length] as CellPair;
    const metric = metrics.indexOf(contrast.metric);
    const isLower = directionOf(contrast.metric, input) === false;
    return {
      ...comparisonOf(contrast, meansOf(table, { ...pair, metric, examples: ids.length })),
      ...(isLower ? { lowerIsBetter: true as const } : {}),
    };
  });
  return {
    comparisons,
    statistics,
    ...(known === undefined ? {} : { users: new Set(known).size }),
    notes: notesOf(input, { metrics, ids, statistics }),
  };
}

/** Whose each text is, as any side says; a text of an unknown user stands alone. */
function userLabels(input: SidesToCompare, ids: readonly string[]): string[] | undefined {
  const known = comparedSides(input).flatMap(({ users }) => users ?? []);
  if (known.length === 0) return undefined;
  return ids.map((id) => {
    const user = known.map((users) => users.get(id)).find((name) => name !== undefined);
    return user === undefined ? `text:${id}` : `user:${user}`;
  });
}

function sideAt({ sides }: SidesToCompare, at: number): ComparedSide {
  return sides[at] as ComparedSide;
}

function comparedSides(input: SidesToCompare): ComparedSide[] {
  const used = new Set(input.pairs.flatMap(({ cell, baseline }) => [baseline, cell]));
  return [...used].map((at) => sideAt(input, at));
}

function commonMetrics(input: SidesToCompare): string[] {
  const [first, ...others] = comparedSides(input);
  const there = [...(first?.metrics.keys() ?? [])].filter((metric) =>
    others.every(({ metrics }) => metrics.has(metric)),
  );
  const missing = input.metrics?.find((metric) => !there.includes(metric));
  if (missing !== undefined) {
    throw new LonghandError(`The metric ${missing} is not on both sides.`, {
      code: "usage",
      hint: `Both have: ${there.join(", ") || "none"}.`,
    });
  }
  if (there.length > 0) return [...(input.metrics ?? there)];
  throw noPairs("no metric is on both sides", "Score both with the same metrics.");
}

/** In the order of the first side. */
function commonIds(input: SidesToCompare): string[] {
  const [first, ...others] = comparedSides(input);
  const ids = [...(first?.scores.keys() ?? [])].filter((id) =>
    others.every(({ scores }) => scores.has(id)),
  );
  if (ids.length > 0) return ids;
  throw noPairs("no text is on both sides", "The ids of the texts must be the same.");
}

function noPairs(why: string, hint: string): LonghandError {
  return new LonghandError(`Nothing can be compared: ${why}.`, { code: "unlike-scores", hint });
}

/** Fewer samples for very many texts: their intervals are narrow, and their draws many. */
function affordable(statistics: ComparisonStatistics, texts: number): ComparisonStatistics {
  const most = Math.max(LEAST_RESAMPLES, Math.floor(MOST_DRAWS / texts));
  return {
    ...statistics,
    resamples: Math.min(statistics.resamples, most),
    permutations: Math.min(statistics.permutations, most),
  };
}

function summarised(id: string, input: SidesToCompare): SummarisedMetric {
  const known = comparedSides(input).flatMap(({ metrics }) => metrics.get(id) ?? []);
  const signature = known.find((metric) => metric.signature !== undefined)?.signature ?? "";
  // Where the lowest value is unknown, a missing score is worth no number.
  const lowest = known.find((metric) => metric.lowest !== undefined)?.lowest ?? Number.NaN;
  return { id, signature, lowest, higherIsBetter: directionOf(id, input) ?? true };
}

/** Whether more is better; `undefined` if no side knows. */
function directionOf(metric: string, input: SidesToCompare): boolean | undefined {
  const known = comparedSides(input).flatMap(
    ({ metrics }) => metrics.get(metric)?.higherIsBetter ?? [],
  );
  return known[0];
}

function tableOf(
  input: SidesToCompare,
  metrics: readonly string[],
  ids: readonly string[],
): ScoreTable {
  const { sides } = input;
  const table = new ScoreTable({
    examples: ids.length,
    cells: sides.length,
    metrics: metrics.length,
  });
  for (const [example, id] of ids.entries()) {
    for (const [cell, side] of sides.entries()) {
      for (const [metric, name] of metrics.entries()) {
        const value = side.scores.get(id)?.get(name);
        if (value !== undefined) table.add({ example, cell, metric }, value);
      }
    }
  }
  return table;
}

interface PairPlace extends CellPair {
  readonly metric: number;
  readonly examples: number;
}

function meansOf(
  table: ScoreTable,
  { cell, baseline, metric, examples }: PairPlace,
): { readonly mean?: number; readonly baselineMean?: number } {
  let [sum, baselineSum, pairs] = [0, 0, 0];
  for (let example = 0; example < examples; example++) {
    const ours = table.get({ example, cell, metric });
    const theirs = table.get({ example, cell: baseline, metric });
    if (ours === undefined || theirs === undefined) continue;
    sum += ours;
    baselineSum += theirs;
    pairs += 1;
  }
  return pairs === 0 ? {} : { mean: sum / pairs, baselineMean: baselineSum / pairs };
}

function comparisonOf(
  { cell, signature, metric, baseline, ...numbers }: Contrast,
  means: ReturnType<typeof meansOf>,
): Comparison {
  const named = signature === "" ? {} : { signature };
  return { metric, ...named, side: cell, baseline, ...means, ...numbers };
}

function notesOf(
  input: SidesToCompare,
  found: {
    readonly metrics: readonly string[];
    readonly ids: readonly string[];
    readonly statistics: ComparisonStatistics;
  },
): string[] {
  const sides = comparedSides(input);
  const notes: string[] = [];
  for (const { name, scores, metrics } of sides) {
    const alone = scores.size - found.ids.length;
    if (alone > 0)
      notes.push(
        `${name} has ${counted(alone, "text that is", "texts that are")} not on every side: left out.`,
      );
    const unsigned = found.metrics.filter((id) => metrics.get(id)?.signature === undefined);
    if (unsigned.length > 0) {
      notes.push(
        `${name} does not say how ${unsigned.join(", ")} was computed: nobody checked that the numbers may be compared.`,
      );
    }
  }
  const undirected = found.metrics.filter((id) => directionOf(id, input) === undefined);
  if (undirected.length > 0) {
    notes.push(
      `Nobody says whether more of ${undirected.join(", ")} is better: it is taken to be.`,
    );
  }
  const needed = neededPermutations(input.pairs.length);
  if (found.statistics.permutations < needed) {
    notes.push(
      `${found.statistics.permutations} permutations are too few for ${input.pairs.length} contrasts: no claim is possible below ${needed}.`,
    );
  }
  if (found.statistics.permutations < input.statistics.permutations) {
    notes.push(
      `For ${counted(found.ids.length, "text")} ${found.statistics.resamples} resamples and ${found.statistics.permutations} permutations were drawn.`,
    );
  }
  return notes;
}
