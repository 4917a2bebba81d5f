import { type ReactNode, type Ref, useState, useSyncExternalStore } from "react";
import { Button } from "../../design/button.tsx";
import { ProgressBar } from "../../design/key-figures.tsx";
import type { PlaceKeeper } from "./place-keeper.ts";

/** What the strip above the text is given. */
export interface PinnedPromptProps {
  /** The prompt. */
  readonly prompt: string;
  /** Headings of the text, with the numbers of their paragraphs. */
  readonly chapters: readonly { readonly index: number; readonly text: string }[];
  /** Knows where the reader is. */
  readonly keeper: PlaceKeeper;
  /** Brings a paragraph to the top. */
  readonly onGo: (paragraph: number) => void;
  /** The strip. */
  readonly ref: Ref<HTMLElement>;
}

/** Stays above the text: the prompt, two lines of it or all, the chapters, and how far one has read. */
export function PinnedPrompt(props: PinnedPromptProps): ReactNode {
  const { prompt, chapters, keeper, onGo, ref } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      ref={ref}
      aria-label="Prompt"
      className="sticky top-15 z-20 -mx-4 grid gap-1 border-b border-line bg-page px-4 pt-2 no-print"
    >
      <div className="flex items-start gap-2">
        <PromptText prompt={prompt} isOpen={isOpen} />
        <Button small aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Less" : "Whole prompt"}
        </Button>
      </div>
      <div className="flex items-center gap-3">
        {chapters.length > 1 && <Chapters {...{ chapters, keeper, onGo }} />}
        <HowFar keeper={keeper} />
      </div>
    </section>
  );
}

function PromptText({
  prompt,
  isOpen,
}: {
  readonly prompt: string;
  readonly isOpen: boolean;
}): ReactNode {
  if (!isOpen) {
    return (
      <p className="line-clamp-2 min-w-0 flex-1 text-small">
        <strong className="font-semibold">Prompt: </strong>
        {prompt}
      </p>
    );
  }
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      aria-label="The whole prompt"
      data-scrolls
      className="max-h-[45vh] min-w-0 flex-1 overflow-y-auto text-small whitespace-pre-line"
    >
      <strong className="font-semibold">Prompt: </strong>
      {prompt}
    </section>
  );
}

function Chapters({
  chapters,
  keeper,
  onGo,
}: Pick<PinnedPromptProps, "chapters" | "keeper" | "onGo">): ReactNode {
  const paragraph = useSyncExternalStore(keeper.subscribe, () => keeper.position().paragraph);
  const current = chapters.findLast(({ index }) => index <= paragraph);
  return (
    <select
      aria-label="Chapter"
      value={current?.index ?? ""}
      onChange={(event) => onGo(Number(event.target.value))}
      className="min-h-8 max-w-[50%] rounded-small border border-edge bg-surface px-2 text-mini"
    >
      {current === undefined && <option value="">Beginning</option>}
      {chapters.map(({ index, text }) => (
        <option key={index} value={index}>
          {text}
        </option>
      ))}
    </select>
  );
}

function HowFar({ keeper }: { readonly keeper: PlaceKeeper }): ReactNode {
  const percent = useSyncExternalStore(keeper.subscribe, () => Math.round(100 * keeper.share()));
  return (
    <div className="flex min-h-8 flex-1 items-center gap-2">
      <div className="flex-1">
        <ProgressBar label="Read so far" share={percent / 100} />
      </div>
      <span className="text-mini text-muted tabular-nums" aria-hidden="true">
        {percent} %
      </span>
    </div>
  );
}
