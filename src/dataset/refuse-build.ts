import { LonghandError, optionWords } from "../foundation/index.ts";
import type { FunnelStep, LeakCheck } from "../records/index.ts";

/**
 * The error of a build that leaves nothing. Its hint names the option of the rule that dropped most,
 * and of the rule that left nothing if that is another one.
 *
 * @param funnel - What each rule let through.
 * @param optionsOf - The options by which a rule is loosened, as the library spells them.
 */
export function nothingLeft(
  funnel: readonly FunnelStep[],
  optionsOf: (step: FunnelStep) => readonly string[],
): LonghandError {
  const steps = funnel.map(
    ({ rule, unit, in: before, out }) => `${rule}: ${before} → ${out} ${unit}`,
  );
  return new LonghandError(`No example is left:\n${steps.join("\n")}`, {
    code: "no-examples",
    hint: leftHint(funnel, optionsOf),
    details: { funnel },
  });
}

function leftHint(
  funnel: readonly FunnelStep[],
  optionsOf: (step: FunnelStep) => readonly string[],
): string {
  if ((funnel[0]?.in ?? 0) === 0) return "The corpus holds no documents: build from another one.";
  const last = funnel.find((step) => step.in > 0 && step.out === 0);
  // A draw drops what it does not need: it is to blame only if it leaves nothing.
  const rules = funnel.filter((step) => step === last || !/drawn as a target/.test(step.rule));
  const [most] = [...rules].sort((one, other) => dropped(other) - dropped(one));
  const blamed = new Set([most, last].filter((step) => step !== undefined));
  return [...blamed].map((step, at) => blame(step, optionsOf(step), at === 0)).join(" ");
}

function dropped({ in: before, out }: FunnelStep): number {
  return before - out;
}

function blame(step: FunnelStep, options: readonly string[], isMost: boolean): string {
  const { rule, unit, in: before, out } = step;
  const said = `"${rule}" ${isMost ? "dropped most" : "left nothing"} (${before} → ${out} ${unit})`;
  if (options.length === 0) return `${said}: no option loosens it, so other documents are needed.`;
  return `${said}: change ${options.map(optionWords).join(" or ")}.`;
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
