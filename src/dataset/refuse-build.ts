import { LonghandError } from "../foundation/index.ts";
import type { FunnelStep, LeakCheck } from "../records/index.ts";

/**
 * The error of a build that leaves nothing.
 *
 * @param funnel - What each rule let through.
 * @param hint - What to do.
 */
export function nothingLeft(funnel: readonly FunnelStep[], hint: string): LonghandError {
  const steps = funnel.map(
    ({ rule, unit, in: before, out }) => `${rule}: ${before} → ${out} ${unit}`,
  );
  return new LonghandError(`No example is left:\n${steps.join("\n")}`, {
    code: "no-examples",
    hint,
    details: { funnel },
  });
}

/**
 * Refuses a dataset with a leak.
 *
 * @param checks - The checks; only those that failed count.
 * @throws LonghandError `leaky-dataset`.
 */
export function refuseLeaks(checks: readonly LeakCheck[]): void {
  const failed = checks.filter(({ status }) => status === "failed");
  if (failed.length === 0) return;
  const found = failed.map(
    ({ check, findings, ids }) => `${check}: ${findings} (${ids.join(", ")})`,
  );
  throw new LonghandError(`The dataset is not sound:\n${found.join("\n")}`, {
    code: "leaky-dataset",
    hint: "With --profile longlamp-paper such findings are warnings on the card.",
    details: { checks },
  });
}
