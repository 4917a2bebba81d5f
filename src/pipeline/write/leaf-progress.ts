import {
  type Brief,
  type LeafNews,
  reestimateWriting,
  type WriterOptions,
  type WritingState,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { reestimateText } from "./estimate-words.ts";
import {
  type LeafDone,
  openProgressMeter,
  type ProgressGround,
  type WritingProgress,
} from "./writing-progress.ts";

/** Characters of a step's brief that a line shows. */
const BRIEF_SHOWN = 60;

/**
 * Tells of every leaf that is done, and of everything in between that a terminal can show.
 *
 * @param context - Gets the news.
 * @param brief - The brief, for its target.
 * @param run - The run's state, once it is open, and the price of tokens if it is known.
 * @returns What a writer is opened with.
 */
export function leafProgress(
  context: RunContext,
  brief: Brief,
  run: Pick<ProgressGround, "state" | "costUsd">,
): Pick<WriterOptions, "onPlan" | "onLeaf" | "onCall"> {
  const { state } = run;
  const { clock, onProgress } = context;
  const meter = openProgressMeter({ ...run, brief, nowMs: () => clock.nowMs() });
  const tellAgain = againTeller(context, brief, state);
  const read = (): WritingProgress => meter.read();
  return {
    onPlan: () => onProgress({ kind: "writing", read }),
    onCall: (news) => {
      meter.call(news);
      const { planned, phase } = state();
      onProgress({ kind: "writing", read, phase: planned ? phase : "plan" });
    },
    onLeaf: (news) => {
      meter.done(news.node.id);
      const { tree, accepted, failed } = state();
      const closed = accepted.size + failed.size;
      const { leaves = closed } = tree.root ?? {};
      const line = leafLine(news, `${closed}/${leaves}`, state());
      onProgress({ kind: "writing", read, leaf: leafDone(news), line });
      if (closed < leaves) tellAgain();
    },
  };
}

function leafDone({ node, accepted, reason }: LeafNews): LeafDone {
  return {
    node: node.id,
    name: node.heading || node.brief,
    state: accepted === undefined ? "failed" : "accepted",
    words: accepted?.words ?? 0,
    targetWords: accepted?.targetWords ?? node.targetWords,
    issues: accepted?.issues.map(({ message }) => message) ?? [reason ?? "empty"],
  };
}

/** Tells once, after five leaves, what the document takes in the end; its speed is measured from the first. */
function againTeller(
  { clock, onProgress }: RunContext,
  brief: Brief,
  state: () => WritingState,
): () => void {
  let begin: { readonly atMs: number; readonly tokens: number } | undefined;
  let isTold = false;
  return () => {
    if (isTold) return;
    const { tokens } = state();
    const again = reestimateWriting(brief, state());
    if (begin === undefined) begin = { atMs: clock.nowMs(), tokens: tokens.out };
    else if (again !== undefined) {
      isTold = true;
      const seconds = (clock.nowMs() - begin.atMs) / 1000;
      const tokensPerSecond = seconds > 0 ? (tokens.out - begin.tokens) / seconds : 0;
      onProgress({
        kind: "message",
        text: reestimateText(again, { tokensPerSecond, tokensSoFar: tokens.out }),
      });
    }
  };
}

function leafLine(
  { node, accepted, reason }: LeafNews,
  count: string,
  { tree }: WritingState,
): string {
  const above = tree
    .ancestorsOf(node)
    .filter(({ parent, heading }) => parent !== undefined && heading !== "")
    .map(({ heading }) => heading)
    .toReversed();
  const headings = [...above, node.heading].filter((heading) => heading !== "");
  const path = headings.length === 0 ? shortened(node.brief) : headings.join(" › ");
  if (accepted === undefined) return `✗ ${count} ${path}: could not be written (${reason})`;
  const issues = accepted.issues.map(({ message }) => message).join(" ");
  const tail = issues === "" ? "" : ` · ${issues}`;
  return `✓ ${count} ${path}: ${accepted.words} words of ${accepted.targetWords}${tail}`;
}

/** A step without a heading goes by the beginning of what belongs there. */
function shortened(brief: string): string {
  return brief.length > BRIEF_SHOWN ? `${brief.slice(0, BRIEF_SHOWN - 1)}…` : brief;
}
