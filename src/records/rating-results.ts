import { z } from "zod";
import {
  type AgreementValue,
  agreementValueSchema,
  type DimensionAgreement,
  dimensionAgreementSchema,
} from "./rating-agreement.ts";

/** What stands out about a rater. Flags are seen by organisers; they change no result by themselves. */
export interface RaterFlags {
  /** Pseudonym. */
  readonly rater: string;
  /** Texts submitted, controls left out. */
  readonly texts: number;
  /** Ids of texts that were read faster than 900 words a minute. */
  readonly tooFast: readonly string[];
  /** Ids of texts that got one and the same mark in every dimension. */
  readonly straightLined: readonly string[];
  /** Ids of controls with an answer outside what is expected. */
  readonly controlMisses: readonly string[];
  /** Limits of the planned rule that were reached; the rater is left out of the second results if there is one. */
  readonly reasons: readonly ("too-fast" | "straight-lining" | "control-misses")[];
}

/** One text and one dimension. */
export interface TextResult {
  /** Id of the text. */
  readonly text: string;
  /** Id of its system. */
  readonly system: string;
  /** Id of its prompt. */
  readonly prompt: string;
  /** Id of the dimension. */
  readonly dimension: string;
  /** Mean of its marks; absent without any. */
  readonly mean?: number;
  /** Its marks, ascending. */
  readonly marks: readonly number[];
  /** Answers `cannot judge`. */
  readonly cannotJudge: number;
}

/** One system and one dimension. */
export interface SystemResult {
  /** Id of the system. */
  readonly system: string;
  /** Id of the dimension. */
  readonly dimension: string;
  /** Prompts with a text that has a mark. */
  readonly prompts: number;
  /** Marks. */
  readonly ratings: number;
  /** Answers `cannot judge`. */
  readonly cannotJudge: number;
  /** Mean over prompts of the means of texts; absent without marks. */
  readonly mean?: number;
  /** Lower end of its 95 % interval, by resampling prompts; absent below five. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Median of all marks; absent without marks. */
  readonly median?: number;
  /** How often each mark was given, from 1 to 5. */
  readonly counts: readonly number[];
  /** Why a number above is absent. */
  readonly reason?: string;
}

/** Two systems and one dimension. */
export interface SystemComparison {
  /** Id of the dimension. */
  readonly dimension: string;
  /** Id of the first system. */
  readonly first: string;
  /** Id of the second. */
  readonly second: string;
  /** Prompts with a text of both. */
  readonly prompts: number;
  /** Mean of the first minus the second; absent without common prompts. */
  readonly difference?: number;
  /** Lower end of its 95 % interval, by resampling prompts; absent below five. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Two-sided p of the permutation test; absent without common prompts. */
  readonly p?: number;
  /** p after Holm's correction over all pairs and dimensions. */
  readonly adjustedP?: number;
  /** Whether p counts every permutation instead of drawn ones. */
  readonly exact?: boolean;
  /** Prompts where the first is ahead. */
  readonly wins: number;
  /** Prompts where both are equal. */
  readonly ties: number;
  /** Prompts where the second is ahead. */
  readonly losses: number;
}

/** How far one metric orders texts, and systems, as raters do in one dimension. */
export interface MetricValidity {
  /** Name of the metric. */
  readonly metric: string;
  /** Id of the dimension. */
  readonly dimension: string;
  /** Texts with both values. */
  readonly texts: number;
  /** Systems with both values. */
  readonly systems: number;
  /** Spearman's correlation over texts, with an interval by resampling texts. */
  readonly overTexts: AgreementValue;
  /** Spearman's correlation over the means of systems, with an interval by resampling systems. */
  readonly overSystems: AgreementValue;
  /** Whether the plan did not declare the metric. */
  readonly isExploratory: boolean;
}

/** One set of results. */
export interface ResultSet {
  /** Raters in it. */
  readonly raters: number;
  /** Systems by dimension. */
  readonly systems: readonly SystemResult[];
  /** Texts by dimension. */
  readonly texts: readonly TextResult[];
  /** Pairs of systems by dimension. */
  readonly comparisons: readonly SystemComparison[];
  /** Comparisons with the texts by people, where there are any; a part of `comparisons`. */
  readonly againstHuman: readonly SystemComparison[];
}

/** What ratings come to: `GET /studies/:id/results`, once the key is open. */
export interface RatingAnalysis {
  /** Hash of the plan. */
  readonly planHash: string;
  /** What stands out about each rater. */
  readonly raters: readonly RaterFlags[];
  /** Agreement of all raters about the texts, controls left out. */
  readonly agreement: readonly DimensionAgreement[];
  /** Results with all raters. */
  readonly all: ResultSet;
  /** Results without the raters that the planned rule leaves out; absent where it leaves out nobody. */
  readonly withoutFlagged?: ResultSet;
  /** Automatic metrics against ratings, of all raters. */
  readonly metrics: readonly MetricValidity[];
  /** Texts with fewer or more complete ratings than planned. */
  readonly deviations: readonly string[];
}

const optionalNumber = z.exactOptional(z.number());

const flagsSchema = z.strictObject({
  rater: z.string(),
  texts: z.int(),
  tooFast: z.array(z.string()),
  straightLined: z.array(z.string()),
  controlMisses: z.array(z.string()),
  reasons: z.array(z.enum(["too-fast", "straight-lining", "control-misses"])),
});

const textSchema = z.strictObject({
  text: z.string(),
  system: z.string(),
  prompt: z.string(),
  dimension: z.string(),
  mean: optionalNumber,
  marks: z.array(z.int()),
  cannotJudge: z.int(),
});

const systemSchema = z.strictObject({
  system: z.string(),
  dimension: z.string(),
  prompts: z.int(),
  ratings: z.int(),
  cannotJudge: z.int(),
  mean: optionalNumber,
  ciLow: optionalNumber,
  ciHigh: optionalNumber,
  median: optionalNumber,
  counts: z.array(z.int()),
  reason: z.exactOptional(z.string()),
});

const comparisonSchema = z.strictObject({
  dimension: z.string(),
  first: z.string(),
  second: z.string(),
  prompts: z.int(),
  difference: optionalNumber,
  ciLow: optionalNumber,
  ciHigh: optionalNumber,
  p: optionalNumber,
  adjustedP: optionalNumber,
  exact: z.exactOptional(z.boolean()),
  wins: z.int(),
  ties: z.int(),
  losses: z.int(),
});

const metricSchema = z.strictObject({
  metric: z.string(),
  dimension: z.string(),
  texts: z.int(),
  systems: z.int(),
  overTexts: agreementValueSchema,
  overSystems: agreementValueSchema,
  isExploratory: z.boolean(),
});

const setSchema = z.strictObject({
  raters: z.int(),
  systems: z.array(systemSchema),
  texts: z.array(textSchema),
  comparisons: z.array(comparisonSchema),
  againstHuman: z.array(comparisonSchema),
});

/** Schema of {@link RatingAnalysis}. */
export const ratingAnalysisSchema: z.ZodType<RatingAnalysis> = z.strictObject({
  planHash: z.string(),
  raters: z.array(flagsSchema),
  agreement: z.array(dimensionAgreementSchema),
  all: setSchema,
  withoutFlagged: z.exactOptional(setSchema),
  metrics: z.array(metricSchema),
  deviations: z.array(z.string()),
});
