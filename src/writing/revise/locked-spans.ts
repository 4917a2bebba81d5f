import type { LockedSpan } from "../run/revision-state.ts";

/**
 * Finds locked words again in a text that may have changed around them: each at the place of its quote
 * that is nearest to where it stood.
 *
 * @param text - The text.
 * @param spans - The locked words.
 * @returns Those that are still there, in order, without overlaps.
 */
export function anchoredSpans(text: string, spans: readonly LockedSpan[]): LockedSpan[] {
  const found = spans.flatMap((span) => {
    const start = nearestPlace(text, span);
    return start === undefined ? [] : [{ quote: span.quote, start }];
  });
  const ordered = found.toSorted((left, right) => left.start - right.start);
  let end = 0;
  return ordered.filter(({ quote, start }) => {
    if (start < end) return false;
    end = start + quote.length;
    return true;
  });
}

function nearestPlace(text: string, { quote, start }: LockedSpan): number | undefined {
  if (quote === "") return undefined;
  let nearest: number | undefined;
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    if (nearest === undefined || Math.abs(at - start) < Math.abs(nearest - start)) nearest = at;
  }
  return nearest;
}

/** A piece of a text. */
export interface TextPiece {
  /** The words, blanks and line ends included. */
  readonly text: string;
  /** Whether they are locked. */
  readonly locked: boolean;
}

/**
 * Cuts a text into its locked and its free pieces.
 *
 * @param text - The text.
 * @param spans - The locked words.
 * @returns The pieces in order; together they are the text.
 */
export function piecesOf(text: string, spans: readonly LockedSpan[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { quote, start } of anchoredSpans(text, spans)) {
    if (start > end) pieces.push({ text: text.slice(end, start), locked: false });
    pieces.push({ text: quote, locked: true });
    end = start + quote.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), locked: false });
  return pieces;
}
