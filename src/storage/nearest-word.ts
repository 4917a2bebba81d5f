import { distance } from "fastest-levenshtein";

/**
 * The known word that a misspelt one most likely means.
 *
 * @param word - What was written.
 * @param known - The words that would be right.
 * @returns The nearest one, or `undefined` if none is near.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_\s]/g, "");
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const candidate of known) {
    const edits = distance(plain(word), plain(candidate));
    if (best === undefined || edits < best.edits) best = { word: candidate, edits };
  }
  if (best === undefined) return undefined;
  // A word that starts with what was written ("longlamp" for "longlamp-paper") is near, too.
  const prefixed = known.find(
    (candidate) => word.length > 2 && plain(candidate).startsWith(plain(word)),
  );
  if (prefixed !== undefined) return prefixed;
  return best.edits <= Math.max(2, Math.floor(word.length / 3)) ? best.word : undefined;
}
