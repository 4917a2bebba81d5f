import {
  type Brief,
  type LeafNews,
  reestimateWriting,
  targetWordsOf,
  type WriterOptions,
  type WritingState,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { reestimateText } from "./estimate-words.ts";

/** Characters of a step's brief that a line shows. */
const BRIEF_SHOWN = 60;

/**
 * Tells of every leaf that is done: one line each, and how far the document is.
 *
 * @param context - Gets the news.
 * @param brief - The brief, for its target.
 * @param state - The run's state, once it is open.
 * @returns What a writer is opened with.
 */
export function leafProgress(
  context: RunContext,
  brief: Brief,
  state: () => WritingState,
): Pick<WriterOptions, "onPlan" | "onLeaf"> {
  let wordsBefore: number | undefined;
  const tellAgain = againTeller(context, brief, state);
  return {
    onPlan: (nodes) =>
      context.onProgress({ kind: "step", step: "Planning", done: nodes, unit: "nodes" }),
    onLeaf: (news) => {
      const { tree, accepted, failed, tokens } = state();
      const words = [...accepted.values()].reduce((sum, leaf) => sum + leaf.words, 0);
      const closed = accepted.size + failed.size;
      const { leaves = closed } = tree.root ?? {};
      context.onProgress({ kind: "message", text: leafLine(news, `${closed}/${leaves}`, state()) });
      if (closed < leaves) tellAgain();
      wordsBefore ??= words - (news.accepted?.words ?? 0);
      context.onProgress({
        kind: "step",
        step: "Writing",
        done: words,
        // A document may come out a little longer than it was asked to be.
        total: Math.max(targetWordsOf(brief), words + (closed < leaves ? 1 : 0)),
        unit: "words",
        doneBefore: wordsBefore,
        note: `${tokens.in.toLocaleString("en")} tokens read, ${tokens.out.toLocaleString("en")} written`,
      });
    },
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
    const { tokens } = state();
    const again = reestimateWriting(brief, state());
    if (begin === undefined) begin = { atMs: clock.nowMs(), tokens: tokens.out };
    else if (again !== undefined && !isTold) {
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
