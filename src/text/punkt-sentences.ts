import { type NltkVersion, punktNonWord } from "./nltk-version.ts";
import { NO_PUNKT_TABLES, type PunktTables } from "./punkt-tables.ts";
import { holdsBreak } from "./punkt-tokens.ts";
import { PYTHON_SPACE } from "./python-patterns.ts";
import { pythonTrimmedEnd } from "./python-strings.ts";

/** Settings of the splitters after NLTK. */
export interface NltkOptions {
  /** Whose rules hold. @defaultValue `"3.10.3"` */
  readonly nltk?: NltkVersion;
  /** What Punkt was taught. @defaultValue empty tables */
  readonly punkt?: PunktTables;
}

/** Part of a text, in UTF-16 units. */
export interface TextSpan {
  /** Where it begins. */
  readonly start: number;
  /** Where it ends, exclusive. */
  readonly end: number;
}

/**
 * Splits a text into sentences as NLTK's Punkt does (Kiss and Strunk 2006), with the tables it is
 * given; without, it knows no abbreviations. White space between sentences belongs to none.
 *
 * @param text - Any text.
 * @param options - Version and tables.
 * @returns The sentences in order, as parts of the text; none for a blank text.
 */
export function punktSpans(text: string, options: NltkOptions = {}): TextSpan[] {
  const { nltk = "3.10.3", punkt = NO_PUNKT_TABLES } = options;
  const patterns = PATTERNS[nltk];
  const slices: TextSpan[] = [];
  let start = 0;
  for (const candidate of candidates(text, patterns.mark)) {
    if (!holdsBreak(candidate.context, { nltk, punkt })) continue;
    slices.push({ start, end: candidate.mark + 1 });
    start = candidate.next ?? candidate.mark + 1;
  }
  slices.push({ start, end: pythonTrimmedEnd(text) });
  return realigned(text, slices, patterns.closers);
}

/**
 * The sentences of {@link punktSpans} as texts.
 *
 * @param text - Any text.
 * @param options - Version and tables.
 * @returns The sentences in order.
 */
export function punktSentences(text: string, options: NltkOptions = {}): string[] {
  return punktSpans(text, options).map(({ start, end }) => text.slice(start, end));
}

interface Candidate {
  /** Where the mark `.`, `?` or `!` stands. */
  readonly mark: number;
  /** Where the token after white space begins; absent if another mark follows directly. */
  readonly next?: number;
  /** The word before, the mark, and what follows. */
  readonly context: string;
}

/** Where a candidate's word begins, and what the pattern found. */
interface Found {
  readonly wordStart: number;
  readonly match: RegExpExecArray;
}

/** Marks that may end a sentence. Of marks within one word only the last counts. */
function* candidates(text: string, pattern: RegExp): Generator<Candidate> {
  let previous: Found | undefined;
  for (const match of text.matchAll(pattern)) {
    const before = previous ?? { wordStart: 0, match: { index: 0 } };
    const from = before.match.index;
    const space = lastAsciiSpace(text, from, match.index);
    // A space right behind the previous word does not count: the original takes index 0 for none.
    const wordStart = space > from ? space + 1 : before.wordStart;
    if (previous !== undefined && from <= wordStart) yield candidate(text, previous);
    previous = { wordStart, match };
  }
  if (previous !== undefined) yield candidate(text, previous);
}

function candidate(text: string, { wordStart, match }: Found): Candidate {
  const mark = match.index;
  const [, directly, space, token] = match;
  const context = text.slice(wordStart, mark + 1) + (directly ?? `${space}${token}`);
  return space === undefined ? { mark, context } : { mark, context, next: mark + 1 + space.length };
}

function lastAsciiSpace(text: string, from: number, to: number): number {
  for (let at = to - 1; at >= from; at--) {
    const unit = text.charCodeAt(at);
    if (unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)) return at;
  }
  return -1;
}

/** Closing marks that open a slice go to the sentence before. */
function realigned(text: string, slices: readonly TextSpan[], closers: RegExp): TextSpan[] {
  const sentences: TextSpan[] = [];
  let taken = 0;
  for (const [index, slice] of slices.entries()) {
    const start = slice.start + taken;
    const next = slices[index + 1];
    const found = next === undefined ? undefined : closersAt(text, next, closers);
    taken = found?.length ?? 0;
    const end =
      next === undefined || found === undefined ? slice.end : next.start + pythonTrimmedEnd(found);
    if (start < end) sentences.push({ start, end });
  }
  return sentences;
}

function closersAt(text: string, { start, end }: TextSpan, closers: RegExp): string | undefined {
  return text.slice(start, end).match(closers)?.[0];
}

function patternsOf(nltk: NltkVersion): { readonly mark: RegExp; readonly closers: RegExp } {
  const closing = `"')\\]}${nltk === "3.9.1" ? "" : "‘’“”«»"}`;
  return {
    mark: new RegExp(
      `[.?!](?=([${punktNonWord(nltk)}])|([${PYTHON_SPACE}]+)([^${PYTHON_SPACE}]+))`,
      "g",
    ),
    closers: new RegExp(`^[${closing}]+?(?:[${PYTHON_SPACE}]+|(?=--)|(?=\\n)|(?![^]))`),
  };
}

const PATTERNS = { "3.10.3": patternsOf("3.10.3"), "3.9.1": patternsOf("3.9.1") };
