import type { Random } from "../foundation/index.ts";

/**
 * Bulk draws for resampling. A bootstrap of 20,000 values takes 200 million indexes; calling
 * {@link Random} for each costs several times the arithmetic, so the stream hands over its state
 * once and the loop below goes on with the same generator (sfc32) in local variables.
 */
export interface FastDraws {
  /**
   * Fills a list with whole numbers drawn uniformly, without bias, from 0 to `bound` − 1.
   *
   * @param target - Overwritten.
   * @param bound - Above 0 and at most 2^31.
   */
  indexes(target: Int32Array, bound: number): void;
  /**
   * Draws as many of some values as there are, with replacement, and adds them up: the sum over the
   * indexes that `indexes` would draw, in their order.
   *
   * @param values - At least one and at most 2^31.
   */
  sumOfDrawn(values: Float64Array): number;
  /**
   * Fills a list with 32 random bits each.
   *
   * @param target - Overwritten.
   */
  words(target: Uint32Array): void;
}

const TWO_TO_MINUS_32 = 2 ** -32;

/**
 * Opens bulk draws whose numbers depend on the stream alone. Takes four draws from it.
 *
 * @param random - The stream that seeds the draws.
 * @returns The draws.
 */
export function openFastDraws(random: Random): FastDraws {
  const state = new Int32Array(4);
  for (let lane = 0; lane < 4; lane++) state[lane] = random.nextBelow(4294967296) | 0;
  // sfc32 needs a few rounds before its first numbers look random.
  fillWords(new Uint32Array(16), state);
  return {
    indexes: (target, bound) => fillIndexes(target, bound, state),
    sumOfDrawn: (values) => sumDrawn(values, state),
    words: (target) => fillWords(target, state),
  };
}

function fillWords(target: Uint32Array, state: Int32Array): void {
  // Read one by one: taken out of an iterator, these would not be known to be 32-bit integers.
  let a = (state[0] as number) | 0;
  let b = (state[1] as number) | 0;
  let c = (state[2] as number) | 0;
  let counter = (state[3] as number) | 0;
  for (let at = 0; at < target.length; at++) {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    target[at] = sum;
  }
  keepState(state, [a, b, c, counter]);
}

function fillIndexes(target: Int32Array, bound: number, state: Int32Array): void {
  let a = (state[0] as number) | 0;
  let b = (state[1] as number) | 0;
  let c = (state[2] as number) | 0;
  let counter = (state[3] as number) | 0;
  // Lemire 2019: the high half of word × bound is the index; a word whose low half falls below
  // 2^32 mod bound would favour some indexes and is drawn again.
  const rejectBelow = 4294967296 % bound;
  for (let at = 0; at < target.length; ) {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    target[at] = ((sum >>> 0) * bound * TWO_TO_MINUS_32) | 0;
    if (Math.imul(sum, bound) >>> 0 >= rejectBelow) at++;
  }
  keepState(state, [a, b, c, counter]);
}

/** The loop of {@link fillIndexes} without a list in between: twice as fast. */
function sumDrawn(values: Float64Array, state: Int32Array): number {
  let a = (state[0] as number) | 0;
  let b = (state[1] as number) | 0;
  let c = (state[2] as number) | 0;
  let counter = (state[3] as number) | 0;
  const bound = values.length;
  const rejectBelow = 4294967296 % bound;
  let total = 0;
  for (let at = 0; at < bound; ) {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    if (Math.imul(sum, bound) >>> 0 < rejectBelow) continue;
    total += values[((sum >>> 0) * bound * TWO_TO_MINUS_32) | 0] as number;
    at++;
  }
  keepState(state, [a, b, c, counter]);
  return total;
}

function keepState(state: Int32Array, values: readonly [number, number, number, number]): void {
  state.set(values);
}
