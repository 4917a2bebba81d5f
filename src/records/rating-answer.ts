import { z } from "zod";
import { HIGHEST_MARK, LOWEST_MARK } from "./rating-dimension.ts";

/** What a rater says about one dimension of one text: a mark from 1 to 5, or why there is none. */
export type RatingAnswer =
  | {
      /** A whole number from 1 to 5. */
      readonly value: number;
    }
  | {
      /** Why the text cannot be judged. */
      readonly cannotJudge: string;
    };

/** Schema of {@link RatingAnswer}: exactly one of the two; texts, fractions and nulls are refused. */
export const ratingAnswerSchema: z.ZodType<RatingAnswer> = z.union([
  z.strictObject({ value: z.int().min(LOWEST_MARK).max(HIGHEST_MARK) }),
  z.strictObject({ cannotJudge: z.string().regex(/\S/, "must give a reason").max(2000) }),
]);

/** Body of `PUT /ratings/leases/:lease/answers/:dimension`; the key goes into `Idempotency-Key`. */
export type SaveAnswerRequest = RatingAnswer & {
  /** Version of the answer that the rater saw: 0 where there was none. */
  readonly baseVersion: number;
};

const baseVersion = z.int().min(0);

/** Schema of {@link SaveAnswerRequest}. */
export const saveAnswerRequestSchema: z.ZodType<SaveAnswerRequest> = z.union([
  z.strictObject({ value: z.int().min(LOWEST_MARK).max(HIGHEST_MARK), baseVersion }),
  z.strictObject({
    cannotJudge: z.string().regex(/\S/, "must give a reason").max(2000),
    baseVersion,
  }),
]);

/** The current answer of a rater to one dimension of a text. */
export interface CurrentAnswer {
  /** Id of the dimension. */
  readonly dimension: string;
  /** The answer. */
  readonly answer: RatingAnswer;
  /** How many times it has been given, from 1; the next save names it as `baseVersion`. */
  readonly version: number;
}

/** Schema of {@link CurrentAnswer}. */
export const currentAnswerSchema: z.ZodType<CurrentAnswer> = z.strictObject({
  dimension: z.string(),
  answer: ratingAnswerSchema,
  version: z.int().min(1),
});

/** Reply to a saved answer. */
export interface SavedAnswer extends CurrentAnswer {
  /** When the lease now ends, in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Schema of {@link SavedAnswer}. */
export const savedAnswerSchema: z.ZodType<SavedAnswer> = z.strictObject({
  dimension: z.string(),
  answer: ratingAnswerSchema,
  version: z.int().min(1),
  expiresAtMs: z.number(),
});
