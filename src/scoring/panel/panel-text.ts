import { splitSentences, unicodeWordStarts, unicodeWords, wellFormed } from "../../text/index.ts";

const BLANK_LINE = /\n[^\S\n]*\n\s*/;
const LINE_BREAK = /\r\n?/g;

/** A text as the measures of the panel read it. Each view is made when it is first asked for. */
export class PanelText {
  /** The text: lone surrogates replaced, line breaks as `\n`. */
  readonly text: string;
  #words: readonly string[] | undefined;
  #wordStarts: Int32Array | undefined;
  #wordIds: WordIds | undefined;
  #sentenceLengths: Int32Array | undefined;

  /** @param text - Any text. */
  constructor(text: string) {
    this.text = wellFormed(text).replace(LINE_BREAK, "\n");
  }

  /** Its lower-cased Unicode words. */
  get words(): readonly string[] {
    this.#words ??= unicodeWords(this.text);
    return this.#words;
  }

  /** Where each word begins, in UTF-16 units. */
  get wordStarts(): Int32Array {
    this.#wordStarts ??= unicodeWordStarts(this.text);
    return this.#wordStarts;
  }

  /** Its words as numbers. */
  get wordIds(): WordIds {
    this.#wordIds ??= numberWords(this.words);
    return this.#wordIds;
  }

  /** Length of each sentence in words; a paragraph ends one, and sentences without words are none. */
  get sentenceLengths(): Int32Array {
    this.#sentenceLengths ??= Int32Array.from(
      blocksOf(this.text)
        .flatMap(splitSentences)
        .map((sentence) => unicodeWords(sentence).length)
        .filter((length) => length > 0),
    );
    return this.#sentenceLengths;
  }

  /**
   * Its paragraphs: what blank lines part, or single line breaks in a text without blank lines.
   *
   * @returns The words of each, joined by spaces.
   */
  paragraphs(): string[][] {
    const blocks = blocksOf(this.text);
    const parts = blocks.length > 1 ? blocks : this.text.split("\n");
    return parts.map(unicodeWords).filter((words) => words.length > 0);
  }

  /**
   * The piece of the text from one word up to another, with the marks and spaces between.
   *
   * @param from - Number of the first word; 0 begins at the very start.
   * @param to - Number of the word after the last; the number of words ends at the very end.
   */
  slice(from: number, to: number): string {
    const starts = this.wordStarts;
    const begin = from === 0 ? 0 : starts[from];
    return this.text.slice(begin, to >= starts.length ? this.text.length : starts[to]);
  }
}

/** Words as numbers: equal words have equal ones. */
export interface WordIds {
  /** One number per word, from 0, in order of first appearance. */
  readonly ids: Int32Array;
  /** How many different words there are. */
  readonly distinct: number;
}

function numberWords(words: readonly string[]): WordIds {
  const numbers = new Map<string, number>();
  const ids = new Int32Array(words.length);
  for (const [index, word] of words.entries()) {
    const known = numbers.get(word);
    ids[index] = known ?? numbers.size;
    if (known === undefined) numbers.set(word, numbers.size);
  }
  return { ids, distinct: numbers.size };
}

/** The pieces of a text between blank lines. */
function blocksOf(text: string): string[] {
  return text.split(BLANK_LINE).filter((block) => block.trim() !== "");
}
