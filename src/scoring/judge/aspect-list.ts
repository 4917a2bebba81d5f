import { unicodeWords } from "../../text/index.ts";

/** A point that a text makes. */
export interface Aspect {
  /** The point, in the judge's words. */
  readonly point: string;
  /** Words of the text that show it. */
  readonly quote: string;
}

/** What an answer is held against. */
export interface AspectBounds {
  /** The text that the points are of. */
  readonly text: string;
  /** Most points. */
  readonly most: number;
}

const LINE = /^\s*(\d{1,3})\s*\|([^|]+)\|([^|]+)$/;

/**
 * Reads a list of points, and checks that each quote is in the text (by its words; marks, case and white
 * space do not matter).
 *
 * @param answer - The judge's answer.
 * @param bounds - Text, and most points.
 * @returns The points, or what is wrong.
 */
export function readAspects(
  answer: string,
  { text, most }: AspectBounds,
): { readonly answer: Aspect[] } | { readonly problem: string } {
  const lines = answer.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length === 0 || lines.length > most) {
    return { problem: `it has ${lines.length} points where 1 to ${most} are asked for` };
  }
  const words = spaced(text);
  const aspects: Aspect[] = [];
  for (const [at, line] of lines.entries()) {
    const [, number, point = "", quote = ""] = LINE.exec(line) ?? [];
    if (Number(number) !== at + 1) {
      return { problem: `line ${at + 1} is not "${at + 1} | point | words of the text"` };
    }
    if (unicodeWords(quote).length === 0 || !words.includes(spaced(quote))) {
      return { problem: `the words copied for point ${at + 1} are not in the text` };
    }
    aspects.push({ point: point.trim(), quote: quote.trim() });
  }
  return { answer: aspects };
}

/** Words with a space around each, so that one is never found inside another. */
function spaced(text: string): string {
  return ` ${unicodeWords(text).join(" ")} `;
}
