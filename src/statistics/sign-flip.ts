import type { FastDraws } from "./fast-draws.ts";

/** Result of a sign-flip permutation test. */
export interface SignFlipResult {
  /** Two-sided p. */
  readonly p: number;
  /** `true` if every pattern of signs was counted, `false` if patterns were drawn. */
  readonly exact: boolean;
}

// Sums that differ by rounding alone are equal: a test that misses its ties reports p too small.
const TIE_SHARE = 1e-12;

/**
 * Two-sided sign-flip permutation test: how often is the sum of the differences at least as far
 * from 0 as the observed one, when each difference could as well have had the other sign? All 2ⁿ
 * patterns are counted where that is no more than `permutations`, and p = count / 2ⁿ; else that
 * many are drawn, and p = (c + 1) / (B + 1).
 *
 * @param sums - One sum per cluster, at least one.
 * @param permutations - Most patterns to look at.
 * @param draws - Chance, for the drawn case.
 * @returns p, and how it was found.
 */
export function signFlipTest(
  sums: Float64Array,
  permutations: number,
  draws: FastDraws,
): SignFlipResult {
  // All patterns together are the same whatever sign each difference has: sizes are enough.
  const sizes = sums.map(Math.abs).sort();
  const reach = sizes.reduce((sum, value) => sum + value, 0);
  const threshold = Math.abs(sums.reduce((sum, value) => sum + value, 0)) - TIE_SHARE * reach;
  if (2 ** sizes.length <= permutations) {
    return { p: countExactly(sizes, threshold) / 2 ** sizes.length, exact: true };
  }
  const extreme = countDrawn({ sizes, threshold, permutations, draws });
  return { p: (extreme + 1) / (permutations + 1), exact: false };
}

function countExactly(sizes: Float64Array, threshold: number): number {
  // Two halves instead of one list: 2 · 2^(n/2) numbers in memory, not 2^n.
  const half = sizes.length >> 1;
  const left = signedSums(sizes.subarray(0, half));
  const right = signedSums(sizes.subarray(half));
  let extreme = 0;
  for (const base of left) {
    for (const rest of right) if (Math.abs(base + rest) >= threshold) extreme++;
  }
  return extreme;
}

function countDrawn(test: {
  sizes: Float64Array;
  threshold: number;
  permutations: number;
  draws: FastDraws;
}): number {
  const { sizes, threshold, permutations, draws } = test;
  const tables = sumTables(sizes);
  const signs = new Uint32Array(Math.ceil(sizes.length / 32));
  const signBytes = new Uint8Array(signs.buffer);
  const groups = tables.length >> 8;
  let extreme = 0;
  for (let permutation = 0; permutation < permutations; permutation++) {
    draws.words(signs);
    let sum = 0;
    for (let group = 0; group < groups; group++) {
      sum += tables[(group << 8) | (signBytes[group] as number)] as number;
    }
    if (Math.abs(sum) >= threshold) extreme++;
  }
  return extreme;
}

/** For every eight sizes the 256 sums they can give, so that one byte of chance does eight flips. */
function sumTables(sizes: Float64Array): Float64Array {
  const groups = Math.ceil(sizes.length / 8);
  const padded = new Float64Array(groups * 8);
  padded.set(sizes);
  const tables = new Float64Array(groups * 256);
  for (let group = 0; group < groups; group++) {
    tables.set(signedSums(padded.subarray(group * 8, group * 8 + 8)), group * 256);
  }
  return tables;
}

/** The sums of all patterns of signs; bit i of an index is set where value i counts as positive. */
function signedSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** values.length);
  for (const [bit, value] of values.entries()) {
    const known = 1 << bit;
    for (let pattern = 0; pattern < known; pattern++) {
      const sum = sums[pattern] as number;
      sums[pattern] = sum - value;
      sums[pattern | known] = sum + value;
    }
  }
  return sums;
}
