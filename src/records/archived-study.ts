import { z } from "zod";
import { type RatingDimension, ratingDimensionSchema } from "./rating-dimension.ts";
import { type RatingLine, ratingLineSchema } from "./rating-line.ts";
import { type StudyKeyEntry, studyKeyEntrySchema } from "./rating-organiser.ts";
import { type RatingPlan, ratingPlanSchema } from "./rating-plan.ts";
import { type RatingAnalysis, ratingAnalysisSchema } from "./rating-results.ts";
import type { ControlRange, ExclusionRule, StudyTests } from "./rating-study.ts";

/** A system as a report names it. */
export interface ArchivedSystem {
  /** Id in the key. */
  readonly id: string;
  /** Name in the report. @defaultValue the id */
  readonly name?: string;
  /** Whether its texts were written by people. */
  readonly isHuman?: boolean;
}

/** A score of a metric for a text of the study. */
export interface ArchivedScore {
  /** Name of the metric. */
  readonly metric: string;
  /** Id of the system. */
  readonly system: string;
  /** Id of the prompt. */
  readonly prompt: string;
  /** The score. */
  readonly value: number;
}

/** What raters were told and asked, as the study file has it. */
export interface ArchivedInstrument {
  /** Language of the texts, as BCP 47. */
  readonly language: string;
  /** How much of each text was read. */
  readonly reading: "full" | "excerpts";
  /** Whether raters saw how long a text is. */
  readonly lengthShown: boolean;
  /** Whether a text by a person stood beside the rated one. */
  readonly referenceShown: boolean;
  /** Whether there was a training text with explained answers. */
  readonly training: boolean;
  /** How to rate. */
  readonly instructions: string;
  /** Which wording of the consent was agreed to. */
  readonly consentVersion: string;
  /** The dimensions with their questions and anchors. */
  readonly dimensions: readonly RatingDimension[];
}

/** A closed and unblinded rating study. */
export interface ArchivedStudy {
  /** Its plan, with the hash from before the first rating. */
  readonly plan: RatingPlan;
  /** When it was opened, in UTC milliseconds. */
  readonly openedAtMs: number;
  /** When it was closed, in UTC milliseconds. */
  readonly closedAtMs: number;
  /** Why it was closed although ratings were missing; absent if none were. */
  readonly closingDeviation?: string;
  /** What raters were paid, in the organisers' words; absent if not stated. */
  readonly pay?: string;
  /** How raters were found, in the organisers' words; absent if not stated. */
  readonly recruitment?: string;
  /** How well raters had to read the language, in the organisers' words; absent if not stated. */
  readonly languageLevel?: string;
  /** What raters were told and asked; absent in archives that were put together by hand. */
  readonly instrument?: ArchivedInstrument;
  /** Who was to read what: ids of texts in the order of reading, one list a person; absent as above. */
  readonly design?: readonly (readonly string[])[];
  /** The systems, in the order of the tables. */
  readonly systems: readonly ArchivedSystem[];
  /** By id of a control as the key has it: what an attentive rater may answer. */
  readonly controls: Readonly<Record<string, Readonly<Record<string, ControlRange>>>>;
  /** The rule of exclusion. */
  readonly exclusion: ExclusionRule;
  /** The declared tests. */
  readonly tests: StudyTests;
  /** Seed of the statistics. */
  readonly seed: number;
  /** The ratings with their histories, by pseudonym. */
  readonly ratings: readonly RatingLine[];
  /** Which system wrote which text. */
  readonly key: readonly StudyKeyEntry[];
  /** Automatic scores of the texts. */
  readonly scores: readonly ArchivedScore[];
  /** What the ratings came to. */
  readonly analysis: RatingAnalysis;
}

const ms = z.int();
const mark = z.int().min(1).max(5);
const proportion = z.number().min(0).max(1);

/** Schema of {@link ArchivedStudy}. */
export const archivedStudySchema: z.ZodType<ArchivedStudy> = z.strictObject({
  plan: ratingPlanSchema,
  openedAtMs: ms,
  closedAtMs: ms,
  closingDeviation: z.exactOptional(z.string()),
  pay: z.exactOptional(z.string()),
  recruitment: z.exactOptional(z.string()),
  languageLevel: z.exactOptional(z.string()),
  instrument: z.exactOptional(
    z.strictObject({
      language: z.string().min(1),
      reading: z.enum(["full", "excerpts"]),
      lengthShown: z.boolean(),
      referenceShown: z.boolean(),
      training: z.boolean(),
      instructions: z.string(),
      consentVersion: z.string(),
      dimensions: z.array(ratingDimensionSchema),
    }),
  ),
  design: z.exactOptional(z.array(z.array(z.string().min(1)))),
  systems: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        name: z.exactOptional(z.string().min(1)),
        isHuman: z.exactOptional(z.boolean()),
      }),
    )
    .min(2),
  controls: z.record(
    z.string(),
    z.record(
      z.string(),
      z.strictObject({ least: z.exactOptional(mark), most: z.exactOptional(mark) }),
    ),
  ),
  exclusion: z.strictObject({
    tooFastShare: proportion,
    straightLiningShare: proportion,
    controlMisses: z.int().min(1),
    minTexts: z.int().min(1),
  }),
  tests: z.strictObject({
    dimensions: z.exactOptional(z.array(z.string().min(1)).min(1)),
    permutations: z.int().min(100).max(1_000_000),
    resamples: z.int().min(100).max(1_000_000),
    alpha: z.number().gt(0).lt(1),
    metrics: z.array(z.string()),
  }),
  seed: z.int().min(0),
  ratings: z.array(ratingLineSchema).min(1),
  key: z.array(studyKeyEntrySchema),
  scores: z.array(
    z.strictObject({
      metric: z.string().min(1),
      system: z.string().min(1),
      prompt: z.string().min(1),
      value: z.number(),
    }),
  ),
  analysis: ratingAnalysisSchema,
});
