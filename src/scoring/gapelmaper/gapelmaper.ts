import type {
  GapelmaperFlag,
  GapelmaperReason,
  GapelmaperRecord,
  LagCorrelation,
} from "../../records/index.ts";
import { autocorrelation } from "./autocorrelation.ts";
import type { EmbeddedText } from "./embed-words.ts";
import { fitDecay } from "./fit-decay.ts";
import {
  type GapelmaperVariant,
  gapelmaperSignature,
  MIN_POINTS,
  MIN_SHORT_TOKENS,
  QUIET_TOKENS,
  type VariantRules,
  variantRules,
} from "./gapelmaper-variants.ts";
import { floorOf, type UnitText, unitText } from "./unit-text.ts";

/** How to compute. */
export interface GapelmaperOptions {
  /** Which variant. @defaultValue "longhand" */
  readonly variant?: GapelmaperVariant;
  /** Let `longhand` give a value from 2,000 words on, flagged `indicative`. @defaultValue false */
  readonly allowShort?: boolean;
}

/** A computation that waits for its curve, or has ended without one. */
export type PreparedGapelmaper =
  | {
      /** There is no value. */
      readonly status: "undefined";
      /** Why, and what is known all the same. */
      readonly record: GapelmaperRecord;
    }
  | {
      /** The autocorrelation is wanted. */
      readonly status: "wants-curve";
      /** The text to compute it of. */
      readonly text: UnitText;
      /** Up to which lag. */
      readonly maxLag: number;
      /**
       * Fits the laws.
       *
       * @param curve - C by lag, see `autocorrelation`.
       * @returns The value, or why there is none.
       */
      finish(curve: Float64Array): GapelmaperRecord;
    };

/** More words without a vector than this, and the text is not what the vectors know. */
const MAX_OOV_SHARE = 0.35;

/**
 * GAPELMAPER (GloVe autocorrelation power/exponential law MAPE ratio): whether the similarity of words τ
 * apart falls like a power law, as in texts with structure at every scale, or exponentially, as in a
 * Markov chain.
 *
 * 0 or more; below 1 the power law fits better. Whole novels give 0.1–0.5, shuffled words and Markov text
 * about 1. Compare values of one signature and one length N only: longer parts of one novel score lower,
 * and below 40,000 words differences under 0.15 mean nothing. It sees blocks of topic, not sense or order
 * of chapters: unrelated novels in turns score well. Loops score between 0.65 and 0.91. Read it beside
 * other measures; never rank by it alone.
 *
 * Source: the LTG Challenge (Long Text Generation Challenge, INLG 2023–24); the variants are in
 * docs/gapelmaper.md. A text without words has no value (`too-short`).
 *
 * @param text - The text as vectors, see `embedWords`; cut by the rule of the variant.
 * @param options - The variant.
 * @returns The value or the reason why there is none, and what it rests on.
 * @throws LonghandError `unknown-metric` for a variant that does not exist.
 *
 * @example
 * ```ts
 * import { embedWords, gapelmaper, variantRules, wordSequence } from "longhand/scoring";
 * import type { WordVectors } from "longhand/models";
 *
 * declare const vectors: WordVectors;
 * declare const novel: string;
 * const words = wordSequence(novel, variantRules("longhand").words);
 * const { value, reason, signature } = gapelmaper(embedWords(words, vectors));
 * console.log(value ?? reason, signature);
 * ```
 */
export function gapelmaper(text: EmbeddedText, options: GapelmaperOptions = {}): GapelmaperRecord {
  const prepared = prepareGapelmaper(text, options);
  if (prepared.status === "undefined") return prepared.record;
  return prepared.finish(autocorrelation(prepared.text, prepared.maxLag));
}

/**
 * Does everything but the autocorrelation, for callers that compute it elsewhere, for instance in
 * several threads. {@link gapelmaper} is this, `autocorrelation` and `finish`.
 *
 * @param text - The text as vectors.
 * @param options - The variant.
 * @returns What is wanted, or the record if there is no value.
 */
export function prepareGapelmaper(
  text: EmbeddedText,
  options: GapelmaperOptions = {},
): PreparedGapelmaper {
  const variant = options.variant ?? "longhand";
  const rules = variantRules(variant);
  const inVocabulary = text.sequence.length;
  const lags = rules.lagsAt(inVocabulary);
  const minTokens = minTokensOf(variant, rules, options.allowShort ?? false);
  const base = {
    ...baseRecord(text, options),
    lagsAsked: lags.length,
    flags: flagsOf(variant, inVocabulary),
  };
  const short = lengthReason(text, { lags: lags.length, ...minTokens });
  if (short !== undefined) return withoutValue(base, short);
  const units = unitText(text, rules.centred);
  if (units === undefined) return withoutValue(base, "no-variation");
  const floor = floorOf(units);
  return {
    status: "wants-curve",
    text: units,
    maxLag: lags.at(-1) as number,
    finish: (curve) => fittedRecord({ ...base, floor }, { curve, lags, rules }),
  };
}

type BaseRecord = Omit<GapelmaperRecord, "value" | "reason">;

function baseRecord(
  { tokens, sequence, identity, missingWords }: EmbeddedText,
  { variant = "longhand", allowShort = false }: GapelmaperOptions,
): BaseRecord {
  return {
    variant,
    signature: gapelmaperSignature(variant, identity, allowShort),
    tokens,
    inVocabulary: sequence.length,
    ...(tokens === 0 ? {} : { oovShare: (tokens - sequence.length) / tokens }),
    lagsAsked: 0,
    lagsUsed: 0,
    lagsDropped: 0,
    landmarks: [],
    flags: [],
    missingWords,
    curve: [],
  };
}

interface LengthNeeds {
  readonly lags: number;
  readonly count: number;
  readonly reason: GapelmaperReason;
}

/** Whether the text is long enough and known well enough; the reason that is easiest to mend comes first. */
function lengthReason(
  { tokens, sequence, isForeign }: EmbeddedText,
  { lags, count, reason }: LengthNeeds,
): GapelmaperReason | undefined {
  const isPoor = tokens - sequence.length > MAX_OOV_SHARE * tokens;
  if (isForeign && (isPoor || tokens === 0)) return "no-vectors";
  if (tokens > 0 && sequence.length === 0) return "low-coverage";
  if (tokens < count || lags < MIN_POINTS)
    return isPoor && tokens >= count ? "low-coverage" : reason;
  if (isPoor) return "low-coverage";
  return sequence.length < count ? reason : undefined;
}

function minTokensOf(
  variant: GapelmaperVariant,
  { minTokens }: VariantRules,
  allowShort: boolean,
): Omit<LengthNeeds, "lags"> {
  if (allowShort && variant === "longhand") return { count: MIN_SHORT_TOKENS, reason: "too-short" };
  return minTokens ?? { count: 2, reason: "too-short" };
}

function flagsOf(variant: GapelmaperVariant, inVocabulary: number): readonly GapelmaperFlag[] {
  const { minTokens } = variantRules(variant);
  if (variant !== "longhand" || minTokens === undefined || inVocabulary >= QUIET_TOKENS) return [];
  return [inVocabulary < minTokens.count ? "indicative" : "noisy"];
}

function withoutValue(base: BaseRecord, reason: GapelmaperReason): PreparedGapelmaper {
  return { status: "undefined", record: { ...base, flags: [], reason } };
}

interface CurveToFit {
  readonly curve: Float64Array;
  readonly lags: readonly number[];
  readonly rules: VariantRules;
}

function fittedRecord(base: BaseRecord, { curve, lags, rules }: CurveToFit): GapelmaperRecord {
  const correlations = lags.map((lag) => curve[lag] as number);
  const fit = fitDecay({ lags, correlations }, { dropping: rules.dropping, minPoints: MIN_POINTS });
  return {
    ...base,
    ...(fit.ratio === undefined ? {} : { value: fit.ratio }),
    ...(fit.reason === undefined ? {} : { reason: fit.reason, flags: [] }),
    ...(fit.power === undefined ? {} : { power: fit.power }),
    ...(fit.exponential === undefined ? {} : { exponential: fit.exponential }),
    lagsUsed: fit.used,
    lagsDropped: lags.length - fit.used,
    landmarks: landmarksOf(curve),
    curve: fit.points,
  };
}

function landmarksOf(curve: Float64Array): readonly LagCorrelation[] {
  return [1, 10, 100, 1_000, 10_000]
    .filter((lag) => lag < curve.length)
    .map((lag) => ({ lag, correlation: curve[lag] as number }));
}
