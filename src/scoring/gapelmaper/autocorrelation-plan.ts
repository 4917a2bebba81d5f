import { LonghandError } from "../../foundation/index.ts";
import type { UnitText } from "./unit-text.ts";

/** How an autocorrelation is cut up: into blocks of text, and into groups of dimensions. */
export interface AutocorrelationPlan {
  /** Words of the text. */
  readonly tokens: number;
  /** Largest lag wanted. */
  readonly maxLag: number;
  /** Complex values of each transform, a power of two. */
  readonly transformLength: number;
  /** Words of a block. */
  readonly blockTokens: number;
  /** Blocks of the text. */
  readonly blocks: number;
  /** Dimensions taken two at a time, one as real and one as imaginary part. */
  readonly pairs: number;
  /** Groups of pairs: the units that are shared out over threads. */
  readonly groups: number;
  /** Numbers in the sums of a group: powers for a single block, else complex cross powers. */
  readonly sumsLength: number;
}

/** Most groups: enough to keep threads busy, few enough to keep all their sums at once. */
const MAX_GROUPS = 16;
/** Shortest transform: below it nothing is gained. */
const MIN_TRANSFORM = 16;
/** Shortest transform of texts in several blocks: its data fill half of a common second-level cache. */
const MIN_BLOCK_TRANSFORM = 32_768;
/** Longest transform of a text in one block, unless the lags need more: 4 MiB of data. */
const MAX_WHOLE_TRANSFORM = 262_144;

/**
 * Chooses how to compute an autocorrelation: the text in one transform, or in blocks of half a
 * transform, whichever takes fewer operations.
 *
 * @param text - The text.
 * @param maxLag - The largest lag, from 0 to one less than the text has words.
 * @returns The plan.
 * @throws LonghandError `invalid-option` for a lag that the text does not have.
 */
export function planAutocorrelation(
  { sequence, dimensions }: Pick<UnitText, "sequence" | "dimensions">,
  maxLag: number,
): AutocorrelationPlan {
  const tokens = sequence.length;
  if (!Number.isInteger(maxLag) || maxLag < 0 || maxLag >= tokens) {
    throw new LonghandError(
      `The largest lag must be a whole number from 0 to ${tokens - 1}, got ${maxLag}.`,
      { code: "invalid-option", hint: `The text has ${tokens} words with a vector.` },
    );
  }
  const whole = powerOfTwoFrom(Math.max(tokens + maxLag, MIN_TRANSFORM));
  const block = powerOfTwoFrom(Math.max(2 * maxLag, MIN_BLOCK_TRANSFORM));
  const blocks = Math.ceil(tokens / (block / 2));
  const isWhole =
    whole <= block ||
    (whole <= MAX_WHOLE_TRANSFORM && whole * Math.log2(whole) <= blocks * block * Math.log2(block));
  const pairs = Math.ceil(dimensions / 2);
  const shared = { tokens, maxLag, pairs, groups: Math.min(pairs, MAX_GROUPS) };
  return isWhole
    ? { ...shared, transformLength: whole, blockTokens: tokens, blocks: 1, sumsLength: whole }
    : { ...shared, transformLength: block, blockTokens: block / 2, blocks, sumsLength: 2 * block };
}

/** A small integer for the engine, too: a power made by `**` would slow every loop that counts to it. */
function powerOfTwoFrom(least: number): number {
  return 1 << Math.ceil(Math.log2(least));
}
