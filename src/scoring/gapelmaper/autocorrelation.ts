import { LonghandError } from "../../foundation/index.ts";
import { type AutocorrelationPlan, planAutocorrelation } from "./autocorrelation-plan.ts";
import { createTransform } from "./fourier-transform.ts";
import { openGroupSums } from "./group-sums.ts";
import type { UnitText } from "./unit-text.ts";

/**
 * The autocorrelation of a text at every lag up to a largest one: C(τ) is the mean dot product of unit
 * vectors that stand τ words apart. Exact: what rounding adds stays below 1e-12. By Fourier transform
 * in time N·log(maxLag), with memory for a few blocks of text beside the text itself.
 *
 * The result depends on nothing but the input: sharing the work out over threads (see
 * {@link openGroupSums}) gives the same bits.
 *
 * @param text - The text, see `unitText`.
 * @param maxLag - The largest lag, in words: from 0 to one less than the text has.
 * @returns C by lag, from 0 (where it is 1) to `maxLag`.
 * @throws LonghandError `invalid-option` for a lag that the text does not have.
 */
export function autocorrelation(text: UnitText, maxLag: number): Float64Array {
  const plan = planAutocorrelation(text, maxLag);
  const sumsOf = openGroupSums(text, plan);
  const total = new Float64Array(plan.sumsLength);
  const sums = new Float64Array(plan.sumsLength);
  for (let group = 0; group < plan.groups; group++) {
    sumsOf(group, sums);
    addSums(total, sums);
  }
  return curveOfSums(total, plan);
}

/**
 * Adds the sums of one group of dimensions to a total. Groups must be added in their order: the
 * rounding depends on it.
 *
 * @param total - Changed in place.
 * @param sums - What to add.
 */
export function addSums(total: Float64Array, sums: Float64Array): void {
  for (let at = 0; at < total.length; at++) {
    total[at] = (total[at] as number) + (sums[at] as number);
  }
}

/**
 * Turns the sums over all groups into the curve, by one inverse transform.
 *
 * @param total - Sums of spectra, in bit-reversed order.
 * @param plan - How they were made.
 * @returns C by lag, from 0 to the plan's largest lag.
 */
export function curveOfSums(total: Float64Array, plan: AutocorrelationPlan): Float64Array {
  const { transformLength, maxLag, tokens } = plan;
  if (total.length !== plan.sumsLength) {
    throw new LonghandError(`There are ${total.length} sums instead of ${plan.sumsLength}.`, {
      code: "invalid-option",
      hint: "Make the sums and the curve with the same plan.",
    });
  }
  const transform = createTransform(transformLength);
  const places = transform.places();
  const values = new Float64Array(2 * transformLength);
  for (let frequency = 0; frequency < transformLength; frequency++) {
    const place = places[frequency] as number;
    // A forward transform of the conjugate is the conjugate of the inverse; only the real part counts.
    if (plan.blocks === 1) values[2 * frequency] = total[place] as number;
    else {
      values[2 * frequency] = total[2 * place] as number;
      values[2 * frequency + 1] = -(total[2 * place + 1] as number);
    }
  }
  transform.forward(values);
  const curve = new Float64Array(maxLag + 1);
  for (let lag = 0; lag <= maxLag; lag++) {
    const sum = values[2 * (places[lag] as number)] as number;
    curve[lag] = sum / transformLength / (tokens - lag);
  }
  return curve;
}
