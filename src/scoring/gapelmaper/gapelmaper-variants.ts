import { LonghandError } from "../../foundation/index.ts";
import type { WordVectorsIdentity } from "../../models/index.ts";
import type { GapelmaperReason } from "../../records/index.ts";
import type { DroppingRule } from "./fit-decay.ts";
import type { WordRule } from "./word-sequence.ts";

/**
 * Named ways of computing GAPELMAPER. Values of different variants are different numbers.
 *
 * - `longhand`: centred vectors, 200 log-spaced lags below half the length. The default.
 * - `proposal-all`, `proposal-28`: the formula of the challenge's text, with both readings of its lags.
 * - `reference`: what the author's published code computes.
 * - `reference-capped`: the same with the lags that the text has, for texts too short for it.
 */
export type GapelmaperVariant =
  | "longhand"
  | "proposal-all"
  | "proposal-28"
  | "reference"
  | "reference-capped";

/** How a variant computes. */
export interface VariantRules {
  /** How a text becomes words. */
  readonly words: WordRule;
  /** Whether the mean vector is subtracted. */
  readonly centred: boolean;
  /** Which lags are left out of the fits. */
  readonly dropping: DroppingRule;
  /** The lags at a length, in rising order; each is below the length. */
  readonly lagsAt: (inVocabulary: number) => readonly number[];
  /** Fewest words with a vector, and what to say below. */
  readonly minTokens?: MinTokens;
  /** Parts of the signature that belong to it. */
  readonly signature: VariantSignature;
}

/** The least length that a variant takes. */
export interface MinTokens {
  /** Fewest words with a vector. */
  readonly count: number;
  /** What is said below. */
  readonly reason: GapelmaperReason;
}

/** The parts of a signature that belong to a variant alone. */
export interface VariantSignature {
  /** Its lags, in short. */
  readonly lags: string;
  /** The least length. */
  readonly min: string;
}

/** Fewest lags that a law is fitted to. */
export const MIN_POINTS = 20;
/** Below this length a value of `longhand` is flagged `noisy`. */
export const QUIET_TOKENS = 40_000;
/** Fewest words for a value of `longhand` that is asked for all the same. */
export const MIN_SHORT_TOKENS = 2_000;

const MAX_LAG = 10_000;

/** From 100 to 10,000 in steps of the power of ten below. */
const DECADES: readonly LagRange[] = [
  [100, 100, 900],
  [1_000, 1_000, MAX_LAG],
];

const PROPOSAL = {
  words: "letters",
  centred: false,
  dropping: "each",
} as const;

const REFERENCE = {
  words: "reference",
  centred: true,
  dropping: "through-last",
  lagsAt: (inVocabulary: number) =>
    lagsBelow(inVocabulary, [[1, 1, 9], [10, 10, 90], ...DECADES, [20_000, 10_000, 40_000]]),
} as const;

const RULES: Readonly<Record<GapelmaperVariant, VariantRules>> = {
  longhand: {
    words: "letters",
    centred: true,
    dropping: "each",
    lagsAt: logSpacedLags,
    // The smallest length for which 10 … 10,000 lies below half of it.
    minTokens: { count: 2 * MAX_LAG + 1, reason: "too-short" },
    signature: { lags: "log200(10..1e4,<N/2)", min: "20001" },
  },
  "proposal-all": {
    ...PROPOSAL,
    lagsAt: (inVocabulary) => lagsBelow(inVocabulary, [[10, 1, MAX_LAG]]),
    signature: { lags: "all(10..1e4,<N)", min: "20-lags" },
  },
  "proposal-28": {
    ...PROPOSAL,
    lagsAt: (inVocabulary) => lagsBelow(inVocabulary, [[10, 10, 90], ...DECADES]),
    signature: { lags: "decades28(10..1e4,<N)", min: "20-lags" },
  },
  reference: {
    ...REFERENCE,
    minTokens: { count: 40_001, reason: "reference-needs-40001-tokens" },
    signature: { lags: "decades40(1..4e4)", min: "40001" },
  },
  "reference-capped": {
    ...REFERENCE,
    signature: { lags: "decades40(1..4e4,<N)", min: "20-lags" },
  },
};

/** The names of all variants; the default comes first. */
export const GAPELMAPER_VARIANTS: readonly GapelmaperVariant[] = Object.keys(
  RULES,
) as GapelmaperVariant[];

/**
 * How a variant computes.
 *
 * @param variant - Its name.
 * @returns Its rules.
 * @throws LonghandError `unknown-metric` for a name that is none.
 */
export function variantRules(variant: GapelmaperVariant): VariantRules {
  if (Object.hasOwn(RULES, variant)) return RULES[variant];
  throw new LonghandError(`There is no GAPELMAPER variant ${variant}.`, {
    code: "unknown-metric",
    hint: `There are: ${GAPELMAPER_VARIANTS.join(", ")}.`,
  });
}

/**
 * Everything that must agree before two values may be compared, but for the length N.
 *
 * @param variant - The variant.
 * @param vectors - Which vectors.
 * @param allowShort - Whether `longhand` takes texts from 2,000 words on.
 * @returns For instance `gapelmaper|v:longhand-1|tok:letters-1|…`.
 */
export function gapelmaperSignature(
  variant: GapelmaperVariant,
  { name, version, sha256 }: WordVectorsIdentity,
  allowShort = false,
): string {
  const { words, centred, dropping, signature } = variantRules(variant);
  const isShort = allowShort && variant === "longhand";
  return [
    "gapelmaper",
    `v:${variant}-1`,
    `tok:${words}-1`,
    "oov:drop",
    `vec:${plain(name)}@${plain(version)}:${sha256.slice(0, 12)}`,
    `centre:${centred ? "token-mean" : "none"}`,
    `lags:${signature.lags}`,
    `drop:${dropping}`,
    "fit:ols-log",
    "mape:raw",
    `min:${isShort ? MIN_SHORT_TOKENS : signature.min}`,
  ].join("|");
}

/** Names come from files; these two characters separate the parts of a signature. */
function plain(text: string): string {
  return text.replace(/[|:\s]+/g, "_");
}

/** Lags in one step: [first, step, last]. */
type LagRange = readonly [from: number, step: number, to: number];

function lagsBelow(inVocabulary: number, ranges: readonly LagRange[]): readonly number[] {
  const lags: number[] = [];
  for (const [from, step, to] of ranges) {
    for (let lag = from; lag <= to && lag < inVocabulary; lag += step) lags.push(lag);
  }
  return lags;
}

/** 200 lags in equal ratios from 10 to 10,000 or to half the length, rounded; 188 differ at 10,000. */
function logSpacedLags(inVocabulary: number): readonly number[] {
  const highest = Math.min(MAX_LAG, Math.floor((inVocabulary - 1) / 2));
  if (highest < 10) return [];
  const lags = Array.from({ length: 200 }, (_, at) =>
    Math.floor(10 * (highest / 10) ** (at / 199) + 0.5),
  );
  return [...new Set(lags)];
}
