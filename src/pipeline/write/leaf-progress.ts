import {
  type Brief,
  type LeafNews,
  targetWordsOf,
  type WriterOptions,
  type WritingState,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";

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
  return {
    onPlan: (nodes) =>
      context.onProgress({ kind: "step", step: "Planning", done: nodes, unit: "nodes" }),
    onLeaf: (news) => {
      const { tree, accepted, failed, tokens } = state();
      const words = [...accepted.values()].reduce((sum, leaf) => sum + leaf.words, 0);
      const closed = accepted.size + failed.size;
      const { leaves = closed } = tree.root ?? {};
      context.onProgress({ kind: "message", text: leafLine(news, `${closed}/${leaves}`, state()) });
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
  const path = [...above, node.heading].filter((heading) => heading !== "").join(" › ");
  if (accepted === undefined) return `✗ ${count} ${path}: could not be written (${reason})`;
  const issues = accepted.issues.map(({ message }) => message).join(" ");
  const tail = issues === "" ? "" : ` · ${issues}`;
  return `✓ ${count} ${path}: ${accepted.words} words of ${accepted.targetWords}${tail}`;
}
