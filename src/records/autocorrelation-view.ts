import { z } from "zod";
import type { GapelmaperFlag, GapelmaperReason, GapelmaperRecord } from "./gapelmaper-record.ts";

/** Texts whose autocorrelation is asked for. */
export interface AutocorrelationRequest {
  /** One to eight texts, each with a name that is shown. */
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  /** Variants of the measure. @defaultValue `longhand` alone */
  readonly variants?: readonly string[];
  /** Whether a copy of each text with its words shuffled is measured, too. @defaultValue false */
  readonly shuffle?: boolean;
  /** Whether values are given from 2,000 words on. @defaultValue false */
  readonly allowShort?: boolean;
}

/** The autocorrelation of one text, by one variant. */
export interface AutocorrelationCurve {
  /** Name of the text. */
  readonly name: string;
  /** Whether it is the copy with its words shuffled. */
  readonly shuffled: boolean;
  /** What was measured; of a long curve every point up to lag 100, then points evenly over the logarithm. */
  readonly record: GapelmaperRecord;
}

/** What the texts came to. */
export interface AutocorrelationView {
  /** Text by text, variant by variant; a shuffled copy follows its text. */
  readonly curves: readonly AutocorrelationCurve[];
}

/** Longest text that is measured on request, in UTF-16 units. */
export const MAX_AUTOCORRELATION_TEXT = 4_000_000;

/** Schema of {@link AutocorrelationRequest}. */
export const autocorrelationRequestSchema: z.ZodType<AutocorrelationRequest> = z.strictObject({
  texts: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        text: z.string().max(MAX_AUTOCORRELATION_TEXT),
      }),
    )
    .min(1)
    .max(8),
  variants: z.exactOptional(z.array(z.string()).min(1).max(8)),
  shuffle: z.exactOptional(z.boolean()),
  allowShort: z.exactOptional(z.boolean()),
});

const REASONS: readonly GapelmaperReason[] = [
  "too-short",
  "reference-needs-40001-tokens",
  "no-vectors",
  "low-coverage",
  "few-points",
  "no-variation",
  "exponential-exact",
];
const FLAGS: readonly GapelmaperFlag[] = ["noisy", "indicative"];

const count = z.int().nonnegative();
const law = z.exactOptional(
  z.object({ slope: z.number(), intercept: z.number(), mape: z.number() }),
);
const point = { lag: z.number(), correlation: z.number() };

const gapelmaperRecordSchema: z.ZodType<GapelmaperRecord> = z.object({
  variant: z.string(),
  signature: z.string(),
  value: z.exactOptional(z.number()),
  reason: z.exactOptional(z.enum(REASONS)),
  tokens: count,
  inVocabulary: count,
  oovShare: z.exactOptional(z.number()),
  lagsAsked: count,
  lagsUsed: count,
  lagsDropped: count,
  power: law,
  exponential: law,
  floor: z.exactOptional(z.number()),
  landmarks: z.array(z.object(point)),
  flags: z.array(z.enum(FLAGS)),
  missingWords: z.array(z.object({ word: z.string(), count })),
  curve: z.array(z.object({ ...point, used: z.boolean() })),
});

/** Schema of {@link AutocorrelationView}. */
export const autocorrelationViewSchema: z.ZodType<AutocorrelationView> = z.object({
  curves: z.array(
    z.object({ name: z.string(), shuffled: z.boolean(), record: gapelmaperRecordSchema }),
  ),
});
