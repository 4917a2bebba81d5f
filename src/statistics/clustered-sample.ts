import { LonghandError } from "../foundation/index.ts";

/** Values gathered by cluster, in an order that does not depend on the order they came in. */
export interface ClusteredSample {
  /** All values, ascending. */
  readonly values: Float64Array;
  /** Sum of each cluster's values. */
  readonly sums: Float64Array;
  /** Number of each cluster's values. */
  readonly counts: Float64Array;
}

/**
 * Gathers values by cluster. Every order is settled by the values alone (clusters by size, then by
 * sum), so that neither the order of the examples nor the names of the users change a number, and
 * clusters of one value each give what no clusters give.
 *
 * @param values - Finite numbers.
 * @param clusters - The cluster of each value; left out, each value stands alone.
 * @returns The gathered sample.
 * @throws LonghandError `invalid-sample` for a value that is not finite or lists of unequal length.
 */
export function clusteredSample(
  values: readonly number[],
  clusters?: readonly (string | number)[],
): ClusteredSample {
  checkSample(values, clusters);
  const sorted = Float64Array.from(values).sort();
  if (clusters === undefined) {
    return { values: sorted, sums: sorted, counts: new Float64Array(sorted.length).fill(1) };
  }
  const totals = clusterTotals(values, clusters);
  totals.sort((left, right) => left.count - right.count || left.sum - right.sum);
  return {
    values: sorted,
    sums: Float64Array.from(totals, (total) => total.sum),
    counts: Float64Array.from(totals, (total) => total.count),
  };
}

function clusterTotals(
  values: readonly number[],
  clusters: readonly (string | number)[],
): { sum: number; count: number }[] {
  const groups = new Map<string, number[]>();
  for (const [index, value] of values.entries()) {
    const label = String(clusters[index]);
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [value]);
    else group.push(value);
  }
  // Sorted first, because the rounding of a sum depends on the order of its terms.
  return [...groups.values()].map((group) => ({
    sum: group.sort((left, right) => left - right).reduce((sum, value) => sum + value, 0),
    count: group.length,
  }));
}

function checkSample(values: readonly number[], clusters?: readonly (string | number)[]): void {
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong !== -1) {
    throw new LonghandError(
      `A statistic needs finite numbers, but value ${wrong + 1} of ${values.length} is ${values[wrong]}.`,
      {
        code: "invalid-sample",
        hint: "Leave out what could not be scored, and count it, before computing a statistic.",
        details: { index: wrong },
      },
    );
  }
  if (clusters !== undefined && clusters.length !== values.length) {
    throw new LonghandError(
      `${values.length} values came with ${clusters.length} cluster labels; each value needs one.`,
      { code: "invalid-sample", hint: "Hand in one label per value, in the same order." },
    );
  }
}

/**
 * Checks an option that counts something.
 *
 * @param name - Of the option, for the message.
 * @param value - What was given.
 * @throws LonghandError `invalid-option` unless it is a whole number of 1 or more.
 */
export function checkCount(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new LonghandError(`${name} must be a whole number of 1 or more, got ${value}.`, {
    code: "invalid-option",
    hint: `Set ${name} to 10000 unless you know better.`,
  });
}

/**
 * Checks a confidence level or a threshold of significance.
 *
 * @param name - Of the option, for the message.
 * @param value - What was given.
 * @throws LonghandError `invalid-option` unless it lies between 0 and 1, both excluded.
 */
export function checkProportion(name: string, value: number): void {
  if (value > 0 && value < 1) return;
  throw new LonghandError(`${name} must lie between 0 and 1, got ${value}.`, {
    code: "invalid-option",
    hint: `Give ${name} as a proportion, for instance 0.95, not as a percentage.`,
  });
}
