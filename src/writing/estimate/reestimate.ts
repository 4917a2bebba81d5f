import type { Brief } from "../brief/brief.ts";
import { candidatesOf } from "../draft/drafting.ts";
import type { WritingState } from "../run/writing-state.ts";
import { estimateGround } from "./estimate-ground.ts";
import { type EstimateOptions, leavesThrough } from "./estimate-writing.ts";
import { sumOf } from "./step-estimate.ts";

/** Leaves after which an estimate is made anew from what they took. */
export const LEAVES_TO_MEASURE = 5;

/** What a run will probably have taken in the end, from what it took so far. */
export interface Reestimate {
  /** Leaves that it rests on. */
  readonly measuredLeaves: number;
  /** Tokens read, in the end. */
  readonly in: number;
  /** Tokens written, in the end. */
  readonly out: number;
  /** Share of the work that is done, 0–1, by tokens written. */
  readonly doneShare: number;
}

/**
 * Estimates anew what a document takes once five leaves are written: what is still to come is reckoned as
 * before, times how far the leaves so far were off. Checks and repairs, which no leaf has had by then, are
 * taken as they were estimated.
 *
 * @param brief - The brief.
 * @param state - The run.
 * @param options - What is known of the model.
 * @returns Tokens in the end; `undefined` before the fifth leaf.
 */
export function reestimateWriting(
  brief: Brief,
  state: Pick<
    WritingState,
    "accepted" | "failed" | "tokens" | "planTokens" | "modelChecks" | "phase"
  >,
  options: EstimateOptions = {},
): Reestimate | undefined {
  const { accepted, failed, tokens, planTokens } = state;
  const drafted = [...accepted.values()].filter(({ attempts }) => attempts > 0).length;
  const measuredLeaves = drafted + failed.size;
  if (measuredLeaves < LEAVES_TO_MEASURE) return undefined;
  const ground = estimateGround(brief, options.contextTokens);
  const effort = { candidates: candidatesOf({ brief, scale: ground.scale }) };
  const through = (count: number) => {
    const { drafts, continuations, mentions, summaries } = leavesThrough(count, effort, ground);
    return sumOf([drafts, continuations, mentions, summaries]);
  };
  const done = through(Math.min(measuredLeaves, ground.written));
  const all = through(ground.written);
  const { checks, repairs } = leavesThrough(ground.written, effort, ground);
  const finish = sumOf([checks, repairs]);
  const rest = (part: "in" | "out"): number =>
    ((all[part] - done[part]) * Math.max(0, tokens[part] - planTokens[part])) / done[part] +
    finishShare(state, ground.written) * finish[part];
  const out = tokens.out + rest("out");
  return {
    measuredLeaves,
    in: Math.round(tokens.in + rest("in")),
    out: Math.round(out),
    doneShare: tokens.out / out,
  };
}

/** How much of what follows the drafts is still to come. */
function finishShare(
  { phase, modelChecks }: Pick<WritingState, "phase" | "modelChecks">,
  written: number,
): number {
  return phase === "draft" ? Math.max(0, 1 - modelChecks.size / written) : 0;
}
