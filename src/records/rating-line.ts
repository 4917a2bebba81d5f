import { z } from "zod";
import { type RatingAnswer, ratingAnswerSchema } from "./rating-answer.ts";

/** One line of an export of ratings: about the study, a text, a rater, a reading, or an answer. */
export type RatingLine = StudyLine | TextLine | RaterLine | ReadingLine | AnswerLine;

/** First line of an export. */
export interface StudyLine {
  /** What the line is about. */
  readonly kind: "study";
  /** Version of the format. */
  readonly version: 1;
  /** Name of the study. */
  readonly name: string;
  /** Hash of its plan. */
  readonly planHash: string;
  /** Ids of the dimensions, in order. */
  readonly dimensions: readonly string[];
  /** Complete ratings that each text should have. */
  readonly ratersPerText: number;
}

/** A text that was rated; who wrote it stands in the key, which lies apart. */
export interface TextLine {
  /** What the line is about. */
  readonly kind: "text";
  /** Its id, drawn for this study. */
  readonly text: string;
  /** Id of its prompt. */
  readonly prompt: string;
  /** Words that were read. */
  readonly words: number;
  /** Whether it is a control; absent for texts that count. */
  readonly isControl?: true;
}

/** One rater, by pseudonym. */
export interface RaterLine {
  /** What the line is about. */
  readonly kind: "rater";
  /** Pseudonym. */
  readonly rater: string;
  /** How well the rater reads the language, as stated; absent if not stated. */
  readonly languageLevel?: string;
  /** Marks of the training text by dimension; absent without training. */
  readonly training?: Readonly<Record<string, number>>;
  /** Answers of the survey by id of the question; absent before. */
  readonly survey?: Readonly<Record<string, string | number>>;
}

/** One rater and one text. */
export interface ReadingLine {
  /** What the line is about. */
  readonly kind: "reading";
  /** Pseudonym. */
  readonly rater: string;
  /** Id of the text. */
  readonly text: string;
  /** What became of it; only `complete` readings count. */
  readonly status: "active" | "complete" | "skipped" | "expired";
  /** When the text was taken, in milliseconds since 1970. */
  readonly takenAtMs: number;
  /** When it was submitted, skipped, or ran out; absent while it is active. */
  readonly endedAtMs?: number;
  /** Time for which the text was on the screen and in use, in milliseconds. */
  readonly readMs: number;
}

/** The current answer of a rater to a dimension of a text, with all that it ever was. */
export interface AnswerLine {
  /** What the line is about. */
  readonly kind: "answer";
  /** Pseudonym. */
  readonly rater: string;
  /** Id of the text. */
  readonly text: string;
  /** Id of the dimension. */
  readonly dimension: string;
  /** The answer: the last of the history. */
  readonly answer: RatingAnswer;
  /** All answers in the order they were given. */
  readonly history: readonly AnswerVersion[];
}

/** One answer of a history. */
export interface AnswerVersion {
  /** When it was given, in milliseconds since 1970. */
  readonly atMs: number;
  /** The answer. */
  readonly answer: RatingAnswer;
}

/** Schema of {@link RatingLine}. */
export const ratingLineSchema: z.ZodType<RatingLine> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("study"),
    version: z.literal(1),
    name: z.string().min(1),
    planHash: z.string().regex(/^[0-9a-f]{64}$/),
    dimensions: z.array(z.string().min(1)).min(1),
    ratersPerText: z.int().min(1),
  }),
  z.strictObject({
    kind: z.literal("text"),
    text: z.string().min(1),
    prompt: z.string().min(1),
    words: z.int().min(0),
    isControl: z.exactOptional(z.literal(true)),
  }),
  z.strictObject({
    kind: z.literal("rater"),
    rater: z.string().min(1),
    languageLevel: z.exactOptional(z.string()),
    training: z.exactOptional(z.record(z.string(), z.int().min(1).max(5))),
    survey: z.exactOptional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
  z.strictObject({
    kind: z.literal("reading"),
    rater: z.string().min(1),
    text: z.string().min(1),
    status: z.enum(["active", "complete", "skipped", "expired"]),
    takenAtMs: z.number(),
    endedAtMs: z.exactOptional(z.number()),
    readMs: z.number().min(0),
  }),
  z.strictObject({
    kind: z.literal("answer"),
    rater: z.string().min(1),
    text: z.string().min(1),
    dimension: z.string().min(1),
    answer: ratingAnswerSchema,
    history: z.array(z.strictObject({ atMs: z.number(), answer: ratingAnswerSchema })).min(1),
  }),
]);
