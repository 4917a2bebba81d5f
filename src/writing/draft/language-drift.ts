import {
  FUNCTION_WORD_LANGUAGES,
  functionWords,
  guessLanguage,
  splitSentences,
  unicodeWords,
} from "../../text/index.ts";
import type { Brief } from "../brief/brief.ts";
import { isOtherScript, scriptLanguage } from "./script-language.ts";

/** Shorter sentences tell nothing of their language. */
const LEAST_WORDS = 5;
/** Share of a sentence's words that are function words of another language alone. */
const LEAST_OTHER = 0.2;
/** Share of its own function words at which a sentence is certainly in the document's language. */
const LEAST_OWN = 0.1;
/** Different ones of these; a single name or borrowed word is none. */
const LEAST_DISTINCT = 3;
/** Words of a stretch in another language that are no mere quotation. */
const LEAST_STRETCH = 16;
/** Letters of another script that a sentence may hold. */
const MOST_STRANGE_LETTERS = 12;

/**
 * The sentences of a draft that have slipped into another language than the document's: stretches of at
 * least sixteen words, so that a quoted sentence stays. In Latin script function words tell the language, for the
 * twelve languages that have a list; elsewhere the script does.
 *
 * @param sentences - The draft's sentences, in order.
 * @param language - The document's language, as a BCP 47 tag.
 * @returns Places of these sentences.
 */
export function foreignSentences(sentences: readonly string[], language: string): Set<number> {
  const foreign = new Set<number>();
  let stretch: number[] = [];
  let words = 0;
  const close = (): void => {
    if (words >= LEAST_STRETCH) for (const place of stretch) foreign.add(place);
    stretch = [];
    words = 0;
  };
  for (const [place, sentence] of sentences.entries()) {
    const kind = kindOf(sentence, language);
    if (kind === "own") close();
    if (kind !== "other") continue;
    stretch.push(place);
    words += unicodeWords(sentence).length;
  }
  close();
  return foreign;
}

/** What a sentence is in; short ones and those without function words tell nothing. */
function kindOf(sentence: string, language: string): "own" | "other" | "unknown" {
  const letters = sentence.match(/\p{L}/gu)?.length ?? 0;
  if (letters >= MOST_STRANGE_LETTERS && isOtherScript(sentence, language)) return "other";
  const own = functionWords(language);
  if (own === undefined) return "unknown";
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < LEAST_WORDS) return "unknown";
  const ownShare = words.filter((word) => own.has(word)).length / words.length;
  const isOther = FUNCTION_WORD_LANGUAGES.some((other) => {
    const known = functionWords(other);
    const found = words.filter((word) => known?.has(word) === true && !own.has(word));
    const share = found.length / words.length;
    const isClear = share >= LEAST_OTHER && share >= 2 * ownShare;
    return isClear && new Set(found).size >= LEAST_DISTINCT;
  });
  if (isOther) return "other";
  return ownShare >= LEAST_OWN ? "own" : "unknown";
}

/**
 * Tells whether a draft has slipped into another language.
 *
 * @param text - The draft.
 * @param language - The document's language; absent where it was not found out.
 * @returns Whether any stretch of it is in another one.
 */
export function driftsFromLanguage(text: string, language: string | undefined): boolean {
  return language !== undefined && foreignSentences(splitSentences(text), language).size > 0;
}

/**
 * The language that a document is to be in.
 *
 * @param brief - The brief. Without a language its goal tells it, unless it asks for another one in words
 *   ("in Spanish"); then only its script counts.
 * @returns A BCP 47 tag; `undefined` where it cannot be told.
 */
export function documentLanguage({
  language,
  goal,
}: Pick<Brief, "language" | "goal">): string | undefined {
  if (language !== undefined) return language === "und" ? undefined : language;
  const script = scriptLanguage(goal);
  if (script !== "und") return script;
  const guess = guessLanguage(goal);
  return guess === undefined || namesLanguage(goal, guess) ? undefined : guess;
}

/** Whether a text names a language other than its own, in its own words or in English. */
function namesLanguage(text: string, own: string): boolean {
  const lower = text.toLowerCase();
  return FUNCTION_WORD_LANGUAGES.filter((language) => language !== own)
    .flatMap((language) => ["en", own].map((tongue) => nameOf(language, tongue)))
    .some((name) => lower.includes(name));
}

function nameOf(language: string, tongue: string): string {
  const name = new Intl.DisplayNames(tongue, { type: "language" }).of(language) ?? language;
  return name.toLowerCase();
}
