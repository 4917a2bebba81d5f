import { pythonStrip, splitSentences, wordsWithSpaces } from "../../text/index.ts";

/** Fewest and most words of a passage. */
export type WordRange = readonly [min: number, max: number];

/** What a piece of text ends with, best place to cut first. */
type Ending = "paragraph" | "sentence" | "clause";

interface Piece {
  readonly text: string;
  readonly words: number;
  readonly ending: Ending;
}

/**
 * Cuts a text into passages: at the first end of a paragraph within the range, else at the end of
 * the sentence nearest to its middle, else (a sentence longer than the range is wide) at a clause
 * or a word. A rest shorter than the range is joined to the last passage, which may then be longer.
 *
 * @param text - The text; it may have no line breaks at all.
 * @param range - Fewest and most words of a passage.
 * @returns The passages in order; one shorter than the range only if the whole text is.
 */
export function cutPassages(text: string, range: WordRange): string[] {
  const pieces = splitPieces(text, Math.max(1, range[1] - range[0]));
  const passages: string[] = [];
  let from = 0;
  let wordsLeft = pieces.reduce((sum, { words }) => sum + words, 0);
  while (wordsLeft > 0) {
    const { to, words } = nextCut(pieces, from, range);
    const isLast = wordsLeft - words < range[0];
    const end = isLast ? pieces.length : to;
    passages.push(joined(pieces, from, end));
    wordsLeft = isLast ? 0 : wordsLeft - words;
    from = end;
  }
  return passages;
}

function joined(pieces: readonly Piece[], from: number, to: number): string {
  const texts = pieces.slice(from, to).map(({ text }) => text);
  return pythonStrip(texts.join(""));
}

interface Cut {
  /** Index of the first piece after the cut. */
  readonly to: number;
  readonly words: number;
}

function nextCut(pieces: readonly Piece[], from: number, range: WordRange): Cut {
  let best: (Cut & { readonly cost: number }) | undefined;
  let words = 0;
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at] as Piece;
    words += piece.words;
    if (words > range[1]) break;
    if (words < range[0]) continue;
    const cut = { to: at + 1, words };
    if (piece.ending === "paragraph") return cut;
    const cost = costOf(piece, words, range);
    if (best === undefined || cost < best.cost) best = { ...cut, cost };
  }
  // Without a place to cut, less than a passage is left.
  return best ?? { to: pieces.length, words };
}

/** How far from the middle of the range; a clause costs more than any sentence in it. */
function costOf({ ending }: Piece, words: number, [min, max]: WordRange): number {
  return Math.abs(words - (min + max) / 2) + (ending === "clause" ? max : 0);
}

const BLANK_LINES = /\n[^\S\n]*\n\s*/g;

/** Sentences, with those longer than `maxWords` in several pieces; joined, they give the text. */
function splitPieces(text: string, maxWords: number): Piece[] {
  return paragraphs(text).flatMap((paragraph) => {
    const sentences = splitSentences(paragraph);
    return sentences.flatMap((sentence, index) => {
      const isEnd = index === sentences.length - 1 || /\n\s*$/.test(sentence);
      return splitSentence(sentence, maxWords, isEnd ? "paragraph" : "sentence");
    });
  });
}

/** Paragraphs with the blank lines that follow them. */
function paragraphs(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: gap, index } of text.matchAll(BLANK_LINES)) {
    found.push(text.slice(from, index + gap.length));
    from = index + gap.length;
  }
  return [...found, text.slice(from)];
}

function splitSentence(sentence: string, maxWords: number, ending: Ending): Piece[] {
  const words = wordsWithSpaces(sentence);
  if (words.length <= maxWords) return [{ text: sentence, words: words.length, ending }];
  const pieces: Piece[] = [];
  let from = 0;
  while (words.length - from > maxWords) {
    const to = clauseEnd(words, from, maxWords);
    pieces.push({ text: words.slice(from, to).join(""), words: to - from, ending: "clause" });
    from = to;
  }
  return [...pieces, { text: words.slice(from).join(""), words: words.length - from, ending }];
}

/** Where the last clause ends in the second half of the words that fit; the last word if none does. */
function clauseEnd(words: readonly string[], from: number, maxWords: number): number {
  for (const mark of [/[;:]\s*$/, /[,–—]\s*$/]) {
    for (let to = from + maxWords; to > from + maxWords / 2; to--) {
      if (mark.test(words[to - 1] ?? "")) return to;
    }
  }
  return from + maxWords;
}
