import stringWidth from "string-width";

/** How a paragraph is laid out. */
export interface WrapOptions {
  /** Widest line, in terminal columns. */
  readonly widthColumns: number;
  /** Stands before the first line. */
  readonly first?: string;
  /** Stands before every other line. */
  readonly rest?: string;
}

/**
 * Breaks a paragraph into lines for a terminal. A word wider than a line is broken too.
 *
 * @param text - One paragraph; its own line breaks become spaces.
 * @param options - The width, and what stands before the lines.
 * @returns The lines, joined by line breaks.
 */
export function wrapText(text: string, options: WrapOptions): string {
  const { widthColumns, first = "", rest = first } = options;
  const roomFor = (before: string) => Math.max(8, widthColumns - stringWidth(before));
  const lines: string[] = [];
  let line = "";
  const prefix = () => (lines.length === 0 ? first : rest);
  for (const word of text.split(/\s+/).flatMap((long) => pieces(long, roomFor(rest)))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && stringWidth(longer) > roomFor(prefix())) {
      lines.push(prefix() + line);
      line = word;
    } else {
      line = longer;
    }
  }
  lines.push(prefix() + line);
  return lines.join("\n");
}

function pieces(word: string, maxColumns: number): readonly string[] {
  if (stringWidth(word) <= maxColumns) return [word];
  const parts: string[] = [];
  let part = "";
  for (const character of word) {
    if (part !== "" && stringWidth(part + character) > maxColumns) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}
