import type { AutocorrelationPlan, UnitText } from "../../scoring/index.ts";
import { openGroupSums } from "../../scoring/index.ts";

/** A text in memory that threads share, and where their sums go. */
export interface AutocorrelationWork {
  /** The text; its arrays lie in shared memory. */
  readonly text: UnitText;
  /** How it is cut up. */
  readonly plan: AutocorrelationPlan;
  /** One number: the next group that nobody has taken. */
  readonly next: Int32Array;
  /** The sums of all groups, one after the other. */
  readonly sums: Float64Array;
}

/**
 * Opens a thread's part in the work. Groups are taken one at a time, so that a thread that comes late
 * or is slow does fewer.
 *
 * @param work - The work.
 * @returns A function that does one more group; `false` if none is left.
 */
export function openWork({ text, plan, next, sums }: AutocorrelationWork): () => boolean {
  const sumsOf = openGroupSums(text, plan);
  return () => {
    const group = Atomics.add(next, 0, 1);
    if (group >= plan.groups) return false;
    const start = group * plan.sumsLength;
    sumsOf(group, sums.subarray(start, start + plan.sumsLength));
    return true;
  };
}
