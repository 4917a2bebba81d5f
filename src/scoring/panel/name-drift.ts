import { distance } from "fastest-levenshtein";

import { wellFormed } from "../../text/index.ts";
import { type Measured, type PanelScore, panelScore } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";

/** A name that stands, with the ways in which it may be written. */
export interface KnownName {
  /** The name, of one word or several: `Marian Hale`. */
  readonly name: string;
  /** Other forms that are right: `Mari`, `Captain Hale`. @defaultValue none */
  readonly aliases?: readonly string[];
}

/** A word that looks like a misspelt name. */
export interface DriftedName {
  /** The word as the text has it. */
  readonly found: string;
  /** The word of a known name that it is close to; the closest, then the first that was given. */
  readonly meant: string;
  /** Letters that differ: 1 or 2. */
  readonly edits: number;
  /** How often the text has it. */
  readonly count: number;
}

/** What {@link nameDrift} counted. */
export interface NameDriftFacts {
  /** The words, in the order in which they first appear. */
  readonly drifted: readonly DriftedName[];
  /** Words of the text. */
  readonly words: number;
}

const CAPITALISED = /(?<![\p{L}\p{M}\p{Nd}])\p{Lu}[\p{L}\p{M}]*(?![\p{L}\p{M}\p{Nd}])/gu;
const LOWER_CASE = /(?<![\p{L}\p{M}\p{Nd}])\p{Ll}[\p{L}\p{M}]*(?![\p{L}\p{M}\p{Nd}])/gu;

/**
 * How often names change their spelling: capitalised words one or two letters (insertions, deletions,
 * replacements) away from a word of a known name, without being one, per 10,000 words. From 0; lower is
 * better, and above 1 is an alarm. Left alone are words that the text also has in lower case (they only
 * begin a sentence), a known word with a plural `s`, and words of two letters or fewer; known words of
 * three or four letters are compared up to one letter only, since two make another name. Distrust it
 * where two characters have names that are close: give both. A text without words is unscored
 * (`no-words`), as is one without names to compare with (`no-names`).
 *
 * @param text - Any text with capital letters.
 * @param names - The names that stand.
 * @returns The score, with each word.
 *
 * @example
 * ```ts
 * import { nameDrift } from "longhand/scoring";
 *
 * const score = nameDrift("Marian left. Later Marien came back.", [{ name: "Marian Hale" }]);
 * if (score.status === "scored") console.log(score.drifted[0]?.found); // Marien
 * ```
 */
export function nameDrift(text: string, names: readonly KnownName[]): PanelScore<NameDriftFacts> {
  const signature = "name-drift|edits:1-2|per:10000|tok:unicode-words|v:1";
  return panelScore(signature, driftOf(new PanelText(text), knownWords(names)));
}

function driftOf(text: PanelText, known: ReadonlySet<string>): Measured<NameDriftFacts> {
  const words = text.words.length;
  if (words === 0) return { reason: "no-words" };
  if (known.size === 0) return { reason: "no-names" };
  const common = new Set(text.text.normalize("NFC").match(LOWER_CASE) ?? []);
  const counts = new Map<string, number>();
  for (const found of text.text.normalize("NFC").match(CAPITALISED) ?? []) {
    counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const drifted = [...counts].flatMap(([found, count]): DriftedName[] => {
    if (common.has(found.toLowerCase()) || known.has(found)) return [];
    const meant = closestName(found, known);
    return meant === undefined ? [] : [{ found, ...meant, count }];
  });
  const total = drifted.reduce((sum, { count }) => sum + count, 0);
  return { value: (10_000 * total) / words, drifted, words };
}

/** The capitalised words of the names and of their other forms. */
function knownWords(names: readonly KnownName[]): Set<string> {
  const forms = names.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  return new Set(
    forms.flatMap((form) => wellFormed(form).normalize("NFC").match(CAPITALISED) ?? []),
  );
}

function closestName(
  found: string,
  known: ReadonlySet<string>,
): { readonly meant: string; readonly edits: number } | undefined {
  if ([...found].length < 3 || known.has(found.replace(/s$/, ""))) return undefined;
  let best: { readonly meant: string; readonly edits: number } | undefined;
  for (const meant of known) {
    const most = mostEdits(meant);
    const edits = Math.abs(found.length - meant.length) > most ? 3 : distance(found, meant);
    if (edits <= most && edits < (best?.edits ?? 3)) best = { meant, edits };
  }
  return best;
}

function mostEdits(name: string): number {
  const letters = [...name].length;
  if (letters < 3) return 0;
  return letters < 5 ? 1 : 2;
}
