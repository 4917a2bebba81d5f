import { splitSentences, unicodeWords } from "../../text/index.ts";
import { paragraphsOf } from "./clean-reply.ts";

/** Words of an n-gram by which repeats are found. */
const GRAM_WORDS = 8;
/** Section openings and endings that are remembered. */
const EDGES_KEPT = 12;
/** Words of an opening or an ending. */
export const EDGE_WORDS = 6;
/** Sentences longer than this are shown shortened elsewhere; shorter than this they say nothing. */
const LEAST_SENTENCE_WORDS = 5;
/** A word in more than this share of the sentences tells nothing. */
const COMMON_SHARE = 0.1;

/** Words by which sentences are found that say nearly the same. */
const RAREST_WORDS = 3;
/** Sentences that are compared for each of these words, the newest ones. */
const MOST_COMPARED = 100;
/** Likeness of two sentences' sets of words from which on they say the same. */
const SAME_SENTENCE = 0.8;
/** Sentences with fewer different words are the same only if all of their words are. */
const LEAST_COMPARED = 8;

/** What the document says already. */
export interface SaidIndex {
  /**
   * Adds an accepted text.
   *
   * @param text - The text of one leaf.
   */
  add(text: string): void;
  /**
   * How much of a text stands in the document already.
   *
   * @param text - A draft.
   * @returns Share of its 8-grams, 0–1; 0 for a text of fewer words.
   */
  copiedShare(text: string): number;
  /**
   * Tells whether a draft begins or ends like one of the last twelve leaves.
   *
   * @param text - A draft.
   * @returns Whether its first or its last six words stand at the same place there.
   */
  repeatsEdge(text: string): boolean;
  /**
   * Sentences of the document that a plan for a new part is close to.
   *
   * @param query - The part's brief.
   * @param most - How many.
   * @returns The closest ones, the closest first.
   */
  closest(query: string, most: number): string[];
  /**
   * Tells whether a sentence stands in the document already, word for word or nearly so.
   *
   * @param sentence - The sentence.
   * @returns Whether an earlier sentence has the same words, but for one in five or six; short sentences must be equal.
   */
  saysAgain(sentence: string): boolean;
}

/**
 * Opens an empty index. It grows with the document; what it gives to a prompt does not.
 *
 * @returns The index.
 */
export function openSaidIndex(): SaidIndex {
  const grams = new Set<string>();
  const openings: string[] = [];
  const endings: string[] = [];
  const sentences = openSentences();
  return {
    add: (text) => {
      const words = unicodeWords(text);
      for (const gram of gramsOf(words)) grams.add(gram);
      remember(openings, words.slice(0, EDGE_WORDS));
      remember(endings, words.slice(-EDGE_WORDS));
      for (const paragraph of paragraphsOf(text)) sentences.add(paragraph);
    },
    copiedShare: (text) => {
      const own = gramsOf(unicodeWords(text));
      if (own.length === 0) return 0;
      return own.filter((gram) => grams.has(gram)).length / own.length;
    },
    repeatsEdge: (text) => {
      const words = unicodeWords(text);
      return (
        openings.includes(words.slice(0, EDGE_WORDS).join(" ")) ||
        endings.includes(words.slice(-EDGE_WORDS).join(" "))
      );
    },
    closest: sentences.closest,
    saysAgain: sentences.saysAgain,
  };
}

/**
 * The 8-grams of a text.
 *
 * @param words - Its words.
 * @returns One for each place where one begins.
 */
export function gramsOf(words: readonly string[]): string[] {
  return Array.from({ length: Math.max(0, words.length - GRAM_WORDS + 1) }, (_, at) =>
    words.slice(at, at + GRAM_WORDS).join(" "),
  );
}

function remember(edges: string[], words: readonly string[]): void {
  if (words.length < EDGE_WORDS) return;
  edges.push(words.join(" "));
  if (edges.length > EDGES_KEPT) edges.shift();
}

function openSentences(): Pick<SaidIndex, "closest" | "saysAgain"> & {
  add(paragraph: string): void;
} {
  const texts: string[] = [];
  const wordsOf: ReadonlySet<string>[] = [];
  const postings = new Map<string, number[]>();
  const postingsOf = (word: string): number[] => {
    const places = postings.get(word) ?? [];
    postings.set(word, places);
    return places;
  };
  const weightOf = (places: readonly number[]): number => {
    if (places.length > Math.max(3, COMMON_SHARE * texts.length)) return 0;
    return Math.log(1 + texts.length / (1 + places.length));
  };
  return {
    add: (paragraph) => {
      for (const sentence of splitSentences(paragraph)) {
        const words = new Set(unicodeWords(sentence));
        if (words.size < LEAST_SENTENCE_WORDS) continue;
        for (const word of words) postingsOf(word).push(texts.length);
        texts.push(sentence.trim());
        wordsOf.push(words);
      }
    },
    closest: (query, most) => {
      const scores = new Map<number, number>();
      for (const word of new Set(unicodeWords(query))) {
        const places = postings.get(word) ?? [];
        const weight = weightOf(places);
        if (weight === 0) continue;
        for (const place of places) scores.set(place, (scores.get(place) ?? 0) + weight);
      }
      return highest(scores, most).map((place) => texts[place] as string);
    },
    saysAgain: (sentence) => {
      const own = new Set(unicodeWords(sentence));
      if (own.size < LEAST_SENTENCE_WORDS) return false;
      // Two sentences that are nearly the same share at least one of their rarest words.
      const places = [...own]
        .map((word) => postings.get(word) ?? [])
        .sort((left, right) => left.length - right.length)
        .slice(0, RAREST_WORDS)
        .flatMap((found) => found.slice(-MOST_COMPARED));
      return [...new Set(places)].some((place) =>
        saysTheSame(own, wordsOf[place] as ReadonlySet<string>),
      );
    },
  };
}

/** Places of the highest scores, the highest first; of equal ones the later place. */
function highest(scores: ReadonlyMap<number, number>, most: number): number[] {
  const best: (readonly [place: number, score: number])[] = [];
  for (const [place, score] of scores) {
    const [otherPlace, otherScore] = best.at(-1) ?? [-1, 0];
    const isLow = score < otherScore || (score === otherScore && place < otherPlace);
    if (best.length >= most && isLow) continue;
    best.push([place, score]);
    best.sort(([leftAt, left], [rightAt, right]) => right - left || rightAt - leftAt);
    best.length = Math.min(best.length, most);
  }
  return best.map(([place]) => place);
}

/**
 * Tells whether two sentences say the same, by their words.
 *
 * @param one - The words of a sentence.
 * @param other - The words of another.
 * @returns Whether they share four fifths of all their words; sentences of fewer than eight words must have the same.
 */
export function saysTheSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const least = Math.min(one.size, other.size);
  const most = Math.max(one.size, other.size);
  if (least < SAME_SENTENCE * most) return false;
  const shared = [...one].filter((word) => other.has(word)).length;
  const likeness = shared / (one.size + other.size - shared);
  return least < LEAST_COMPARED ? likeness === 1 : likeness >= SAME_SENTENCE;
}
