import { LonghandError } from "../../foundation/index.ts";

/** The tokens of one text, special tokens at both ends included. */
export interface TokenVectors {
  /** One vector per token, all of one length. */
  readonly vectors: readonly ArrayLike<number>[];
  /** One weight per token, 0 or more: 0 for the special tokens, 1 or an idf for the others. */
  readonly weights: ArrayLike<number>;
}

/** Similarities of a text to another, usually from 0 to 1. */
export interface GreedyMatch {
  /** How well the prediction's tokens are matched by the reference. */
  readonly precision: number;
  /** How well the reference's tokens are matched by the prediction. */
  readonly recall: number;
  /** Harmonic mean of both. */
  readonly fmeasure: number;
}

/**
 * The core of BERTScore on given vectors: each token takes the most similar token of the other side,
 * by cosine; weighted means are precision and recall. Usually from 0 to 1, higher is better; cosines
 * may be negative. Numbers depend wholly on the model behind the vectors: never compare across
 * models, layers or revisions.
 *
 * Tokens of weight 0 are still matched with. A text of special tokens alone has 0 throughout, and one
 * whose tokens all weigh 0 has no score. Each pair is computed by itself, where the reference lets padding take part when batching.
 *
 * Source: Zhang and others, BERTScore, 2020; bert_score's `greedy_cos_idf`.
 *
 * @param prediction - The text to judge.
 * @param reference - What it should have been.
 * @returns The similarities; `undefined` where all weights of a side are 0.
 * @throws LonghandError `invalid-vectors` if vectors differ in length or weights in number, or if a
 *   vector is zero or not finite.
 *
 * @example
 * ```ts
 * import { greedyMatch } from "longhand/scoring";
 *
 * const side = { vectors: [[1, 0], [0, 1], [1, 0]], weights: [0, 1, 0] };
 * console.log(greedyMatch(side, side)?.fmeasure); // 1
 * ```
 */
export function greedyMatch(
  prediction: TokenVectors,
  reference: TokenVectors,
): GreedyMatch | undefined {
  const width = prediction.vectors[0]?.length ?? reference.vectors[0]?.length ?? 0;
  const rows = unitRows(prediction, width);
  const columns = unitRows(reference, width);
  // The reference empties the numbers of a side of special tokens alone.
  if (prediction.vectors.length <= 2 || reference.vectors.length <= 2) return NOTHING;
  const [bestOfRows, bestOfColumns] = bestSimilarities(rows, columns, width);
  const precision = weightedMean(bestOfRows, prediction.weights);
  const recall = weightedMean(bestOfColumns, reference.weights);
  if (precision === undefined || recall === undefined) return undefined;
  const fmeasure = (2 * precision * recall) / (precision + recall);
  return { precision, recall, fmeasure: Number.isNaN(fmeasure) ? 0 : fmeasure };
}

const NOTHING: GreedyMatch = { precision: 0, recall: 0, fmeasure: 0 };

/**
 * The best of several references: precision, recall and F each for itself, as bert_score does.
 *
 * @param prediction - The text to judge.
 * @param references - What it should have been.
 * @returns The similarities; `undefined` without references that can be compared.
 */
export function bestGreedyMatch(
  prediction: TokenVectors,
  references: readonly TokenVectors[],
): GreedyMatch | undefined {
  const matches = references
    .map((reference) => greedyMatch(prediction, reference))
    .filter((match) => match !== undefined);
  if (matches.length === 0) return undefined;
  return {
    precision: Math.max(...matches.map((match) => match.precision)),
    recall: Math.max(...matches.map((match) => match.recall)),
    fmeasure: Math.max(...matches.map((match) => match.fmeasure)),
  };
}

/**
 * Weights for tokens by how few references hold them: ln((D + 1) / (df + 1)).
 *
 * @param documents - The tokens of each reference.
 * @returns The weight of a token; ln(D + 1) for one that no reference holds.
 */
export function inverseDocumentFrequency(
  documents: readonly (readonly string[])[],
): (token: string) => number {
  const holders = new Map<string, number>();
  for (const document of documents) {
    for (const token of new Set(document)) holders.set(token, (holders.get(token) ?? 0) + 1);
  }
  return (token) => Math.log((documents.length + 1) / ((holders.get(token) ?? 0) + 1));
}

/**
 * Spreads similarities by a baseline, so that unrelated texts come near 0: (x − b) / (1 − b).
 *
 * @param match - Similarities.
 * @param baseline - Mean similarity of unrelated texts for each of them, below 1.
 * @returns The spread similarities; they can be negative.
 */
export function rescaled(match: GreedyMatch, baseline: GreedyMatch): GreedyMatch {
  const spread = (value: number, base: number): number => (value - base) / (1 - base);
  return {
    precision: spread(match.precision, baseline.precision),
    recall: spread(match.recall, baseline.recall),
    fmeasure: spread(match.fmeasure, baseline.fmeasure),
  };
}

/** The vectors one after the other, each of length 1. */
function unitRows({ vectors, weights }: TokenVectors, width: number): Float64Array {
  const unlike = vectors.find((vector) => vector.length !== width);
  if (unlike !== undefined || weights.length !== vectors.length) {
    throw new LonghandError(
      unlike === undefined
        ? `There are ${weights.length} weights for ${vectors.length} token vectors.`
        : `Token vectors of ${width} and of ${unlike.length} numbers cannot be compared.`,
      { code: "invalid-vectors", hint: "Take both sides from one model and layer." },
    );
  }
  const rows = new Float64Array(vectors.length * width);
  for (const [row, vector] of vectors.entries()) {
    let squares = 0;
    for (let at = 0; at < width; at++) squares += (vector[at] as number) ** 2;
    const norm = Math.sqrt(squares);
    if (!(norm > 0 && norm < Infinity)) refuseVector(row);
    for (let at = 0; at < width; at++) rows[row * width + at] = (vector[at] as number) / norm;
  }
  return rows;
}

/** Highest similarity of each row to any column, and of each column to any row. */
function bestSimilarities(
  rows: Float64Array,
  columns: Float64Array,
  width: number,
): [Float64Array, Float64Array] {
  const bestOfRows = new Float64Array(width === 0 ? 0 : rows.length / width).fill(-Infinity);
  const bestOfColumns = new Float64Array(width === 0 ? 0 : columns.length / width).fill(-Infinity);
  for (let row = 0; row < bestOfRows.length; row++) {
    for (let column = 0; column < bestOfColumns.length; column++) {
      let dot = 0;
      for (let at = 0; at < width; at++) {
        dot += (rows[row * width + at] as number) * (columns[column * width + at] as number);
      }
      bestOfRows[row] = Math.max(bestOfRows[row] as number, dot);
      bestOfColumns[column] = Math.max(bestOfColumns[column] as number, dot);
    }
  }
  return [bestOfRows, bestOfColumns];
}

function refuseVector(row: number): never {
  throw new LonghandError(`The vector of token ${row + 1} is zero or not finite.`, {
    code: "invalid-vectors",
    hint: "Such a vector has no direction to compare: check the model that made it.",
  });
}

/** Weights are made to sum to 1 first; nothing where they sum to 0. */
function weightedMean(values: Float64Array, weights: ArrayLike<number>): number | undefined {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += weights[at] as number;
  if (sum === 0) return undefined;
  let mean = 0;
  for (let at = 0; at < values.length; at++) {
    mean += (values[at] as number) * ((weights[at] as number) / sum);
  }
  return mean;
}
