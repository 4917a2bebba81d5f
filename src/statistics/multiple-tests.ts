import { LonghandError } from "../foundation/index.ts";

/**
 * Adjusts the p values of a family by Holm's step-down method (Holm 1979): whoever claims what lies
 * below 0.05 makes one false claim or more in at most 5 % of families.
 *
 * @param ps - The p values of the whole family, each from 0 to 1.
 * @returns The adjusted ones, in the same order, at most 1.
 * @throws LonghandError `invalid-sample` for a value that is no probability.
 *
 * @example
 * ```ts
 * import { holm } from "longhand/statistics";
 *
 * holm([0.01, 0.04, 0.03, 0.005]); // [0.03, 0.06, 0.06, 0.02]
 * ```
 */
export function holm(ps: readonly number[]): number[] {
  const order = ascending(ps);
  const adjusted = new Array<number>(ps.length);
  let highest = 0;
  for (const [rank, index] of order.entries()) {
    const scaled = (ps[index] as number) * (ps.length - rank);
    highest = Math.max(highest, Math.min(1, scaled));
    adjusted[index] = highest;
  }
  return adjusted;
}

/**
 * Adjusts the p values of a family by Benjamini and Hochberg's step-up method (1995): of the claims
 * below 0.05, at most 5 % are expected to be false. For exploration, not for claims.
 *
 * @param ps - The p values of the whole family, each from 0 to 1.
 * @returns The adjusted ones, in the same order, at most 1.
 * @throws LonghandError `invalid-sample` for a value that is no probability.
 *
 * @example
 * ```ts
 * import { benjaminiHochberg } from "longhand/statistics";
 *
 * benjaminiHochberg([0.01, 0.04, 0.03, 0.005]); // [0.02, 0.04, 0.04, 0.02]
 * ```
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ascending(ps);
  const adjusted = new Array<number>(ps.length);
  let lowest = 1;
  for (let rank = ps.length; rank >= 1; rank--) {
    const index = order[rank - 1] as number;
    lowest = Math.min(lowest, ((ps[index] as number) * ps.length) / rank);
    adjusted[index] = lowest;
  }
  return adjusted;
}

function ascending(ps: readonly number[]): number[] {
  const wrong = ps.findIndex((p) => !(p >= 0 && p <= 1));
  if (wrong !== -1) {
    throw new LonghandError(`p value ${wrong + 1} of ${ps.length} is ${ps[wrong]}, not 0 to 1.`, {
      code: "invalid-sample",
      hint: "Leave out contrasts that could not be tested, and count them.",
    });
  }
  return ps.map((_, index) => index).sort((a, b) => (ps[a] as number) - (ps[b] as number));
}
