import { memo, type ReactNode, type Ref, useMemo } from "react";
import { Reading } from "../../design/reading.tsx";
import { type TextChunk, type TextPart, textChunks, textParts } from "./text-parts.ts";

/** What a long text is given. */
export interface LongTextProps {
  /** The text. */
  readonly text: string;
  /** Its language, as BCP 47. */
  readonly language: string;
  /** Size of the type, 1 for 18 pixels. */
  readonly scale: number;
  /** The element. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** A text of any length: only the chunks near the window are laid out, all of them can be found and read aloud. */
export const LongText = memo(function LongText(props: LongTextProps): ReactNode {
  const { text, language, scale, ref } = props;
  const chunks = useMemo(() => textChunks(textParts(text)), [text]);
  return (
    <Reading language={language} scale={scale} {...(ref === undefined ? {} : { ref })}>
      {chunks.map((chunk) => (
        <Chunk key={chunk.first} chunk={chunk} scale={scale} />
      ))}
    </Reading>
  );
});

function Chunk({ chunk, scale }: { readonly chunk: TextChunk; readonly scale: number }): ReactNode {
  const style = {
    contentVisibility: "auto",
    containIntrinsicSize: `auto ${heightOf(chunk, scale)}px`,
  } as const;
  return (
    <div
      data-chunk={chunk.first}
      style={style}
      className="[&>*+*]:mt-[1em] [&>*+h3]:mt-[2em] first:[&>h3:first-child]:mt-0"
    >
      {chunk.parts.map((part) => (
        <Part key={part.index} part={part} />
      ))}
    </div>
  );
}

function Part({ part }: { readonly part: TextPart }): ReactNode {
  const { index, kind, text } = part;
  switch (kind) {
    case "heading":
      return <h3 data-paragraph={index}>{text}</h3>;
    case "cut":
      return (
        <p data-paragraph={index} className="text-center text-muted">
          […]<span className="sr-only"> A part is left out here.</span>
        </p>
      );
    case "paragraph":
      return <p data-paragraph={index}>{text}</p>;
  }
}

const LINE_PIXELS = 18 * 1.65;
const LINE_CHARACTERS = 66;
/** Width of a character of 18 pixels, and what a window has beside the text. */
const CHARACTER_PIXELS = 8.6;
const MARGIN_PIXELS = 32;

/** A guess at the height of what was not laid out yet, so that the bar at the side tells the truth. */
function heightOf({ parts }: TextChunk, scale: number): number {
  const fitting = (window.innerWidth - MARGIN_PIXELS) / (CHARACTER_PIXELS * scale);
  const lineCharacters = Math.max(20, Math.min(LINE_CHARACTERS, fitting));
  const lines = parts.reduce(
    (sum, { text }) => sum + Math.ceil(text.length / lineCharacters) + 18 / LINE_PIXELS,
    0,
  );
  return Math.round(lines * LINE_PIXELS * scale);
}
