import { type NltkVersion, punktNonWord } from "./nltk-version.ts";
import type { PunktTables } from "./punkt-tables.ts";
import { PYTHON_SPACE } from "./python-patterns.ts";
import { pythonTrimmedEnd } from "./python-strings.ts";

/** What decides whether a mark ends a sentence. */
interface BreakRules {
  readonly nltk: NltkVersion;
  readonly punkt: PunktTables;
}

/** A token around a mark, and what is known of it. */
interface PunktToken {
  readonly text: string;
  /** Lower-cased, or `##number##`. */
  readonly type: string;
  readonly ellipsis: boolean;
  readonly abbreviation: boolean;
  /** Whether the token by itself ends a sentence. */
  readonly breaks: boolean;
}

/**
 * Tells whether a sentence ends within a context: some token that ends one is followed by another.
 *
 * @param context - A word, its mark, and the token after it.
 * @param rules - Version and tables.
 * @returns Whether it does.
 */
export function holdsBreak(context: string, { nltk, punkt }: BreakRules): boolean {
  const tokens = contextTokens(context, TOKEN[nltk]).map((text) => firstPass(text, punkt));
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (next === undefined) return false;
    if (token.text.endsWith(".") ? secondPass(token, next, punkt) : token.breaks) return true;
  }
  return false;
}

function contextTokens(context: string, pattern: RegExp): string[] {
  return context
    .split("\n")
    .filter((line) => pythonTrimmedEnd(line) > 0)
    .flatMap((line) => line.match(pattern) ?? []);
}

function tokenPattern(nltk: NltkVersion): RegExp {
  const run = `(?:-{2,}|\\.{2,}|(?:\\.[${PYTHON_SPACE}]){2,}\\.)`;
  const ends = `[${PYTHON_SPACE}${punktNonWord(nltk)}]|(?![^])|${run}`;
  const word = `[^${PYTHON_SPACE}("\`{\\[:;&#*@)}\\]\\-,][^${PYTHON_SPACE}]*?(?=${ends}|,(?=${ends}))`;
  return new RegExp(`${run}|${word}|[^${PYTHON_SPACE}]`, "gu");
}

const TOKEN = { "3.10.3": tokenPattern("3.10.3"), "3.9.1": tokenPattern("3.9.1") };

const NUMBER = /^-?[.,]?\p{Nd}[\p{Nd},.-]*\.?$/u;
const ELLIPSIS = /^\.{2,}$/;
const INITIAL = /^[\p{L}\p{Nl}\p{No}_]\.$/u;

function firstPass(text: string, { abbreviations }: PunktTables): PunktToken {
  const lower = text.toLowerCase();
  const type = NUMBER.test(lower) ? "##number##" : lower;
  const ellipsis = ELLIPSIS.test(text);
  if (text === "." || !text.endsWith(".") || text.endsWith("..")) {
    return { text, type, ellipsis, abbreviation: false, breaks: /^[.?!]$/.test(text) };
  }
  const word = text.slice(0, -1).toLowerCase();
  const lastPart = word.slice(word.lastIndexOf("-") + 1);
  const abbreviation = abbreviations.has(word) || abbreviations.has(lastPart);
  return { text, type, ellipsis, abbreviation, breaks: !abbreviation };
}

/** Judges a token that ends in a dot by the one after it, which has had the first pass only. */
function secondPass(token: PunktToken, next: PunktToken, punkt: PunktTables): boolean {
  const type = withoutDot(token.type);
  const nextType = next.breaks ? withoutDot(next.type) : next.type;
  if (punkt.collocations.has(`${type}\t${nextType}`)) return false;

  const initial = INITIAL.test(token.text);
  const upper = beginsUpper(next.text);
  const begins = beginsSentence(next, nextType, punkt);
  const starts = begins === true || (upper && punkt.starters.has(nextType));
  if (starts && !initial && (token.abbreviation || token.ellipsis)) return true;
  if (begins === false && (initial || type === "##number##")) return false;
  const partOfName = initial && begins === undefined && upper && !seenLower(nextType, punkt);
  return token.breaks && !partOfName;
}

function seenLower(type: string, { orthography }: PunktTables): boolean {
  return ((orthography.get(type) ?? 0) & ANY_LOWER) !== 0;
}

const BEGIN_LOWER = 16;
const MIDDLE_UPPER = 4;
const ANY_UPPER = 2 | 4 | 8;
const ANY_LOWER = 16 | 32 | 64;

/** What the spelling of a token says: it begins a sentence, it does not, or nothing. */
function beginsSentence(token: PunktToken, type: string, punkt: PunktTables): boolean | undefined {
  if (/^[;:,.!?]$/.test(token.text)) return false;
  const flags = punkt.orthography.get(type) ?? 0;
  const upper = beginsUpper(token.text);
  if (upper && seenLower(type, punkt) && (flags & MIDDLE_UPPER) === 0) return true;
  const onceUpper = (flags & ANY_UPPER) !== 0 || (flags & BEGIN_LOWER) === 0;
  return /^\p{Lowercase}/u.test(token.text) && onceUpper ? false : undefined;
}

function beginsUpper(text: string): boolean {
  return /^\p{Uppercase}/u.test(text);
}

function withoutDot(type: string): string {
  return type.length > 1 && type.endsWith(".") ? type.slice(0, -1) : type;
}
