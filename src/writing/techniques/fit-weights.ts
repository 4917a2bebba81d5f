import { LonghandError } from "../../foundation/index.ts";
import type { ScoreParts } from "../draft/candidate-score.ts";
import { SCORE_WEIGHTS, type ScoreWeights } from "./score-weights.ts";

/** A draft that somebody rated. */
export interface RatedDraft {
  /** Parts of its score. */
  readonly parts: Partial<ScoreParts>;
  /** The rating, on any scale; higher is better. */
  readonly rating: number;
}

/** Weights found from ratings. */
export interface FittedWeights {
  /** Weights that sum up to 1; parts without influence have 0. */
  readonly weights: Partial<ScoreWeights>;
  /** Share of the ratings' variance that they explain, 0–1. */
  readonly explained: number;
  /** Drafts that were used. */
  readonly drafts: number;
  /** Parts that some draft lacks, or that are the same in all: nothing can be said about them. */
  readonly leftOut: readonly (keyof ScoreParts)[];
}

/** Fewest drafts for each weight. */
const DRAFTS_PER_WEIGHT = 3;
const MOST_ROUNDS = 10_000;
const ENOUGH = 1e-12;

/**
 * Fits the weights of the score to ratings by least squares. No weight falls below 0: a part that would
 * count against a draft does not count.
 *
 * @param drafts - Rated drafts.
 * @returns The weights.
 * @throws LonghandError `too-few-ratings` for fewer than three drafts a weight; `no-influence` if no part goes
 *   with the ratings.
 */
export function fitWeights(drafts: readonly RatedDraft[]): FittedWeights {
  const all = Object.keys(SCORE_WEIGHTS) as (keyof ScoreParts)[];
  const used = all.filter((part) => isTelling(drafts.map(({ parts }) => parts[part])));
  if (used.length === 0 || drafts.length < DRAFTS_PER_WEIGHT * used.length) {
    throw new LonghandError(
      `${drafts.length} rated drafts are too few for ${used.length} weights.`,
      {
        code: "too-few-ratings",
        hint: `Rate at least ${DRAFTS_PER_WEIGHT} drafts for each part that varies: ${used.join(", ")}.`,
        details: { drafts: drafts.length, parts: used },
      },
    );
  }
  const columns = used.map((part) => centred(drafts.map(({ parts }) => parts[part] as number)));
  const ratings = centred(drafts.map(({ rating }) => rating));
  const found = leastSquares(columns, ratings);
  const sum = found.reduce((total, value) => total + value, 0);
  if (sum <= 0) {
    throw new LonghandError("No part of the score goes with the ratings.", {
      code: "no-influence",
      hint: "Look at the ratings: a higher one has to mean a better draft.",
    });
  }
  const weights = Object.fromEntries(
    used.map((part, at) => [part, rounded((found[at] as number) / sum)]),
  );
  return {
    weights,
    explained: explainedBy(columns, ratings, found),
    drafts: drafts.length,
    leftOut: all.filter((part) => !used.includes(part)),
  };
}

function isTelling(values: readonly (number | undefined)[]): boolean {
  return values.every((value) => value !== undefined) && new Set(values).size > 1;
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** Weights of 0 and more with the least sum of squares, one after the other until none moves. */
function leastSquares(
  columns: readonly (readonly number[])[],
  ratings: readonly number[],
): number[] {
  const weights = columns.map(() => 0);
  const rest = [...ratings];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let moved = 0;
    for (const [at, column] of columns.entries()) {
      const before = weights[at] as number;
      const after = Math.max(0, before + dot(column, rest) / dot(column, column));
      weights[at] = after;
      for (const [row, value] of column.entries()) {
        rest[row] = (rest[row] as number) - (after - before) * value;
      }
      moved = Math.max(moved, Math.abs(after - before));
    }
    if (moved < ENOUGH) break;
  }
  return weights;
}

function explainedBy(
  columns: readonly (readonly number[])[],
  ratings: readonly number[],
  weights: readonly number[],
): number {
  const all = dot(ratings, ratings);
  if (all === 0) return 0;
  const rest = ratings.map((rating, row) =>
    columns.reduce(
      (left, column, at) => left - (weights[at] as number) * (column[row] as number),
      rating,
    ),
  );
  return rounded(1 - dot(rest, rest) / all);
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);
}

function rounded(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
