import type { Random } from "../foundation/index.ts";
import { percentileInterval } from "./bootstrap.ts";
import { checkCount, checkProportion } from "./clustered-sample.ts";
import { openFastDraws } from "./fast-draws.ts";
import { MIN_FOR_INTERVAL } from "./summarise-sample.ts";

/** A coefficient, or the reason why there is none; never 0 or 1 by default. */
export type Coefficient<Reason extends string> =
  | {
      /** The coefficient exists. */
      readonly status: "defined";
      /** The coefficient. */
      readonly value: number;
    }
  | {
      /** The coefficient does not exist. */
      readonly status: "undefined";
      /** Why not. */
      readonly reason: Reason;
    };

/** How to resample for the interval of a coefficient. */
export interface CoefficientBootstrap {
  /** Bootstrap resamples, 1 or more; 10,000 is usual. */
  readonly resamples: number;
  /** Chance; open a stream of its own for every coefficient. */
  readonly random: Random;
  /** Confidence level, between 0 and 1. @defaultValue 0.95 */
  readonly level?: number;
}

/** Percentile interval of a coefficient. */
export interface CoefficientInterval {
  /** Lower end; absent with a reason. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Resamples for which the coefficient does not exist; they are left out. */
  readonly undefinedResamples: number;
  /** Why there is no interval. */
  readonly reason?: string;
}

/** Beyond this share of resamples without a value, what is left no longer speaks for the sample. */
const MOST_UNDEFINED = 0.05;

/**
 * Resamples units and computes a coefficient of each resample.
 *
 * @param units - Units in the sample.
 * @param coefficient - Of the units with these indexes; `undefined` where it does not exist.
 * @param bootstrap - How to resample.
 * @returns The interval, or the reason why there is none.
 * @throws LonghandError `invalid-option` for a setting out of range.
 */
export function coefficientInterval(
  units: number,
  coefficient: (indexes: Int32Array) => number | undefined,
  { resamples, random, level = 0.95 }: CoefficientBootstrap,
): CoefficientInterval {
  checkCount("resamples", resamples);
  checkProportion("level", level);
  if (units < MIN_FOR_INTERVAL) {
    return { undefinedResamples: 0, reason: `n is below ${MIN_FOR_INTERVAL}: no interval` };
  }
  const draws = openFastDraws(random);
  const drawn = new Int32Array(units);
  const values: number[] = [];
  for (let resample = 0; resample < resamples; resample++) {
    draws.indexes(drawn, units);
    const value = coefficient(drawn);
    if (value !== undefined) values.push(value);
  }
  const undefinedResamples = resamples - values.length;
  if (undefinedResamples > MOST_UNDEFINED * resamples) {
    const reason = `undefined in ${undefinedResamples} of ${resamples} resamples: no interval`;
    return { undefinedResamples, reason };
  }
  const { low, high } = percentileInterval(Float64Array.from(values).sort(), level);
  return { ciLow: low, ciHigh: high, undefinedResamples };
}
