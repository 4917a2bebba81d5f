import type { ReactNode } from "react";
import type { WritingBlock, WritingView } from "../../../records/index.ts";
import { Reading } from "../../design/reading.tsx";
import { EmptyState } from "../../design/states.tsx";

interface ManuscriptTextProps {
  /** The document. */
  readonly writing: WritingView;
  /** Size of the type, 1 for 18 pixels. */
  readonly scale: number;
}

/** The text of a document; parts without one are marked, never left out. */
export function ManuscriptText({ writing, scale }: ManuscriptTextProps): ReactNode {
  const { blocks, language } = writing;
  if (blocks.length === 0) {
    return (
      <EmptyState title="No text yet">
        <p>The first part shows up here as soon as it is written.</p>
      </EmptyState>
    );
  }
  return (
    <article
      aria-label="Text"
      className="rounded-card border border-line bg-surface px-4 py-6 shadow-raised sm:px-8 sm:py-8"
    >
      <div className="mx-auto w-fit max-w-full">
        <Reading scale={scale} {...(language === undefined ? {} : { language })}>
          {blocks.map((block, place) => (
            <Block
              // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names; they only ever grow
              key={place}
              block={block}
              isFirst={blocks[place - 1]?.node !== block.node}
            />
          ))}
        </Reading>
      </div>
    </article>
  );
}

function Block({
  block,
  isFirst,
}: {
  readonly block: WritingBlock;
  readonly isFirst: boolean;
}): ReactNode {
  const anchor = isFirst ? { id: block.node } : {};
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level} text={block.text} anchor={anchor} />;
    case "paragraph":
      return <p {...anchor}>{block.text}</p>;
    case "missing":
      return (
        <p
          {...anchor}
          className="rounded-small bg-warn-soft px-3 py-2 font-sans text-small text-warn"
        >
          This part has no text: {block.reason}.
        </p>
      );
  }
}

interface HeadingProps {
  readonly level: number;
  readonly text: string;
  readonly anchor: { readonly id?: string };
}

function Heading({ level, text, anchor }: HeadingProps): ReactNode {
  if (level <= 2) return <h2 {...anchor}>{text}</h2>;
  return level === 3 ? <h3 {...anchor}>{text}</h3> : <h4 {...anchor}>{text}</h4>;
}
