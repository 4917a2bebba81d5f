import type { AutocorrelationPlan } from "./autocorrelation-plan.ts";
import { createTransform } from "./fourier-transform.ts";
import type { UnitText } from "./unit-text.ts";

/**
 * Prepares the sums of spectra that an autocorrelation rests on, group of dimensions by group. Groups
 * are independent: threads may share them out, each with a preparation of its own.
 *
 * A text in one block needs |Z|². Of a text in blocks z₀, z₁ … (each padded with as many zeros) the
 * lags up to a block's length need conj(Z_i)·(Z_i + (−1)^k Z_{i+1}): the next block, moved on by half a
 * transform, is its spectrum with every odd frequency negated, so that each block is transformed once
 * (C. M. Rader, "An improved algorithm for high speed autocorrelation", IEEE Trans. AU-18, 1970).
 *
 * @param text - The text.
 * @param plan - How it is cut up.
 * @returns A function that writes the sums of a group, from 0, over what `sums` holds.
 */
export function openGroupSums(
  text: UnitText,
  plan: AutocorrelationPlan,
): (group: number, sums: Float64Array) => void {
  const { transformLength, blocks, blockTokens, pairs, groups } = plan;
  const transform = createTransform(transformLength);
  const table = new Float64Array(2 * text.scales.length);
  let current = new Float64Array(2 * transformLength);
  let previous = new Float64Array(blocks === 1 ? 0 : 2 * transformLength);
  const addPair = (pair: number, sums: Float64Array): void => {
    fillTable(table, pair, text);
    for (let block = 0; block < blocks; block++) {
      const start = block * blockTokens;
      loadWords(current, text.sequence.subarray(start, start + blockTokens), table);
      transform.forward(current);
      if (blocks === 1) {
        addPowers(sums, current);
        continue;
      }
      addComplexPowers(sums, current);
      if (block > 0) addCrossPowers(sums, previous, current);
      [previous, current] = [current, previous];
    }
  };
  return (group, sums) => {
    sums.fill(0);
    const end = Math.floor(((group + 1) * pairs) / groups);
    for (let pair = Math.floor((group * pairs) / groups); pair < end; pair++) addPair(pair, sums);
  };
}

/** Two coordinates of every row's unit vector side by side; an odd last one pairs with zeros. */
function fillTable(
  table: Float64Array,
  pair: number,
  { vectors, dimensions, mean, scales }: UnitText,
): void {
  const first = 2 * pair;
  const isLone = first + 1 === dimensions;
  const firstMean = mean[first] as number;
  const secondMean = isLone ? 0 : (mean[first + 1] as number);
  for (let row = 0; row < scales.length; row++) {
    const at = row * dimensions + first;
    const scale = scales[row] as number;
    table[2 * row] = ((vectors[at] as number) - firstMean) * scale;
    table[2 * row + 1] = isLone ? 0 : ((vectors[at + 1] as number) - secondMean) * scale;
  }
}

function loadWords(values: Float64Array, words: Int32Array, table: Float64Array): void {
  for (let place = 0; place < words.length; place++) {
    const row = (words[place] as number) << 1;
    values[2 * place] = table[row] as number;
    values[2 * place + 1] = table[row + 1] as number;
  }
  values.fill(0, 2 * words.length);
}

function addPowers(sums: Float64Array, values: Float64Array): void {
  for (let at = 0; at < sums.length; at++) {
    const re = values[2 * at] as number;
    const im = values[2 * at + 1] as number;
    sums[at] = (sums[at] as number) + (re * re + im * im);
  }
}

function addComplexPowers(sums: Float64Array, values: Float64Array): void {
  for (let at = 0; at < sums.length; at += 2) {
    const re = values[at] as number;
    const im = values[at + 1] as number;
    sums[at] = (sums[at] as number) + (re * re + im * im);
  }
}

/** conj(before)·after; the second half of the places holds the odd frequencies. */
function addCrossPowers(sums: Float64Array, before: Float64Array, after: Float64Array): void {
  const half = sums.length >> 1;
  for (let at = 0; at < half; at += 2) {
    const beforeRe = before[at] as number;
    const beforeIm = before[at + 1] as number;
    const afterRe = after[at] as number;
    const afterIm = after[at + 1] as number;
    sums[at] = (sums[at] as number) + (beforeRe * afterRe + beforeIm * afterIm);
    sums[at + 1] = (sums[at + 1] as number) + (beforeRe * afterIm - beforeIm * afterRe);
  }
  for (let at = half; at < sums.length; at += 2) {
    const beforeRe = before[at] as number;
    const beforeIm = before[at + 1] as number;
    const afterRe = after[at] as number;
    const afterIm = after[at + 1] as number;
    sums[at] = (sums[at] as number) - (beforeRe * afterRe + beforeIm * afterIm);
    sums[at + 1] = (sums[at + 1] as number) - (beforeRe * afterIm - beforeIm * afterRe);
  }
}
