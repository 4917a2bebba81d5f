import { z } from "zod";

/** A coefficient, or why there is none. */
export type AgreementValue =
  | {
      /** It exists. */
      readonly status: "defined";
      /** Its value. */
      readonly value: number;
      /** Lower end of its 95 % interval; absent where there is none. */
      readonly ciLow?: number;
      /** Upper end. */
      readonly ciHigh?: number;
    }
  | {
      /** It does not exist. */
      readonly status: "undefined";
      /** Why: `no-ratings`, `one-rater`, `no-overlap`, `no-variation`. */
      readonly reason: string;
    };

/** Schema of {@link AgreementValue}. */
export const agreementValueSchema: z.ZodType<AgreementValue> = z.union([
  z.strictObject({
    status: z.literal("defined"),
    value: z.number(),
    ciLow: z.exactOptional(z.number()),
    ciHigh: z.exactOptional(z.number()),
  }),
  z.strictObject({ status: z.literal("undefined"), reason: z.string() }),
]);

/** How far raters agree about one dimension. */
export interface DimensionAgreement {
  /** Id of the dimension. */
  readonly dimension: string;
  /** People who gave a mark. */
  readonly raters: number;
  /** Texts with a mark. */
  readonly texts: number;
  /** Marks. */
  readonly ratings: number;
  /** Answers `cannot judge`; they count as missing. */
  readonly cannotJudge: number;
  /** Krippendorff's alpha for ordinal data, with an interval by resampling texts. */
  readonly alpha: AgreementValue;
  /** Mean of Spearman's correlations of all pairs of raters that have one. */
  readonly meanSpearman: AgreementValue;
  /** Mean of Kendall's τ-b of all pairs of raters that have one. */
  readonly meanKendallTauB: AgreementValue;
  /** Share of pairs of marks for one text that are equal, 0–1. */
  readonly exact: AgreementValue;
  /** Share of pairs of marks for one text that are at most 1 apart, 0–1. */
  readonly withinOne: AgreementValue;
  /** Whether alpha is below 0.667 or does not exist: means then stand beside a warning. */
  readonly isLow: boolean;
}

/** Agreement of a study: `GET /studies/:id/agreement`, after close. */
export interface StudyAgreement {
  /** One for each dimension, in the order of the study. */
  readonly dimensions: readonly DimensionAgreement[];
}

/** Schema of {@link DimensionAgreement}. */
export const dimensionAgreementSchema: z.ZodType<DimensionAgreement> = z.strictObject({
  dimension: z.string(),
  raters: z.int(),
  texts: z.int(),
  ratings: z.int(),
  cannotJudge: z.int(),
  alpha: agreementValueSchema,
  meanSpearman: agreementValueSchema,
  meanKendallTauB: agreementValueSchema,
  exact: agreementValueSchema,
  withinOne: agreementValueSchema,
  isLow: z.boolean(),
});

/** Schema of {@link StudyAgreement}. */
export const studyAgreementSchema: z.ZodType<StudyAgreement> = z.strictObject({
  dimensions: z.array(dimensionAgreementSchema),
});
