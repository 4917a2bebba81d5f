import { cutSentence } from "./nltk-substitutions.ts";
import type { NltkVersion } from "./nltk-version.ts";
import { type NltkOptions, punktSpans } from "./punkt-sentences.ts";
import { isPythonSpace } from "./python-strings.ts";

/** The cache is emptied when it holds so many pieces; longer pieces than this are not kept. */
const MAX_PIECES = 1 << 15;
const MAX_PIECE_UNITS = 40;

/** Marks that may follow the last word of a sentence and still leave it the last. */
const CLOSERS = new Set("])}>\"'»”’");

/** Marks that are cut off behind letters and digits, a full stop at the end of a sentence only. */
const PLAIN_MARKS = new Set([",", ";", ":", "?", "!", "."]);

/** Words of letters alone that are cut in two. */
const CONTRACTIONS: ReadonlySet<string> = new Set([
  "cannot",
  "gimme",
  "gonna",
  "gotta",
  "lemme",
  "wanna",
]);

/** Cuts texts into words; keeps what it learnt about frequent pieces, within bounds. */
export interface NltkTokenizer {
  /**
   * Cuts a text into words and marks.
   *
   * @param text - Any text.
   * @returns The words in order, as written, but `"` becomes two backticks or two apostrophes.
   */
  words(text: string): string[];
}

/**
 * NLTK's `word_tokenize`: Punkt sentences, then the rules of the Penn Treebank as NLTK extends them.
 * Punctuation marks and clitics (`do` `n't`) are words of their own.
 *
 * @param options - Version, and tables for the sentences.
 * @returns A tokenizer for any number of texts.
 *
 * @example
 * ```ts
 * import { nltkTokenizer } from "longhand/text";
 *
 * console.log(nltkTokenizer().words("We don't know.")); // We do n't know .
 * ```
 */
export function nltkTokenizer(options: NltkOptions = {}): NltkTokenizer {
  return new PieceTokenizer(options);
}

/**
 * Every substitution but those for the end of a sentence looks no further than the white space
 * around a piece of text, so that pieces are cut one by one, and frequent ones only once.
 */
class PieceTokenizer implements NltkTokenizer {
  readonly #options: NltkOptions;
  readonly #nltk: NltkVersion;
  readonly #known = new Map<string, readonly string[]>();
  readonly #knownAtEnd = new Map<string, readonly string[]>();

  constructor(options: NltkOptions) {
    this.#options = options;
    this.#nltk = options.nltk ?? "3.10.3";
  }

  words(text: string): string[] {
    const words: string[] = [];
    for (const { start, end } of punktSpans(text, this.#options)) {
      this.#cutSentence(text.slice(start, end), words);
    }
    return words;
  }

  #cutSentence(sentence: string, words: string[]): void {
    const last = lastPieceStart(sentence);
    let at = 0;
    while (at < last) {
      if (isPythonSpace(sentence.charCodeAt(at))) {
        at++;
        continue;
      }
      let end = at + 1;
      while (end < last && !isPythonSpace(sentence.charCodeAt(end))) end++;
      this.#cut({ sentence, start: at, end }, words);
      at = end;
    }
    if (last < sentence.length) {
      this.#cut({ sentence, start: last, end: sentence.length }, words);
    }
  }

  #cut(piece: Piece, words: string[]): void {
    if (cutPlain(piece, words)) return;
    const { sentence, start, end } = piece;
    const text = sentence.slice(start, end);
    const before = start === 0 ? "" : sentence.charAt(start - 1);
    const after = end === sentence.length ? "" : sentence.charAt(end);
    const special = seesSpace(text, before, after);
    const found = special
      ? cutSentence(before + text + after, {
          nltk: this.#nltk,
          start: before === "",
          end: after === "",
        })
      : this.#cutKnown(text, after === "");
    for (const word of found) words.push(word);
  }

  #cutKnown(text: string, atEnd: boolean): readonly string[] {
    const known = atEnd ? this.#knownAtEnd : this.#known;
    const cut = known.get(text);
    if (cut !== undefined) return cut;
    const words = cutSentence(` ${text}${atEnd ? "" : " "}`, {
      nltk: this.#nltk,
      start: false,
      end: atEnd,
    });
    if (text.length <= MAX_PIECE_UNITS) {
      if (known.size >= MAX_PIECES) known.clear();
      known.set(text, words);
    }
    return words;
  }
}

/** What stands between white space; the last one of a sentence reaches to its end. */
interface Piece {
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
}

/** Where the last piece that holds more than closing marks begins. */
function lastPieceStart(sentence: string): number {
  let end = sentence.length;
  while (end > 0) {
    while (end > 0 && isPythonSpace(sentence.charCodeAt(end - 1))) end--;
    let start = end;
    let onlyClosers = true;
    while (start > 0 && !isPythonSpace(sentence.charCodeAt(start - 1))) {
      start--;
      onlyClosers &&= CLOSERS.has(sentence.charAt(start));
    }
    if (!onlyClosers) return start;
    end = start;
  }
  return 0;
}

/** Quotes are judged by the white space beside them: a plain space, another one, or none. */
function seesSpace(text: string, before: string, after: string): boolean {
  const opens = text.startsWith('"') || text.startsWith("'");
  return (opens && before !== " ") || (text.endsWith("'") && after !== " " && after !== "");
}

/** Cuts a piece of ASCII letters and digits, with one mark behind it at most. */
function cutPlain({ sentence, start, end }: Piece, words: string[]): boolean {
  let wordEnd = start;
  while (wordEnd < end && isPlain(sentence.charCodeAt(wordEnd))) wordEnd++;
  const mark = sentence.slice(wordEnd, end);
  if (!(mark === "" || PLAIN_MARKS.has(mark))) return false;
  const word = sentence.slice(start, wordEnd);
  if (mayContract(word) && CONTRACTIONS.has(word.toLowerCase())) return false;
  // A full stop stays with its word inside a sentence.
  if (mark === "." && end < sentence.length) words.push(sentence.slice(start, end));
  else pushAll(words, word, mark);
  return true;
}

function mayContract(word: string): boolean {
  return word.length === 5 || word.length === 6;
}

function pushAll(words: string[], word: string, mark: string): void {
  if (word !== "") words.push(word);
  if (mark !== "") words.push(mark);
}

function isPlain(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39)
  );
}
