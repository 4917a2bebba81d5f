import type { CSSProperties, ReactNode } from "react";
import type { WritingNodeView } from "../../../records/index.ts";
import { Card } from "../../design/card.tsx";
import { classNames } from "../../design/class-names.ts";
import { countFigure } from "../../design/figures.ts";

const STATE_MARKS: Readonly<
  Record<WritingNodeView["state"], { readonly mark: string; readonly tone: string }>
> = {
  planned: { mark: "·", tone: "text-muted" },
  drafting: { mark: "◐", tone: "text-accent" },
  accepted: { mark: "✓", tone: "text-good" },
  failed: { mark: "✗", tone: "text-bad" },
  dirty: { mark: "~", tone: "text-warn" },
};

const STATE_WORDS: Readonly<Record<WritingNodeView["state"], string>> = {
  planned: "to come",
  drafting: "at work",
  accepted: "written",
  failed: "failed",
  dirty: "to be written anew",
};

/** The plan of a document: every part leads to its place in the text. */
export function PlanTree({ nodes }: { readonly nodes: readonly WritingNodeView[] }): ReactNode {
  const [, ...parts] = nodes;
  return (
    <Card
      title="Plan"
      hint="✓ written, ◐ at work, · to come, ✗ failed, ~ to be written anew"
      className="md:sticky md:top-20"
    >
      {parts.length === 0 ? (
        <p className="text-muted">The plan is not made yet.</p>
      ) : (
        <section
          aria-label="Parts of the plan"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
          tabIndex={0}
          className="max-h-64 md:max-h-[65vh] overflow-y-auto"
        >
          <ol className="grid gap-1 text-small">
            {parts.map((node) => (
              <PlanNodeItem key={node.id} node={node} />
            ))}
          </ol>
        </section>
      )}
    </Card>
  );
}

function PlanNodeItem({ node }: { readonly node: WritingNodeView }): ReactNode {
  const { id, depth, heading, brief, words, targetWords, state } = node;
  const { mark, tone } = STATE_MARKS[state];
  const style = { paddingInlineStart: `${Math.max(0, depth - 1)}rem` } as CSSProperties;
  return (
    <li style={style}>
      <a href={`#${id}`} className="flex gap-2 rounded-small px-2 py-1 hover:bg-sunken">
        <span
          aria-hidden="true"
          className={classNames("w-4 shrink-0 text-center font-semibold", tone)}
        >
          {mark}
        </span>
        <span className="min-w-0">
          <span className={classNames("block", depth === 1 && "font-semibold")}>
            {heading || brief}
          </span>
          <span className="text-mini text-muted tabular-nums">
            <span className="sr-only">{STATE_WORDS[state]}, </span>
            {countFigure(words)} of {countFigure(targetWords)} words
          </span>
        </span>
      </a>
    </li>
  );
}
