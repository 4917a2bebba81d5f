import type { WritingEstimate } from "./estimate-writing.ts";
import { NO_STEP, type StepEstimate } from "./step-estimate.ts";

/** US dollars for a million tokens; absent where unknown. */
export interface TokenPrice {
  /** Tokens read. */
  readonly inputUsdPerMillionTokens?: number;
  /** Tokens written. */
  readonly outputUsdPerMillionTokens?: number;
}

/** What an estimate is priced with. */
export interface EstimateRates {
  /** Price of the planner's tokens. @defaultValue unknown */
  readonly planner?: TokenPrice;
  /** Price of the writer's tokens. @defaultValue unknown */
  readonly writer?: TokenPrice;
  /** Price of the checker's tokens. @defaultValue the writer's */
  readonly checker?: TokenPrice;
  /** Tokens that the model writes in a second, all calls side by side included. @defaultValue unknown */
  readonly tokensPerSecond?: number;
}

/** Money and time; absent where a price or the speed is unknown. */
export interface EstimateCost {
  /** US dollars. */
  readonly usd?: number;
  /** Seconds. */
  readonly seconds?: number;
}

/** An estimate in money and time. */
export interface PricedEstimate {
  /** With one draft of each leaf. */
  readonly low: EstimateCost;
  /** As it is set. */
  readonly expected: EstimateCost;
  /** With two repairs or continuations of every leaf. */
  readonly high: EstimateCost;
}

/**
 * Puts an estimate into money and time: the plan at the planner's price, checks at the checker's, everything else
 * at the writer's.
 *
 * @param estimate - The estimate.
 * @param rates - Prices and speed.
 * @returns Low, expected and high.
 */
export function priceEstimate(estimate: WritingEstimate, rates: EstimateRates): PricedEstimate {
  const { plan, low, expected, high, parts } = estimate;
  const checks = parts.find(({ name }) => name === "checks");
  const checked = (bound: "expected" | "high"): StepEstimate => checks?.[bound] ?? NO_STEP;
  return {
    low: costOf({ all: low, plan, checks: NO_STEP }, rates),
    expected: costOf({ all: expected, plan, checks: checked("expected") }, rates),
    high: costOf({ all: high, plan, checks: checked("high") }, rates),
  };
}

interface PricedSteps {
  readonly all: StepEstimate;
  readonly plan: StepEstimate;
  readonly checks: StepEstimate;
}

function costOf(
  { all, plan, checks }: PricedSteps,
  { planner, writer, checker = writer, tokensPerSecond }: EstimateRates,
): EstimateCost {
  const rest = { in: all.in - plan.in - checks.in, out: all.out - plan.out - checks.out };
  const parts = [
    priceOf(rest, writer),
    plan.calls === 0 ? 0 : priceOf(plan, planner),
    checks.calls === 0 ? 0 : priceOf(checks, checker),
  ];
  const known = parts.filter((part) => part !== undefined);
  return {
    ...(known.length === parts.length ? { usd: known.reduce((sum, part) => sum + part, 0) } : {}),
    ...(tokensPerSecond === undefined ? {} : { seconds: all.out / tokensPerSecond }),
  };
}

function priceOf(
  { in: read, out }: Pick<StepEstimate, "in" | "out">,
  price: TokenPrice = {},
): number | undefined {
  const { inputUsdPerMillionTokens: input, outputUsdPerMillionTokens: output } = price;
  if (input === undefined || output === undefined) return undefined;
  return (read * input + out * output) / 1e6;
}
