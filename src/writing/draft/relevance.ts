import { porterStem, unicodeWords } from "../../text/index.ts";

/** How close texts are by the words that they share. */
export interface Relevance {
  /**
   * Cosine of two texts' tf-idf vectors.
   *
   * @param left - One text.
   * @param right - The other one.
   * @returns 0 without a word in common, 1 for the same words.
   */
  cosine(left: string, right: string): number;
}

/**
 * Weighs words by how many of a plan's briefs hold them.
 *
 * @param briefs - Briefs of all leaves.
 * @returns The measure.
 */
export function openRelevance(briefs: readonly string[]): Relevance {
  const counts = new Map<string, number>();
  for (const brief of briefs) {
    for (const stem of new Set(stems(brief))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const vectorOf = (text: string): Map<string, number> => {
    const vector = new Map<string, number>();
    for (const stem of stems(text)) {
      const idf = Math.log(1 + (briefs.length + 1) / ((counts.get(stem) ?? 0) + 1));
      vector.set(stem, (vector.get(stem) ?? 0) + idf);
    }
    return vector;
  };
  return {
    cosine: (left, right) => cosineOf(vectorOf(left), vectorOf(right)),
  };
}

// The commonest words of English: they would make every two texts alike.
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an the and or but of to in on at by for with from as is are was were be been has have had it its he she they them his her their this that these those not no so if then than who what which when where".split(
    " ",
  ),
);

function stems(text: string): string[] {
  return unicodeWords(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => porterStem(word));
}

function cosineOf(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [stem, weight] of left) dot += weight * (right.get(stem) ?? 0);
  const norm = (vector: ReadonlyMap<string, number>): number =>
    Math.sqrt([...vector.values()].reduce((sum, weight) => sum + weight * weight, 0));
  const norms = norm(left) * norm(right);
  return norms === 0 ? 0 : dot / norms;
}
