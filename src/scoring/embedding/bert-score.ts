import {
  bestGreedyMatch,
  type GreedyMatch,
  rescaled,
  type TokenVectors,
} from "../bertscore/greedy-match.ts";
import type { EmbeddingScore } from "./embedding-score.ts";

/** What {@link bertScore} compares. */
export interface BertScoreInput {
  /** The tokens of the text to judge. */
  readonly prediction: TokenVectors;
  /** Those of what it should have been. */
  readonly references: readonly TokenVectors[];
  /** Where the vectors come from, as `vectorSignature` names it. */
  readonly vectors: string;
  /** Whether the weights are inverse document frequencies, for the signature. @defaultValue `false` */
  readonly idf?: boolean;
  /** Mean similarity of unrelated texts, to spread the numbers by. @defaultValue none */
  readonly baseline?: GreedyMatch & {
    /** Its name, for the signature. */
    readonly name: string;
  };
}

/** Both directions of {@link bertScore}. */
export interface BertScoreFacts {
  /** How well the prediction's tokens are matched by the reference. */
  readonly precision: number;
  /** How well the reference's tokens are matched by the prediction. */
  readonly recall: number;
}

/**
 * How well the tokens of two texts match by meaning: BERTScore's F over given vectors, with precision
 * and recall; the best reference counts. Usually 0 to 1, and close together without a baseline; higher
 * is better. Numbers depend wholly on the model: never compare across signatures. Distrust it for
 * negations and numbers, which look alike to most models, and for texts beyond a model's window. A text
 * without a token that counts is unscored.
 *
 * Source: Zhang and others, BERTScore, 2020. The matching is `greedyMatch`.
 *
 * @param input - Tokens of both sides, and where their vectors come from.
 * @returns F, precision and recall.
 * @throws LonghandError `invalid-vectors` if vectors do not fit together.
 *
 * @example
 * ```ts
 * import type { TokenEmbeddingModel } from "longhand/models";
 * import { bertScore, vectorSignature } from "longhand/scoring";
 *
 * export async function compare(model: TokenEmbeddingModel, text: string, reference: string) {
 *   const [prediction, other] = await model.embedTokens([text, reference]);
 *   if (prediction === undefined || other === undefined) return undefined;
 *   const vectors = vectorSignature(model.description, "tokens");
 *   return bertScore({ prediction, references: [other], vectors });
 * }
 * ```
 */
export function bertScore(input: BertScoreInput): EmbeddingScore<BertScoreFacts> {
  const { prediction, vectors, idf = false, baseline } = input;
  const rescale = baseline === undefined ? "no" : baseline.name;
  const signature = `bertscore|vec:${vectors}|idf:${idf ? "yes" : "no"}|rescale:${rescale}|pad:alone|v:1`;
  if (!counts(prediction)) return { status: "unscored", signature, reason: "no-words" };
  const match = bestGreedyMatch(prediction, input.references.filter(counts));
  if (match === undefined) return { status: "unscored", signature, reason: "no-reference" };
  const { precision, recall, fmeasure } =
    baseline === undefined ? match : rescaled(match, baseline);
  return { status: "scored", signature, value: fmeasure, precision, recall };
}

function counts({ weights }: TokenVectors): boolean {
  return Array.from(weights).some((weight) => weight > 0);
}
