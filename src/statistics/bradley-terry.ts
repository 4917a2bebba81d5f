import { LonghandError } from "../foundation/index.ts";
import { checkCount, checkProportion } from "./clustered-sample.ts";
import type { CoefficientBootstrap } from "./coefficient.ts";
import { openFastDraws } from "./fast-draws.ts";
import { invertSymmetric } from "./linear-algebra.ts";
import { quantile } from "./moments.ts";
import { MIN_FOR_INTERVAL } from "./summarise-sample.ts";

/** One judgement between two systems. */
export interface Comparison {
  /** Name of one side. */
  readonly first: string;
  /** Name of the other. */
  readonly second: string;
  /** Which side was preferred; a tie counts half for each. */
  readonly outcome: "first" | "second" | "tie";
  /** What is resampled as a whole: the text, or the judge. Left out, the judgement alone. */
  readonly cluster?: string;
}

/** How strong one system is. */
export interface Strength {
  /** Name of the system. */
  readonly name: string;
  /**
   * Natural logarithm of its strength, with mean 0 over all systems. It is preferred to another with
   * probability 1 / (1 + exp(other − own)).
   */
  readonly strength: number;
  /** Standard error of `strength` from the observed information, judgements taken as independent. */
  readonly standardError: number;
  /** Lower end of the bootstrap interval; absent with a reason. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
}

/** Strengths of all systems, or why there are none. */
export type BradleyTerry =
  | {
      /** The strengths exist. */
      readonly status: "defined";
      /** Strongest first; equal ones by name. */
      readonly strengths: readonly Strength[];
      /** Resamples without finite strengths; they are left out. */
      readonly undefinedResamples: number;
      /** Why there are no intervals. */
      readonly reason?: string;
    }
  | {
      /** There is nothing to compute, or some strength would be infinite. */
      readonly status: "undefined";
      /**
       * `not-connected`: the systems fall into two groups of which one never beat or tied the other.
       */
      readonly reason: "no-comparisons" | "not-connected";
    };

/**
 * Strengths of systems from pairwise preferences, by maximum likelihood (Bradley and Terry 1952),
 * with percentile intervals from resampled clusters. Ties count half a win for each side.
 *
 * Distrust it where preferences go in circles, or where few judges made all judgements. Where one
 * group of systems never won against the rest, no finite answer exists and none is given.
 *
 * @param comparisons - The judgements, in any order.
 * @param bootstrap - How to resample.
 * @returns The strengths. No interval where there are fewer than five clusters, or where more than
 * 5 % of resamples have no finite strengths.
 * @throws LonghandError `invalid-sample` where something is compared with itself; `invalid-option`
 * for a setting out of range.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { bradleyTerry } from "longhand/statistics";
 *
 * const result = bradleyTerry(
 *   [
 *     { first: "tree", second: "outline", outcome: "first", cluster: "text-1" },
 *     { first: "tree", second: "outline", outcome: "second", cluster: "text-2" },
 *     { first: "outline", second: "tree", outcome: "tie", cluster: "text-3" },
 *   ],
 *   { resamples: 10_000, random: randomStream(7, "bradley-terry") },
 * );
 * if (result.status === "defined") console.log(result.strengths[0]?.name);
 * ```
 */
export function bradleyTerry(
  comparisons: readonly Comparison[],
  bootstrap: CoefficientBootstrap,
): BradleyTerry {
  const { resamples, random, level = 0.95 } = bootstrap;
  checkCount("resamples", resamples);
  checkProportion("level", level);
  if (comparisons.length === 0) return { status: "undefined", reason: "no-comparisons" };
  const judgements = gather(comparisons);
  const fitted = fitStrengths(judgements, undefined);
  if (fitted === undefined) return { status: "undefined", reason: "not-connected" };
  const spread = resampledStrengths(judgements, { resamples, random }, fitted.strengths);
  const strengths = judgements.names.map((name, item) => ({
    name,
    strength: fitted.strengths[item] as number,
    standardError: fitted.standardErrors()[item] as number,
    ...endsOf(spread.byItem[item], level),
  }));
  strengths.sort(
    (left, right) => right.strength - left.strength || (left.name < right.name ? -1 : 1),
  );
  return {
    status: "defined",
    strengths,
    undefinedResamples: spread.undefinedResamples,
    ...(spread.reason === undefined ? {} : { reason: spread.reason }),
  };
}

function endsOf(
  values: readonly number[] | undefined,
  level: number,
): { ciLow?: number; ciHigh?: number } {
  if (values === undefined) return {};
  const sorted = Float64Array.from(values).sort();
  return { ciLow: quantile(sorted, (1 - level) / 2), ciHigh: quantile(sorted, (1 + level) / 2) };
}

/** Judgements as points: for each cluster, which cells of the matrix of wins get how much. */
interface Judgements {
  readonly names: readonly string[];
  readonly clusters: readonly (readonly { readonly cell: number; readonly points: number }[])[];
}

function gather(comparisons: readonly Comparison[]): Judgements {
  const names = [...new Set(comparisons.flatMap(({ first, second }) => [first, second]))].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const clusters = new Map<string, { cell: number; points: number }[]>();
  for (const [index, { first, second, outcome, cluster }] of comparisons.entries()) {
    checkSides(first, second);
    const label = cluster === undefined ? `alone:${index}` : `cluster:${cluster}`;
    const list = clusters.get(label) ?? [];
    clusters.set(label, list);
    const forward = (places.get(first) as number) * names.length + (places.get(second) as number);
    const backward = (places.get(second) as number) * names.length + (places.get(first) as number);
    if (outcome === "tie")
      list.push({ cell: forward, points: 0.5 }, { cell: backward, points: 0.5 });
    else list.push({ cell: outcome === "first" ? forward : backward, points: 1 });
  }
  // Ordered by content, so that the order the judgements came in changes no digit.
  const lists = [...clusters.values()].map((list) =>
    list.sort((left, right) => left.cell - right.cell || left.points - right.points),
  );
  const keyed = lists.map((list) => ({ list, key: JSON.stringify(list) }));
  keyed.sort((left, right) => (left.key < right.key ? -1 : Number(left.key > right.key)));
  return { names, clusters: keyed.map(({ list }) => list) };
}

function checkSides(first: string, second: string): void {
  if (first !== second) return;
  throw new LonghandError(`"${first}" is compared with itself.`, {
    code: "invalid-sample",
    hint: "Leave out comparisons of a system with itself.",
  });
}

interface Fit {
  readonly strengths: Float64Array;
  standardErrors(): Float64Array;
}

/** Fits the clusters with these indexes, or all of them; `undefined` without a finite maximum. */
function fitStrengths(
  { names, clusters }: Judgements,
  drawn: Int32Array | undefined,
  start?: Float64Array,
): Fit | undefined {
  const size = names.length;
  const wins = new Float64Array(size * size);
  const indexes = drawn ?? clusters.keys();
  for (const index of indexes) {
    for (const { cell, points } of clusters[index] as (typeof clusters)[number]) {
      wins[cell] = (wins[cell] as number) + points;
    }
  }
  if (!isConnected(wins, size)) return undefined;
  const strengths = maximise(wins, start ?? new Float64Array(size));
  return { strengths, standardErrors: () => standardErrors(wins, strengths) };
}

/** A finite maximum exists where everybody can be reached from everybody along wins (Ford 1957). */
function isConnected(wins: Float64Array, size: number): boolean {
  const beats = (winner: number, loser: number): boolean =>
    (wins[winner * size + loser] as number) > 0;
  return (
    reaches(size, beats) === size && reaches(size, (loser, winner) => beats(winner, loser)) === size
  );
}

function reaches(size: number, leadsTo: (from: number, to: number) => boolean): number {
  const seen = new Set([0]);
  for (const from of seen) {
    for (let to = 0; to < size; to++) if (leadsTo(from, to)) seen.add(to);
  }
  return seen.size;
}

/** Newton's method; the likelihood is concave, so halving a step that overshoots is enough. */
function maximise(wins: Float64Array, start: Float64Array): Float64Array {
  let strengths = start;
  let likelihood = logLikelihood(wins, strengths);
  for (let round = 0; round < 100; round++) {
    const { gradient, inverse } = derivatives(wins, strengths);
    const step = gradient.map((_, row) =>
      gradient.reduce(
        (sum, slope, column) => sum + (inverse[row * gradient.length + column] as number) * slope,
        0,
      ),
    );
    let share = 1;
    let moved = strengths;
    let reached = likelihood;
    do {
      moved = strengths.map((value, item) => value + share * (step[item] as number));
      reached = logLikelihood(wins, moved);
      share /= 2;
    } while (reached < likelihood && share > 1e-9);
    if (reached < likelihood) return strengths;
    strengths = moved;
    likelihood = reached;
    if (step.every((value) => Math.abs(value) < 1e-12)) break;
  }
  return strengths;
}

function logLikelihood(wins: Float64Array, strengths: Float64Array): number {
  const size = strengths.length;
  let sum = 0;
  for (const [cell, points] of wins.entries()) {
    if (points === 0) continue;
    const lead =
      (strengths[Math.floor(cell / size)] as number) - (strengths[cell % size] as number);
    sum -= points * (lead > 0 ? Math.log1p(Math.exp(-lead)) : Math.log1p(Math.exp(lead)) - lead);
  }
  return sum;
}

/** Gradient of the log-likelihood, and the inverse of the information plus a constant 1/size. */
function derivatives(
  wins: Float64Array,
  strengths: Float64Array,
): { gradient: Float64Array; inverse: Float64Array } {
  const size = strengths.length;
  const gradient = new Float64Array(size);
  // Strengths are known up to a constant; the added 1/size fixes it to mean 0.
  const information = new Float64Array(size * size).fill(1 / size);
  const add = (row: number, column: number, value: number): void => {
    information[row * size + column] = (information[row * size + column] as number) + value;
  };
  for (const [cell, points] of wins.entries()) {
    if (points === 0) continue;
    const winner = Math.floor(cell / size);
    const loser = cell % size;
    const lead = (strengths[winner] as number) - (strengths[loser] as number);
    const surprise = 1 / (1 + Math.exp(lead));
    gradient[winner] = (gradient[winner] as number) + points * surprise;
    gradient[loser] = (gradient[loser] as number) - points * surprise;
    const weight = points * surprise * (1 - surprise);
    add(winner, winner, weight);
    add(loser, loser, weight);
    add(winner, loser, -weight);
    add(loser, winner, -weight);
  }
  return { gradient, inverse: invertSymmetric(information, size) };
}

function standardErrors(wins: Float64Array, strengths: Float64Array): Float64Array {
  const size = strengths.length;
  const { inverse } = derivatives(wins, strengths);
  return strengths.map((_, item) => Math.sqrt((inverse[item * size + item] as number) - 1 / size));
}

interface Spread {
  /** Per item the strengths of all resamples; empty where there are no intervals. */
  readonly byItem: readonly (readonly number[])[];
  readonly undefinedResamples: number;
  readonly reason?: string;
}

function resampledStrengths(
  judgements: Judgements,
  { resamples, random }: Pick<CoefficientBootstrap, "resamples" | "random">,
  start: Float64Array,
): Spread {
  const units = judgements.clusters.length;
  if (units < MIN_FOR_INTERVAL) {
    const reason = `fewer than ${MIN_FOR_INTERVAL} clusters: no interval`;
    return { byItem: [], undefinedResamples: 0, reason };
  }
  const draws = openFastDraws(random);
  const drawn = new Int32Array(units);
  const byItem = judgements.names.map((): number[] => []);
  for (let resample = 0; resample < resamples; resample++) {
    draws.indexes(drawn, units);
    const fitted = fitStrengths(judgements, drawn, start);
    if (fitted === undefined) continue;
    for (const [item, strength] of fitted.strengths.entries()) byItem[item]?.push(strength);
  }
  const undefinedResamples = resamples - (byItem[0]?.length ?? 0);
  if (undefinedResamples <= 0.05 * resamples) return { byItem, undefinedResamples };
  const reason = `undefined in ${undefinedResamples} of ${resamples} resamples: no interval`;
  return { byItem: [], undefinedResamples, reason };
}
