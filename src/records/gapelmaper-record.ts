/**
 * Why a GAPELMAPER value does not exist.
 *
 * - `too-short`: fewer words with a vector, or fewer lags, than the variant needs.
 * - `reference-needs-40001-tokens`: below that the published code fails.
 * - `no-vectors`: the text is in a script that the vectors do not know.
 * - `low-coverage`: over 35 % of the words have no vector.
 * - `few-points`: fewer than 20 lags are left after those with C ≤ 0 were dropped.
 * - `no-variation`: a word's vector is the mean of all, or C is the same at every lag.
 * - `exponential-exact`: the exponential law fits without error, so that no ratio exists.
 */
export type GapelmaperReason =
  | "too-short"
  | "reference-needs-40001-tokens"
  | "no-vectors"
  | "low-coverage"
  | "few-points"
  | "no-variation"
  | "exponential-exact";

/** A law of decay as a straight line through log₁₀ C: over log₁₀ τ (power) or over τ (exponential). */
export interface DecayLaw {
  /** Slope of the line; of the power law it is the exponent, negative for a decay. */
  readonly slope: number;
  /** The line at 0. */
  readonly intercept: number;
  /** Mean of |C − fitted C| ÷ |C| over the fitted lags, as a fraction, in the scale of C. */
  readonly mape: number;
}

/** Autocorrelation at one lag. */
export interface LagCorrelation {
  /** Distance τ, in words that have a vector. */
  readonly lag: number;
  /** C(τ), the mean cosine of words that far apart, from −1 to 1. */
  readonly correlation: number;
}

/** A lag that a variant asks for. */
export interface CurvePoint extends LagCorrelation {
  /** Whether the laws were fitted to it; `false` if it was dropped by the variant's rule. */
  readonly used: boolean;
}

/** A word without a vector. */
export interface MissingWord {
  /** The word, as the variant cuts words. */
  readonly word: string;
  /** How often the text has it. */
  readonly count: number;
}

/**
 * Caution about a value that exists: `noisy` below 40,000 words with a vector, `indicative` below the
 * minimum, where a value was asked for all the same; it is never ranked, averaged or compared.
 */
export type GapelmaperFlag = "noisy" | "indicative";

/** What GAPELMAPER says of one text, and everything it rests on. */
export interface GapelmaperRecord {
  /** Name of the variant. */
  readonly variant: string;
  /** Everything that must agree before two values may be compared; the length must, too. */
  readonly signature: string;
  /** Power law's MAPE ÷ exponential law's MAPE; below 1 the power law fits better. Absent with a reason. */
  readonly value?: number;
  /** Why there is no value. */
  readonly reason?: GapelmaperReason;
  /** Words of the text. */
  readonly tokens: number;
  /** Words that have a vector: the length N that lags are counted in. */
  readonly inVocabulary: number;
  /** Share of words without a vector, 0–1; absent for a text without words. */
  readonly oovShare?: number;
  /** Lags that the variant asks for at this length. */
  readonly lagsAsked: number;
  /** Lags that the laws were fitted to. */
  readonly lagsUsed: number;
  /** Lags that the variant's rule dropped. */
  readonly lagsDropped: number;
  /** The fitted power law, if there were points enough to fit. */
  readonly power?: DecayLaw;
  /** The fitted exponential law. */
  readonly exponential?: DecayLaw;
  /** |mean unit vector|²: what C falls to at long lags whatever the order of words. */
  readonly floor?: number;
  /** C at 1, 10, 100, 1,000 and 10,000, as far as it was computed. */
  readonly landmarks: readonly LagCorrelation[];
  /** Cautions. */
  readonly flags: readonly GapelmaperFlag[];
  /** The 20 commonest words without a vector. */
  readonly missingWords: readonly MissingWord[];
  /** C at every lag that was asked for; empty if it was not computed. */
  readonly curve: readonly CurvePoint[];
}
