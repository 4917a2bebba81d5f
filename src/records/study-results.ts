import { z } from "zod";
import { type StudySummary, studySummarySchema } from "./rating-organiser.ts";
import { type RatingAnalysis, ratingAnalysisSchema } from "./rating-results.ts";
import type { ExclusionRule } from "./rating-study.ts";

/** A system of a study as its results name it. */
export interface ResultSystem {
  /** Its id in the analysis; a drawn letter while the study is blinded. */
  readonly id: string;
  /** Its name; `System A` while the study is blinded. */
  readonly name: string;
  /** Whether its texts were written by people; absent while the study is blinded. */
  readonly isHuman?: boolean;
}

/** What a closed study came to: `GET /studies/:id/report`. */
export interface StudyResults {
  /** The study. */
  readonly study: StudySummary;
  /** Whether the key is closed: systems then have drawn letters, and nothing is held against automatic scores. */
  readonly isBlinded: boolean;
  /** The systems. */
  readonly systems: readonly ResultSystem[];
  /** The dimensions, in order. */
  readonly dimensions: readonly {
    /** Its id. */
    readonly id: string;
    /** Its name. */
    readonly label: string;
  }[];
  /** Complete ratings that each text should have. */
  readonly ratersPerText: number;
  /** Level of the family of tests. */
  readonly alpha: number;
  /** The planned rule of exclusion. */
  readonly exclusion: ExclusionRule;
  /** Why it was closed although ratings were missing; absent if none were. */
  readonly deviation?: string;
  /** The challenge; absent for a study of its own. */
  readonly challengeId?: string;
  /** What the ratings came to. */
  readonly analysis: RatingAnalysis;
}

/** Schema of {@link StudyResults}. */
export const studyResultsSchema: z.ZodType<StudyResults> = z.strictObject({
  study: studySummarySchema,
  isBlinded: z.boolean(),
  systems: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      isHuman: z.exactOptional(z.boolean()),
    }),
  ),
  dimensions: z.array(z.strictObject({ id: z.string(), label: z.string() })),
  ratersPerText: z.int(),
  alpha: z.number(),
  exclusion: z.strictObject({
    tooFastShare: z.number(),
    straightLiningShare: z.number(),
    controlMisses: z.int(),
    minTexts: z.int(),
  }),
  deviation: z.exactOptional(z.string()),
  challengeId: z.exactOptional(z.string()),
  analysis: ratingAnalysisSchema,
});
