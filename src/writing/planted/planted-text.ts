import { splitSentences, unicodeWordStarts, unicodeWords } from "../../text/index.ts";

/** One sentence of a text as planted facts are looked for in it. */
export interface PlacedSentence {
  /** The sentence, trimmed. */
  readonly text: string;
  /** Number of its first word in the text. */
  readonly fromWord: number;
  /** Its lower-cased words. */
  readonly words: readonly string[];
  /** Where its middle stands, 0–1. */
  readonly at: number;
}

/** A text that planted facts are looked for in. */
export interface PlacedText {
  /** The text. */
  readonly text: string;
  /** Its lower-cased words. */
  readonly words: readonly string[];
  /** Words that count as the whole document. */
  readonly wholeWords: number;
  /** Its sentences, in order; made when first asked for. */
  readonly sentences: () => readonly PlacedSentence[];
}

/**
 * Reads a text for planted facts.
 *
 * @param text - The document without headings.
 * @param wholeWords - Words of the whole document, if the text breaks off before its end; a text with
 *   more words counts as whole. @defaultValue the words of the text
 * @returns The text as words with places.
 */
export function placeText(text: string, wholeWords = 0): PlacedText {
  const words = unicodeWords(text);
  const whole = Math.max(1, words.length, wholeWords);
  let sentences: readonly PlacedSentence[] | undefined;
  return {
    text,
    words,
    wholeWords: whole,
    sentences: () => {
      sentences ??= placedSentences(text, whole);
      return sentences;
    },
  };
}

function placedSentences(text: string, whole: number): PlacedSentence[] {
  const found: PlacedSentence[] = [];
  let fromWord = 0;
  for (const block of text.split(/\n[^\S\n]*\n\s*/)) {
    for (const sentence of splitSentences(block)) {
      const words = unicodeWords(sentence);
      if (words.length === 0) continue;
      const at = (fromWord + words.length / 2) / whole;
      found.push({ text: sentence.trim(), fromWord, words, at });
      fromWord += words.length;
    }
  }
  return found;
}

/**
 * Where a form stands in a list of words; exact words in order, case aside.
 *
 * @param words - Lower-cased words.
 * @param form - The form.
 * @returns Number of the first word of each occurrence, rising; none for a form without words.
 */
export function formPlaces(words: readonly string[], form: string): number[] {
  const wanted = unicodeWords(form);
  const [first] = wanted;
  if (first === undefined) return [];
  const places: number[] = [];
  for (let at = words.indexOf(first); at !== -1; at = words.indexOf(first, at + 1)) {
    if (wanted.every((word, offset) => words[at + offset] === word)) places.push(at);
  }
  return places;
}

/**
 * Whether one of some forms stands in a list of words.
 *
 * @param words - Lower-cased words.
 * @param forms - The forms.
 */
export function holdsForm(words: readonly string[], forms: readonly string[]): boolean {
  return forms.some((form) => formPlaces(words, form).length > 0);
}

/** A name that a text invented in a frame. */
export interface InventedName {
  /** The name as written. */
  readonly name: string;
  /** Number of the frame's first word. */
  readonly word: number;
}

/** What may open and close an invented name. */
const OPENING = "[«“‘\"'*_\\s]*";
const NAME =
  "((?:\\p{Lu}[\\p{L}\\p{M}\\p{Nd}’'-]*)(?:\\s+(?:(?:of|the|de|von|and)\\s+)*\\p{Lu}[\\p{L}\\p{M}\\p{Nd}’'-]*){0,3})";

/**
 * Finds the names that a text gives in a frame, for instance in `the ferry called «Grey Wren»`: words
 * that begin with a capital, four at most; the marks around them may be left out.
 *
 * @param text - The text.
 * @param frame - The words right before a name.
 * @returns The names in order.
 */
export function framedNames(text: string, frame: string): InventedName[] {
  const words = frame.trim().split(/\s+/).map(escaped).join("\\s+");
  const pattern = new RegExp(`(?<![\\p{L}\\p{Nd}])(?:${anyCase(words)})${OPENING}${NAME}`, "gu");
  const starts = unicodeWordStarts(text);
  const found: InventedName[] = [];
  for (const { 0: whole, 1: name = "", index } of text.matchAll(pattern)) {
    const clean = name.replace(/['’]s$|['’-]+$/u, "").trim();
    if (clean === "" || clean === "Name" || whole === "") continue;
    found.push({ name: clean, word: wordAt(starts, index) });
  }
  return found;
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A frame may begin a sentence; names keep their capitals, so that the whole pattern cannot ignore case. */
function anyCase(pattern: string): string {
  return pattern.replaceAll(/(?<!\\)\p{L}/gu, (letter) => {
    const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
    return lower === upper ? letter : `[${lower}${upper}]`;
  });
}

function wordAt(starts: Int32Array, place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
