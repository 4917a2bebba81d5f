import { LonghandError } from "../foundation/index.ts";
import type { Interval } from "./bootstrap.ts";
import { checkProportion } from "./clustered-sample.ts";
import { normalQuantile } from "./normal.ts";

/**
 * Interval of a share by Wilson's score method (1927), which holds its level for few trials and for
 * shares near 0 or 1.
 *
 * @param successes - From 0 to `n`, for instance wins.
 * @param n - Trials, for instance wins plus losses.
 * @param level - Confidence level, between 0 and 1. @defaultValue 0.95
 * @returns Its ends, from 0 to 1; `undefined` without trials.
 * @throws LonghandError `invalid-sample` unless both are whole numbers and `successes` is at most `n`.
 *
 * @example
 * ```ts
 * import { wilsonInterval } from "longhand/statistics";
 *
 * wilsonInterval(6, 8); // { low: 0.4093, high: 0.9285 }
 * ```
 */
export function wilsonInterval(successes: number, n: number, level = 0.95): Interval | undefined {
  checkProportion("level", level);
  if (
    !(Number.isSafeInteger(successes) && Number.isSafeInteger(n)) ||
    successes < 0 ||
    successes > n
  ) {
    throw new LonghandError(`${successes} successes of ${n} trials is not possible.`, {
      code: "invalid-sample",
      hint: "Give whole numbers, the successes first, then all trials.",
    });
  }
  if (n === 0) return undefined;
  const z = normalQuantile((1 + level) / 2);
  const share = successes / n;
  const shrink = 1 + (z * z) / n;
  const centre = (share + (z * z) / (2 * n)) / shrink;
  const reach = (z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))) / shrink;
  return {
    low: successes === 0 ? 0 : centre - reach,
    high: successes === n ? 1 : centre + reach,
  };
}
