import { type Measured, type PanelScore, panelScore } from "./panel-score.ts";
import { PanelText, type WordIds } from "./panel-text.ts";

/** Where {@link longestRepeat} found it. */
export interface RepeatFacts {
  /** The words that are there twice, lower-cased and joined by spaces; empty if none are. */
  readonly words: string;
  /** Numbers of the words with which the first and the second occurrence begin, from 0. */
  readonly places: readonly [number, number] | undefined;
}

/** Signature of the longest repeat before what it is a mean over. */
export const LONGEST_REPEAT_SIGNATURE = "longest-repeat|tok:unicode-words|overlap:yes";

/**
 * The longest run of words that a text holds twice, in words. From 0 (no word twice) to one less than
 * the words of the text; lower is better, and above 25 is an alarm. The two may overlap: a word said
 * five times in a row is a repeat of four. It grows with the length of a text: compare texts of like
 * length. Distrust it where the text quotes itself. A text without words is unscored.
 *
 * @param text - Any text.
 * @returns The score, with the words and where they stand; the run that begins first, on ties.
 */
export function longestRepeat(text: string): PanelScore<RepeatFacts> {
  return panelScore(`${LONGEST_REPEAT_SIGNATURE}|v:1`, longestRepeatIn(new PanelText(text)));
}

/** Longest repeat of a text that was read. */
export function longestRepeatIn(text: PanelText): Measured<RepeatFacts> {
  const { words, wordIds } = text;
  if (words.length === 0) return { reason: "no-words" };
  const found = longest(wordIds);
  if (found === undefined) return { value: 0, words: "", places: undefined };
  const { wordCount, places } = found;
  const [first] = places;
  return { value: wordCount, words: words.slice(first, first + wordCount).join(" "), places };
}

interface Repeat {
  readonly wordCount: number;
  readonly places: readonly [number, number];
}

/** Runs of one length as numbers: those that are there once have -1. */
interface Runs {
  readonly ids: Int32Array;
  /** How many numbers there are. */
  readonly distinct: number;
}

/** Runs of 1, 2, 4, 8, … words are numbered; any other length is two of those that overlap. */
function longest(words: WordIds): Repeat | undefined {
  const powers: Runs[] = [withoutUnique(words)];
  let best = repeatOf(powers, 1);
  if (best === undefined) return undefined;
  for (let length = 2; length < words.ids.length; length *= 2) {
    powers.push(doubled(powers[powers.length - 1] as Runs, length / 2));
    const found = repeatOf(powers, length);
    if (found === undefined) break;
    best = found;
  }
  // A run that is there twice has beginnings that are there twice: halve the range.
  let [repeated, absent] = [best.wordCount, Math.min(2 * best.wordCount, words.ids.length)];
  while (absent - repeated > 1) {
    const length = Math.floor((repeated + absent) / 2);
    const found = repeatOf(powers, length);
    if (found === undefined) absent = length;
    else [best, repeated] = [found, length];
  }
  return best;
}

/** Numbers the runs of twice the length. A run with a half that is there once is there once. */
function doubled({ ids, distinct }: Runs, length: number): Runs {
  const numbers = new Map<number, number>();
  const longer = new Int32Array(ids.length - length).fill(-1);
  for (let at = 0; at < longer.length; at++) {
    const [left, right] = [ids[at] as number, ids[at + length] as number];
    if (left < 0 || right < 0) continue;
    const key = left * distinct + right;
    const known = numbers.get(key);
    longer[at] = known ?? numbers.size;
    if (known === undefined) numbers.set(key, numbers.size);
  }
  return withoutUnique({ ids: longer, distinct: numbers.size });
}

function withoutUnique({ ids, distinct }: Runs): Runs {
  const counts = new Int32Array(distinct);
  for (const id of ids) if (id >= 0) counts[id] = (counts[id] as number) + 1;
  return { ids: ids.map((id) => (id < 0 || counts[id] === 1 ? -1 : id)), distinct };
}

/** Two places of one run of the length; the run that begins first. */
function repeatOf(powers: readonly Runs[], length: number): Repeat | undefined {
  const power = 31 - Math.clz32(length);
  const { ids, distinct } = powers[power] as Runs;
  const shift = length - 2 ** power;
  const firsts = new Map<number, number>();
  let best: readonly [number, number] | undefined;
  for (let at = 0; at + shift < ids.length; at++) {
    const [left, right] = [ids[at] as number, ids[at + shift] as number];
    if (left < 0 || right < 0) continue;
    const key = left * distinct + right;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, at);
    else if (best === undefined || first < best[0]) best = [first, at];
  }
  return best === undefined ? undefined : { wordCount: length, places: best };
}
