import { paragraphsOf } from "../../design/reading.tsx";

/** One paragraph or heading of a long text. */
export interface TextPart {
  /** Number of the paragraph, from 0. */
  readonly index: number;
  /** `cut` stands where an excerpt leaves something out. */
  readonly kind: "paragraph" | "heading" | "cut";
  /** Its words. */
  readonly text: string;
}

/** Paragraphs that are laid out together. */
export interface TextChunk {
  /** Number of its first paragraph. */
  readonly first: number;
  /** Its paragraphs. */
  readonly parts: readonly TextPart[];
}

/** Longest paragraph; longer ones are parted where a line or a sentence ends. */
const LONGEST_PARAGRAPH = 6_000;
/** Characters after which a new chunk begins. */
const CHUNK_CHARACTERS = 6_000;
const LONGEST_HEADING = 80;
const HEADING =
  /^(?:#{1,4} \S|(?:chapter|part|book|act|scene|section|letter|prologue|epilogue|interlude)\b|[IVXLC]{1,7}\.?$|\d{1,3}\.?$|\*\s*\*\s*\*$)/i;
const CUT = "[…]";

/**
 * Parts a long text into paragraphs. Headings are guessed: a short line alone that begins as chapters do.
 *
 * @param text - The text.
 * @returns Its paragraphs in order.
 */
export function textParts(text: string): readonly TextPart[] {
  return paragraphsOf(text)
    .flatMap(({ text: paragraph }) => piecesOf(paragraph))
    .map((piece, index) => ({ index, kind: kindOf(piece), text: piece.replace(/^#{1,4} /, "") }));
}

/**
 * Groups paragraphs, so that a browser lays out only what is near the window.
 *
 * @param parts - Paragraphs in order.
 * @returns Chunks of about 6,000 characters.
 */
export function textChunks(parts: readonly TextPart[]): readonly TextChunk[] {
  const chunks: { first: number; parts: TextPart[]; characters: number }[] = [];
  for (const part of parts) {
    const last = chunks.at(-1);
    if (last === undefined || last.characters >= CHUNK_CHARACTERS) {
      chunks.push({ first: part.index, parts: [part], characters: part.text.length });
    } else {
      last.parts.push(part);
      last.characters += part.text.length;
    }
  }
  return chunks;
}

function kindOf(piece: string): TextPart["kind"] {
  if (piece === CUT) return "cut";
  const isHeading = piece.length <= LONGEST_HEADING && !piece.includes("\n") && HEADING.test(piece);
  // "Part of him knew." is a sentence; "Part Two" and "Chapter 3. The Fire" are headings.
  return isHeading && !/[a-z]{2}[.,;]$/.test(piece) ? "heading" : "paragraph";
}

function piecesOf(paragraph: string): readonly string[] {
  if (paragraph.length <= LONGEST_PARAGRAPH) return [paragraph];
  const pieces = [""];
  for (const sentence of paragraph.split(/(?<=\n)|(?<=[.!?]["”’)]?\s)/)) {
    const last = pieces.at(-1) ?? "";
    if (last !== "" && last.length + sentence.length > LONGEST_PARAGRAPH) pieces.push(sentence);
    else pieces[pieces.length - 1] = last + sentence;
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== "");
}
