import { splitSentences } from "../../text/index.ts";

/** A piece of a text, in UTF-16 units. */
export interface PieceOfText {
  /** Where it begins. */
  readonly start: number;
  /** Where it ends; exclusive. */
  readonly end: number;
}

/** What a repair replaces. */
export type PieceKind = "sentence" | "paragraph" | "leaf";

/** The paragraphs of an accepted text, without the blank lines between them. */
function paragraphPieces(text: string): PieceOfText[] {
  const pieces: PieceOfText[] = [];
  for (const { 0: paragraph, index } of text.matchAll(/[^\n]+(?:\n[^\n]+)*/g)) {
    pieces.push(trimmed(text, { start: index, end: index + paragraph.length }));
  }
  return pieces.filter(({ start, end }) => end > start);
}

/**
 * The sentences of an accepted text, without the spaces between them.
 *
 * @param text - The text.
 * @returns Their places.
 */
export function sentencePieces(text: string): PieceOfText[] {
  return paragraphPieces(text).flatMap((paragraph) => {
    let at = paragraph.start;
    return splitSentences(text.slice(paragraph.start, paragraph.end))
      .map((sentence) => {
        const start = at;
        at += sentence.length;
        return trimmed(text, { start, end: at });
      })
      .filter(({ start, end }) => end > start);
  });
}

function trimmed(text: string, { start, end }: PieceOfText): PieceOfText {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  return { start: start + lead, end: start + lead + piece.trim().length };
}

/**
 * The piece of a text that holds a place.
 *
 * @param text - The text.
 * @param place - The place.
 * @param kind - How large the piece should be.
 * @returns The piece; from the first to the last sentence or paragraph that the place touches.
 */
export function pieceAround(text: string, place: PieceOfText, kind: PieceKind): PieceOfText {
  if (kind === "leaf") return { start: 0, end: text.length };
  const pieces = kind === "sentence" ? sentencePieces(text) : paragraphPieces(text);
  const touched = pieces.filter(({ start, end }) => start < place.end && end > place.start);
  const [first = place] = touched;
  const last = touched.at(-1) ?? place;
  return { start: first.start, end: last.end };
}

/**
 * Puts other words in place of a piece of a text.
 *
 * @param text - The text.
 * @param piece - The piece.
 * @param words - What is to stand there; an empty text takes the piece out.
 * @returns The new text, without doubled spaces or empty paragraphs.
 */
export function replaced(text: string, { start, end }: PieceOfText, words: string): string {
  const joined = `${text.slice(0, start)}${words}${text.slice(end)}`;
  return joined
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/[ \t]{2,}/g, " ").trim())
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}
