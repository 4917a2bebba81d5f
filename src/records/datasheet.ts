import { z } from "zod";

/** An answer of a datasheet. */
export interface DatasheetAnswer {
  /** Number of the question in the Human Evaluation Datasheet (HEDS) 3.0, for instance `3.2.1`. */
  readonly question: string;
  /** What it is about, in a few words of our own. */
  readonly about: string;
  /** The answer; null where only the organisers know it. */
  readonly answer: string | number | null;
}

/** Answers about one rated dimension: section 4 of HEDS, which is filled in once for each. */
export interface DatasheetCriterion {
  /** Id of the dimension. */
  readonly dimension: string;
  /** The answers. */
  readonly answers: readonly DatasheetAnswer[];
}

/** Answers about one rating study to HEDS 3.0 (Belz and Thomson, 2025), as far as an archive holds them. */
export interface Datasheet {
  /** Name of the study. */
  readonly study: string;
  /** Answers to sections 1, 2, 3 and 5. */
  readonly answers: readonly DatasheetAnswer[];
  /** Answers to section 4. */
  readonly criteria: readonly DatasheetCriterion[];
  /** Questions that are left to the organisers. */
  readonly open: readonly string[];
}

const answerSchema = z.strictObject({
  question: z.string().min(1),
  about: z.string().min(1),
  answer: z.union([z.string(), z.number(), z.null()]),
});

/** Schema of {@link Datasheet}. */
export const datasheetSchema: z.ZodType<Datasheet> = z.strictObject({
  study: z.string(),
  answers: z.array(answerSchema),
  criteria: z.array(z.strictObject({ dimension: z.string(), answers: z.array(answerSchema) })),
  open: z.array(z.string()),
});
