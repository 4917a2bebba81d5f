import { porterStem } from "../../text/index.ts";

/** Words of which one thing has one: kinds by name, British and American. */
const KINDS: readonly (readonly [kind: string, words: string])[] = [
  [
    "colour",
    "red blue green yellow black white grey gray brown pink purple orange scarlet crimson violet turquoise golden silver beige ivory maroon",
  ],
  [
    "material",
    "wooden iron steel stone brick glass copper brass bronze leather paper granite marble",
  ],
  ["direction", "north south east west northern southern eastern western"],
  ["weekday", "monday tuesday wednesday thursday friday saturday sunday"],
  ["season", "spring summer autumn winter"],
];

const SETS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  KINDS.map(([kind, words]) => [kind, new Set(words.split(" "))]),
);
const BY_STEM: ReadonlyMap<string, string> = new Map(
  KINDS.flatMap(([kind, words]) =>
    words.split(" ").map((word) => [porterStem(word), kind] as const),
  ),
);

/**
 * The kind of a word of which one thing has one.
 *
 * @param stem - The word's stem.
 * @returns `colour`, `material`, `direction`, `weekday` or `season`; `undefined` for all other words.
 */
export function kindOfWord(stem: string): string | undefined {
  return BY_STEM.get(stem);
}

/**
 * All words of a kind.
 *
 * @param kind - Its name.
 * @returns The words in lower case; none for an unknown kind.
 */
export function wordsOfKind(kind: string): ReadonlySet<string> {
  return SETS.get(kind) ?? new Set();
}
