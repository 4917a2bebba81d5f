/**
 * A seeded stream of chance. Generator `rng:1`: sfc32 (Doty-Humphrey, PractRand), its state made
 * from the stream's keys by cyrb128-style mixing. The name stands in signatures.
 */
export interface Random {
  /** The next number, uniform in [0, 1), with 32 bits of chance. */
  next(): number;
  /**
   * The next whole number below a bound, without bias.
   *
   * @param bound - Above 0 and at most 2^32.
   */
  nextBelow(bound: number): number;
}

/** Name of the generator, for signatures and manifests. */
export const RANDOM_GENERATOR = "rng:1";

/**
 * Opens the stream that belongs to a list of keys, for instance seed, purpose and user id. Streams
 * with different keys are independent, so that adding one draw changes no other.
 *
 * @param keys - What the stream is for; order matters, and `1` and `"1"` are the same key.
 * @returns A stream that gives the same numbers for the same keys, on every machine.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 *
 * const random = randomStream(7, "prefix-share", "author-3");
 * const share = 0.2 + 0.1 * random.next();
 * ```
 */
export function randomStream(...keys: readonly (string | number)[]): Random {
  // The length before each key keeps ["a", "bc"] and ["ab", "c"] apart.
  const state = mix(keys.map((key) => `${String(key).length}:${key}`).join("|"));
  const next32 = sfc32(state);
  // sfc32 needs a few rounds before its first numbers look random.
  for (let round = 0; round < 12; round++) next32();
  return {
    next: () => next32() / 4294967296,
    nextBelow: (bound) => below(bound, next32),
  };
}

/**
 * Shuffles a copy of a list (Fisher–Yates).
 *
 * @param values - The list; it is left as it is.
 * @param random - The stream to draw from.
 * @returns A new list holding the same values.
 */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const result = values.slice();
  for (let last = result.length - 1; last > 0; last--) {
    const other = random.nextBelow(last + 1);
    const kept = result[last] as T;
    result[last] = result[other] as T;
    result[other] = kept;
  }
  return result;
}

function below(bound: number, next32: () => number): number {
  // Reject the short last stretch of the 32-bit range, which would favour small numbers.
  const limit = Math.floor(4294967296 / bound) * bound;
  let drawn = next32();
  while (drawn >= limit) drawn = next32();
  return drawn % bound;
}

function mix(text: string): Uint32Array {
  const state = new Uint32Array([0x9e3779b9, 0x243f6a88, 0xb7e15162, 0xdeadbeef]);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    for (let lane = 0; lane < 4; lane++) {
      const old = state[lane] as number;
      const neighbour = state[(lane + 1) & 3] as number;
      state[lane] = neighbour ^ Math.imul(old ^ unit, MULTIPLIERS[lane] as number);
    }
  }
  for (let lane = 0; lane < 4; lane++) {
    const old = (state[lane] as number) ^ ((state[(lane + 1) & 3] as number) >>> 15);
    state[lane] = Math.imul(old, MULTIPLIERS[lane] as number);
  }
  return state;
}

const MULTIPLIERS = [0x238f5dab, 0x3a2f9cb5, 0x1b56c4e9, 0x7fb5d329];

function sfc32(state: Uint32Array): () => number {
  // By index: taking the array apart by a pattern is ten times slower.
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let counter = state[3] as number;
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
}
