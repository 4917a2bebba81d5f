import { checkCount, checkProportion } from "./clustered-sample.ts";

const DEFAULT_ALPHA = 0.05;

/**
 * Fewest texts (or users) with which a family of paired comparisons can separate anything at all:
 * the smallest two-sided p of n pairs is 2/2ⁿ, and Holm multiplies it by the number of contrasts.
 *
 * @param contrasts - Comparisons in the family, 1 or more.
 * @param alpha - The adjusted p must be below it. @defaultValue 0.05
 * @returns The number of texts.
 * @throws LonghandError `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { smallestN } from "longhand/statistics";
 *
 * smallestN(1); // 6
 * smallestN(95); // 12
 * ```
 */
export function smallestN(contrasts: number, alpha: number = DEFAULT_ALPHA): number {
  checkFamily(contrasts, alpha);
  let n = 1;
  while (contrasts * smallestP(n) >= alpha) n++;
  return n;
}

/**
 * Fewest drawn permutations with which a family can claim anything: the smallest p of B draws is
 * 1/(B + 1), and Holm multiplies it by the number of contrasts.
 *
 * @param contrasts - Comparisons in the family, 1 or more.
 * @param alpha - The adjusted p must be below it. @defaultValue 0.05
 * @returns The number of permutations.
 * @throws LonghandError `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { neededPermutations } from "longhand/statistics";
 *
 * neededPermutations(95); // 1900
 * ```
 */
export function neededPermutations(contrasts: number, alpha: number = DEFAULT_ALPHA): number {
  checkFamily(contrasts, alpha);
  let permutations = Math.max(1, Math.floor(contrasts / alpha) - 2);
  while (contrasts / (permutations + 1) >= alpha) permutations++;
  return permutations;
}

/** What {@link powerAdvice} needs. */
export interface PowerQuestion {
  /** Texts (or users) that are compared. */
  readonly n: number;
  /** Comparisons in the family, 1 or more. @defaultValue 1 */
  readonly contrasts?: number;
  /** The adjusted p must be below it. @defaultValue 0.05 */
  readonly alpha?: number;
  /** What is counted, in the plural; an s at its end goes where there is one. @defaultValue "texts" */
  readonly unit?: string;
}

/** What a number of texts can show at best. */
export interface PowerAdvice {
  /** `true` if some outcome would be below `alpha` after Holm's correction. */
  readonly possible: boolean;
  /** Smallest two-sided p of one comparison, before correction. */
  readonly smallestP: number;
  /** Fewest texts with which a claim is possible. */
  readonly neededN: number;
  /** The same in one or two sentences. */
  readonly text: string;
}

/**
 * Says before a study is run whether its size can show anything.
 *
 * @param question - Texts, comparisons and threshold.
 * @returns The advice, as numbers and as text.
 * @throws LonghandError `invalid-option` for a setting out of range.
 *
 * @example
 * ```ts
 * import { powerAdvice } from "longhand/statistics";
 *
 * console.log(powerAdvice({ n: 5 }).text);
 * // With 5 texts p < 0.05 is impossible: the smallest two-sided p is 0.0625. At least 6 texts are needed.
 * ```
 */
export function powerAdvice(question: PowerQuestion): PowerAdvice {
  const { n, contrasts = 1, alpha = DEFAULT_ALPHA, unit = "texts" } = question;
  checkCount("n", n);
  const neededN = smallestN(contrasts, alpha);
  const lowest = smallestP(n);
  const family = contrasts === 1 ? "" : ` in any of ${contrasts} comparisons`;
  const corrected =
    contrasts === 1 ? "" : `, ${printedP(Math.min(1, contrasts * lowest))} after Holm's correction`;
  const there = `${n} ${n === 1 ? unit.replace(/s$/, "") : unit}`;
  const text =
    n >= neededN
      ? `With ${there} p < ${alpha} is possible${family}: the smallest two-sided p is ${printedP(lowest)}${corrected}.`
      : `With ${there} p < ${alpha} is impossible${family}: the smallest two-sided p is ${printedP(lowest)}${corrected}. At least ${neededN} ${unit} are needed.`;
  return { possible: n >= neededN, smallestP: lowest, neededN, text };
}

function smallestP(n: number): number {
  return Math.min(1, 2 / 2 ** n);
}

function printedP(p: number): string {
  return p < 0.01 ? p.toPrecision(2) : String(Math.round(p * 10_000) / 10_000);
}

function checkFamily(contrasts: number, alpha: number): void {
  checkCount("contrasts", contrasts);
  checkProportion("alpha", alpha);
}
