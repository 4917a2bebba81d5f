import { splitSentences, unicodeWords } from "../../text/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { paragraphsOf } from "../draft/clean-reply.ts";
import { characteristicWords, type WordCounts } from "./characteristic-words.ts";

/** As whom an author speaks. */
export type SpokenPerson = "I" | "we" | "you" | "others";

/** A mark of punctuation whose use is telling. */
export type TellingMark =
  | "semicolon"
  | "colon"
  | "dash"
  | "exclamation"
  | "question"
  | "parenthesis";

/** What is typical of an author's style, found by counting. */
export interface StyleCard {
  /** Texts that were read. */
  readonly texts: number;
  /** Words in all of them. */
  readonly words: number;
  /** Words of a sentence: a quarter of the sentences is shorter than `low`, a quarter longer than `high`. */
  readonly sentenceWords: { readonly low: number; readonly middle: number; readonly high: number };
  /** Words of the middle paragraph. */
  readonly paragraphWords: number;
  /** Two words that sentences often begin with, the commonest first. */
  readonly openings: readonly string[];
  /** Words that link sentences, the commonest first. English only. */
  readonly connectives: readonly string[];
  /** As whom the author speaks; absent where it cannot be told. English only. */
  readonly person?: SpokenPerson;
  /** Contractions per 1,000 words; absent in other languages than English. */
  readonly contractionsPer1000?: number;
  /** Marks of punctuation per 1,000 words. */
  readonly marksPer1000: Readonly<Record<TellingMark, number>>;
  /** Words that the author uses far more often than others, the most telling first. */
  readonly characteristic: readonly string[];
}

/** What a card is made from. */
export interface StyleCardInput {
  /** Texts by the author, in any order. */
  readonly texts: readonly string[];
  /** How often others use each word. @defaultValue no characteristic words */
  readonly others?: WordCounts;
  /** Whether the texts are English. @defaultValue true */
  readonly english?: boolean;
}

const MOST_OPENINGS = 4;
const MOST_CONNECTIVES = 5;
/** An opening counts from so many sentences on. */
const LEAST_OPENINGS = 3;

const CONNECTIVES: readonly string[] =
  "however therefore moreover nevertheless still yet thus hence meanwhile besides indeed instead otherwise again finally then so but and for because although though while since unless".split(
    " ",
  );
/** Too common in every text to tell one author from another unless they begin a sentence. */
const FIRST_ONLY: ReadonlySet<string> = new Set(
  "still yet again then so but and for because although though while since unless indeed".split(
    " ",
  ),
);

const CONTRACTION =
  /\b(?:\p{L}+n['’]t|(?:i|you|he|she|it|we|they|that|there|who|what)['’](?:m|re|ve|ll|d|s))\b/giu;

/** What an apostrophe cuts off. */
const CUT_OFF = /^(?:s|t|m|re|ve|ll|d)$/;

const MARKS: Readonly<Record<TellingMark, RegExp>> = {
  semicolon: /;/g,
  colon: /:(?!\d)/g,
  dash: /—|–|--/g,
  exclamation: /!/g,
  question: /\?/g,
  parenthesis: /\(/g,
};

const PERSONS: Readonly<Record<Exclude<SpokenPerson, "others">, ReadonlySet<string>>> = {
  I: new Set(["i", "me", "my", "mine", "myself"]),
  we: new Set(["we", "us", "our", "ours", "ourselves"]),
  you: new Set(["you", "your", "yours", "yourself", "yourselves"]),
};
/** Share of the words from which an author speaks as this person. */
const PERSON_SHARE = 0.01;

/**
 * Finds what is typical of an author's style by counting: no model, and the same card for the same texts.
 *
 * @param input - The author's texts, and how others use words.
 * @returns The card; `undefined` for texts without a sentence.
 */
export function styleCardOf({
  texts,
  others,
  english = true,
}: StyleCardInput): StyleCard | undefined {
  const paragraphs = texts.flatMap(paragraphsOf);
  const sentences = paragraphs
    .flatMap(splitSentences)
    .filter((sentence) => countWords(sentence) > 0);
  if (sentences.length === 0) return undefined;
  const whole = texts.join("\n");
  const words = unicodeWords(whole);
  const lengths = sentences.map(countWords).sort((left, right) => left - right);
  const person = english ? personOf(words) : undefined;
  const per1000 = (pattern: RegExp): number =>
    rounded((1000 * (whole.match(pattern)?.length ?? 0)) / words.length);
  return {
    texts: texts.length,
    words: words.length,
    sentenceWords: {
      low: quantile(lengths, 0.25),
      middle: quantile(lengths, 0.5),
      high: quantile(lengths, 0.75),
    },
    paragraphWords: quantile(
      paragraphs.map(countWords).sort((left, right) => left - right),
      0.5,
    ),
    openings: openingsOf(sentences),
    connectives: english ? connectivesOf(sentences) : [],
    ...(person === undefined ? {} : { person }),
    ...(english ? { contractionsPer1000: per1000(CONTRACTION) } : {}),
    marksPer1000: Object.fromEntries(
      Object.entries(MARKS).map(([mark, pattern]) => [mark, per1000(pattern)]),
    ) as Record<TellingMark, number>,
    characteristic: others === undefined ? [] : characteristicWords(texts, others),
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The value at a share of a sorted list; the lower one between two. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}

function openingsOf(sentences: readonly string[]): string[] {
  const openings = sentences.flatMap((sentence) => {
    const [first, second] = unicodeWords(sentence);
    const isWhole = first !== undefined && second !== undefined && !CUT_OFF.test(second);
    return isWhole ? [`${first} ${second}`] : [];
  });
  return commonest(openings, MOST_OPENINGS);
}

function connectivesOf(sentences: readonly string[]): string[] {
  const known = new Set(CONNECTIVES);
  const found = sentences.flatMap((sentence) => {
    const words = unicodeWords(sentence);
    return words.filter((word, place) => known.has(word) && (place === 0 || !FIRST_ONLY.has(word)));
  });
  return commonest(found, MOST_CONNECTIVES);
}

/** What occurs most often; ties by the alphabet. */
function commonest(items: readonly string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= LEAST_OPENINGS)
    .sort(([left, count], [right, other]) => other - count || (left < right ? -1 : 1))
    .slice(0, most)
    .map(([item]) => item);
}

function personOf(words: readonly string[]): SpokenPerson | undefined {
  if (words.length === 0) return undefined;
  const shares = Object.entries(PERSONS).map(([person, forms]) => ({
    person: person as SpokenPerson,
    share: words.filter((word) => forms.has(word)).length / words.length,
  }));
  const [first] = shares.toSorted((left, right) => right.share - left.share);
  if (first === undefined) return undefined;
  return first.share >= PERSON_SHARE ? first.person : "others";
}
