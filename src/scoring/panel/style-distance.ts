import { type Measured, type PanelScore, panelScore } from "./panel-score.ts";
import { isWeak, LEAST_PROFILE, readStyleProfile, type StyleProfile } from "./style-profile.ts";
import type { StyleReference } from "./style-reference.ts";

const LEAST = `profile:${LEAST_PROFILE.texts}x${LEAST_PROFILE.words}`;

/**
 * How far a text is from an author's style: Burrows' Delta, the mean of |z_text − z_author| over the
 * 150 commonest words of a body of reference texts, where z is a word's share less its mean, by its
 * deviation, over the reference texts. From 0 (the very shares); lower is closer. It has no fixed
 * scale: compare distances of one signature, best with those to other authors ({@link authorRank}).
 * Distrust it for texts of a few hundred words, across languages, and where text and profile are of
 * different kinds. A text without words is unscored (`no-words`), as is a profile below 3 texts or
 * 3,000 words (`weak-profile`).
 *
 * Source: Burrows, Delta: a measure of stylistic difference, 2002. Departure: z comes from a named
 * reference, not from the authors that happen to be compared, so that adding one changes no number.
 *
 * @param text - The text to judge.
 * @param author - The author's style, from texts other than the one to judge.
 * @param reference - The yardstick; it stands in the signature.
 * @returns The score.
 *
 * @example
 * ```ts
 * import { burrowsDelta, createStyleReference, readStyleProfile } from "longhand/scoring";
 *
 * export async function distanceTo(author: string[], draft: string, others: string[]) {
 *   const reference = await createStyleReference({ name: "others", texts: others });
 *   return burrowsDelta(draft, readStyleProfile(author), reference);
 * }
 * ```
 */
export function burrowsDelta(
  text: string,
  author: StyleProfile,
  reference: StyleReference,
): PanelScore {
  const { id, words } = reference;
  const signature = `burrows-delta|ref:${id}|words:${words.length}|tok:unicode-words|${LEAST}|v:1`;
  return panelScore(signature, deltaOf(readStyleProfile([text]), author, reference));
}

function deltaOf(
  text: StyleProfile,
  author: StyleProfile,
  { words, deviations }: StyleReference,
): Measured {
  if (text.words === 0) return { reason: "no-words" };
  if (isWeak(author)) return { reason: "weak-profile" };
  const share = ({ wordCounts, words: all }: StyleProfile, word: string): number =>
    (wordCounts.get(word) ?? 0) / all;
  const sum = words.reduce(
    // The means of both z fall out of their difference.
    (total, word, at) =>
      total + Math.abs(share(text, word) - share(author, word)) / (deviations[at] as number),
    0,
  );
  return { value: sum / words.length };
}

/**
 * How far a text is from an author's style by its spelling: 1 − cosine of how often each run of three
 * characters occurs, in lower case, white space as single spaces. From 0 (the same in proportion) to 1
 * (no run in common); lower is closer. It needs no reference and works in any script, but sees topics
 * as well as style. Distrust it for texts of a few hundred words. A text without words is unscored
 * (`no-words`), as are a text of fewer than three characters (`too-few-words`) and a profile below 3
 * texts or 3,000 words (`weak-profile`).
 *
 * Source: Kešelj and others, N-gram-based author profiles, 2003, for the profiles; plain cosine.
 *
 * @param text - The text to judge.
 * @param author - The author's style, from texts other than the one to judge.
 * @returns The score.
 */
export function characterStyleDistance(text: string, author: StyleProfile): PanelScore {
  const signature = `char-3-gram-distance|case:lower|space:one|${LEAST}|v:1`;
  return panelScore(signature, trigramDistance(readStyleProfile([text]), author));
}

function trigramDistance(text: StyleProfile, author: StyleProfile): Measured {
  if (text.words === 0) return { reason: "no-words" };
  if (isWeak(author)) return { reason: "weak-profile" };
  if (text.trigramCounts.size === 0) return { reason: "too-few-words" };
  let dot = 0;
  for (const [trigram, count] of text.trigramCounts) {
    dot += count * (author.trigramCounts.get(trigram) ?? 0);
  }
  const cosine = dot / (lengthOf(text.trigramCounts) * lengthOf(author.trigramCounts));
  return { value: Math.max(0, 1 - cosine) };
}

function lengthOf(counts: ReadonlyMap<string, number>): number {
  let squares = 0;
  for (const count of counts.values()) squares += count ** 2;
  return Math.sqrt(squares);
}

/** What {@link authorRank} found. */
export interface RankFacts {
  /** Authors that were compared, the right one included. */
  readonly authors: number;
  /** Distance to the right author. */
  readonly distance: number;
  /** Others at the same distance. */
  readonly tied: number;
}

/** Whom to compare a text with. */
export interface RankInput {
  /** The style of the author it should be by. */
  readonly author: StyleProfile;
  /** Styles of other authors, one or more. */
  readonly others: readonly StyleProfile[];
  /** The distance of the text to a style, for instance by {@link burrowsDelta}. */
  readonly distanceTo: (style: StyleProfile) => PanelScore;
}

/**
 * Where the right author stands among others by style: 1 + the number of others that are strictly
 * closer. From 1 (nobody is closer) to the number of authors; lower is better, and by chance it is
 * (authors + 1)/2. Others with a weak profile are left out. Unscored if the distance to the right author
 * is, or if nobody is left to compare with (`weak-profile`).
 *
 * @param input - The right author, the others, the distance.
 * @returns The rank, out of how many authors.
 */
export function authorRank({ author, others, distanceTo }: RankInput): PanelScore<RankFacts> {
  const own = distanceTo(author);
  const signature = `author-rank|${own.signature}`;
  if (own.status === "unscored") return { ...own, signature };
  const distances = others.flatMap((style) => {
    const score = distanceTo(style);
    return score.status === "scored" ? [score.value] : [];
  });
  if (distances.length === 0) {
    return { status: "unscored", signature, reason: "weak-profile" };
  }
  const measured: Measured<RankFacts> = {
    value: 1 + distances.filter((distance) => distance < own.value).length,
    authors: 1 + distances.length,
    distance: own.value,
    tied: distances.filter((distance) => distance === own.value).length,
  };
  return panelScore(signature, measured);
}
