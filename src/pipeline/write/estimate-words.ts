import {
  type Brief,
  type EstimateCost,
  estimateWriting,
  type PricedEstimate,
  priceEstimate,
  type Reestimate,
  type StepEstimate,
  type WritingEstimate,
} from "../../writing/index.ts";
import { pricesOfBrief } from "./writing-models.ts";

/** An estimate in tokens, money and time. */
export interface EstimateReport extends WritingEstimate {
  /** Money and time; absent where a price or the speed is unknown. */
  readonly cost: PricedEstimate;
}

/** What is known before an estimate. */
export interface EstimateKnowledge {
  /** Tokens that the model writes in a second. @defaultValue unknown: no time is named */
  readonly tokensPerSecond?: number;
  /** The writer's window, in tokens. @defaultValue what the brief's settings say */
  readonly contextTokens?: number;
}

/**
 * Estimates what a brief takes, and says it in words.
 *
 * @param brief - The brief.
 * @param known - Speed and window, if they are known.
 * @returns The estimate, and its text.
 */
export function reportEstimate(
  brief: Brief,
  { tokensPerSecond, contextTokens }: EstimateKnowledge = {},
): { readonly estimate: EstimateReport; readonly text: string } {
  const estimate = estimateWriting(brief, contextTokens === undefined ? {} : { contextTokens });
  const cost = priceEstimate(estimate, {
    ...pricesOfBrief(brief),
    ...(tokensPerSecond === undefined ? {} : { tokensPerSecond }),
  });
  const report = { ...estimate, cost };
  return { estimate: report, text: estimateText(report) };
}

function estimateText(report: EstimateReport): string {
  const { targetWords, leaves, candidates, strategy, low, expected, high, cost } = report;
  const { without = [] } = report;
  const way = without.length === 0 ? strategy : `${strategy} without ${without.join(", ")}`;
  const drafts = candidates === 1 ? "one draft" : `${candidates} drafts`;
  const lines = [
    `${count(targetWords)} words in ${count(leaves)} parts, ${drafts} of each (${way}).`,
    stepLine("at least", low, cost.low),
    stepLine("about", expected, cost.expected),
    stepLine("at most", high, cost.high),
    partsLine(report),
  ];
  if (cost.expected.usd === undefined) lines.push("Unknown price: tokens only.");
  if (cost.expected.seconds === undefined) {
    lines.push("The time is told once five parts are written.");
  }
  return lines.join("\n");
}

function stepLine(name: string, step: StepEstimate, { usd, seconds }: EstimateCost): string {
  const tokens = `${count(step.calls)} calls, ${count(step.in)} tokens read, ${count(step.out)} written`;
  const money = usd === undefined ? "" : `, ${usd.toFixed(2)} US dollars`;
  const time = seconds === undefined ? "" : `, ${durationText(seconds)}`;
  return `${name}: ${tokens}${money}${time}`;
}

/** Where the calls go, and what the upper bound leaves room for. */
function partsLine({ parts }: EstimateReport): string {
  const calls = parts
    .filter(({ high }) => high.calls > 0)
    .map(({ name, expected, high }) =>
      expected.calls === high.calls
        ? `${name} ${count(high.calls)}`
        : `${name} ${count(expected.calls)} to ${count(high.calls)}`,
    );
  return `Calls from about to at most: ${calls.join(", ")}.`;
}

/** How fast a run went so far. */
export interface ReestimateSpeed {
  /** Tokens written in a second, all calls side by side included; 0 if nothing was measured. */
  readonly tokensPerSecond: number;
  /** Tokens written so far. */
  readonly tokensSoFar: number;
}

/**
 * What the first parts tell about the rest.
 *
 * @param again - The estimate made anew.
 * @param speed - How fast it went so far.
 * @returns One sentence.
 */
export function reestimateText(
  again: Reestimate,
  { tokensPerSecond, tokensSoFar }: ReestimateSpeed,
): string {
  const tokens = `After ${again.measuredLeaves} parts: ${count(again.in)} tokens read and ${count(again.out)} written in all`;
  if (tokensPerSecond <= 0) return `${tokens}.`;
  const left = Math.max(0, again.out - tokensSoFar) / tokensPerSecond;
  return `${tokens}; at ${Math.round(tokensPerSecond)} tokens a second ${durationText(left)} to go.`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

/** For instance `2 h 5 min`, `3 min` or `40 s`. */
function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
