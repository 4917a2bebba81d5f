import type { CSSProperties, ReactNode, Ref } from "react";

/** What a long text is given. */
export interface ReadingProps {
  /** Headings and paragraphs; texts of models only ever as text. */
  readonly children: ReactNode;
  /** Language of the text as a BCP 47 tag: for hyphens and for voices. @defaultValue unknown */
  readonly language?: string;
  /** Size of the type, 1 for 18 pixels. @defaultValue 1 */
  readonly scale?: number;
  /** The element, for keeping the reader's place. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** A text to read for hours: about 66 characters a line, a book face, generous leading. */
export function Reading({ children, language, scale = 1, ref }: ReadingProps): ReactNode {
  const style = { "--reading-scale": scale } as CSSProperties;
  return (
    <div
      ref={ref}
      className="reading"
      style={style}
      {...(language === undefined ? {} : { lang: language })}
    >
      {children}
    </div>
  );
}

/**
 * A plain text as paragraphs: blank lines part them, single line ends stay.
 *
 * @param text - The text of a person or a model.
 * @returns Its paragraphs, each with a stable name.
 */
export function paragraphsOf(
  text: string,
): readonly { readonly id: string; readonly text: string }[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "")
    .map((paragraph, place) => ({ id: `p${place}`, text: paragraph }));
}

/** A plain text in the reading face. */
export function ReadingText({
  text,
  language,
  scale,
}: { readonly text: string } & Pick<ReadingProps, "language" | "scale">): ReactNode {
  return (
    <Reading
      {...(language === undefined ? {} : { language })}
      {...(scale === undefined ? {} : { scale })}
    >
      {paragraphsOf(text).map(({ id, text: paragraph }) => (
        <p key={id}>{paragraph}</p>
      ))}
    </Reading>
  );
}
