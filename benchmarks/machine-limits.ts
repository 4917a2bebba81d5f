// What this machine could do at most in plain JavaScript on one thread: the measure for how far a hot
// path is from its limit. docs/design/ says it for each of them.
import { measureHere, type Rounds } from "./bench-row.ts";

/** What one thread can do. */
export interface MachineLimits {
  /** Reading memory in order, far beyond the caches, in gigabytes a second. */
  readonly readGBs: number;
  /** Multiplications and additions of doubles that do not wait for each other, in 10^9 a second. */
  readonly gflops: number;
  /** Additions and exclusive ors of 32-bit numbers that do not wait for each other, in 10^9 a second. */
  readonly gintops: number;
}

/** Short rounds, many of them: some are not interrupted. */
const ROUNDS: Rounds = { rounds: 200, leastS: 0.3, budgetS: 2 };
const STEPS = 200_000;

/** Measures the limits. */
export function machineLimits(): MachineLimits {
  const memory = new Float64Array(1 << 23).fill(1);
  const perMs = (work: () => number, amount: number): number =>
    amount / measureHere(() => [work()], ROUNDS).ms / 1e6;
  return {
    readGBs: perMs(() => sumOf(memory), memory.byteLength),
    gflops: perMs(multiplyAndAdd, STEPS * 16),
    gintops: perMs(addAndMix, STEPS * 16),
  };
}

function sumOf(values: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < values.length; at += 4) {
    a += values[at] as number;
    b += values[at + 1] as number;
    c += values[at + 2] as number;
    d += values[at + 3] as number;
  }
  return a + b + c + d;
}

function multiplyAndAdd(): number {
  let [a, b, c, d, e, f, g, h] = [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8];
  for (let step = 0; step < STEPS; step++) {
    a = a * 0.999 + 0.1;
    b = b * 0.999 + 0.1;
    c = c * 0.999 + 0.1;
    d = d * 0.999 + 0.1;
    e = e * 0.999 + 0.1;
    f = f * 0.999 + 0.1;
    g = g * 0.999 + 0.1;
    h = h * 0.999 + 0.1;
  }
  return a + b + c + d + e + f + g + h;
}

function addAndMix(): number {
  let [a, b, c, d] = [1, 2, 3, 4];
  for (let step = 0; step < STEPS; step++) {
    a = ((a + step) ^ 0x55) | 0;
    b = ((b + step) ^ 0x33) | 0;
    c = ((c + step) ^ 0x0f) | 0;
    d = ((d + step) ^ 0x71) | 0;
    a = ((a + 7) ^ step) | 0;
    b = ((b + 7) ^ step) | 0;
    c = ((c + 7) ^ step) | 0;
    d = ((d + 7) ^ step) | 0;
  }
  return a ^ b ^ c ^ d;
}
