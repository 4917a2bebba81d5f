import { LonghandError } from "../../foundation/index.ts";
import { checkedNumber } from "../checked-option.ts";
import { readStyleProfile } from "./style-profile.ts";

/** How common words are in a body of texts, and how much that varies from text to text. */
export interface StyleReference {
  /** Its name and a hash of its numbers, for signatures: `sotu-0123456789ab`. */
  readonly id: string;
  /** The commonest words, commonest first. */
  readonly words: readonly string[];
  /** Mean share of each of them over the texts, 0–1. */
  readonly means: Float64Array;
  /** Standard deviation (n − 1) of that share; above 0. */
  readonly deviations: Float64Array;
}

/** What {@link createStyleReference} reads. */
export interface StyleReferenceInput {
  /** Short name for signatures: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** The texts, by many authors; those without words are passed over. */
  readonly texts: Iterable<string>;
  /** How many words to take. @defaultValue `150` */
  readonly wordCount?: number;
}

/**
 * Learns from a body of texts which words are common and how much their use varies: the yardstick of
 * Burrows' Delta. Words that every text uses equally often tell nothing and are passed over.
 *
 * @param input - Name, texts, number of words.
 * @returns The reference.
 * @throws LonghandError `invalid-option` for a name that does not fit into a signature, and
 *   `too-few-texts` if fewer than two texts have words or too few words vary.
 */
export async function createStyleReference(input: StyleReferenceInput): Promise<StyleReference> {
  const { name, wordCount = 150 } = input;
  checkedNumber(wordCount, { name: "wordCount", least: 1, most: 10_000, whole: true });
  refuseOddName(name);
  const shares: ReadonlyMap<string, number>[] = [];
  const totals = new Map<string, number>();
  for (const text of input.texts) {
    const { wordCounts, words } = readStyleProfile([text]);
    if (words === 0) continue;
    shares.push(new Map([...wordCounts].map(([word, count]) => [word, count / words])));
    for (const [word, count] of wordCounts) totals.set(word, (totals.get(word) ?? 0) + count);
  }
  const chosen = chooseWords(totals, shares, wordCount);
  if (shares.length < 2 || chosen.length < wordCount) {
    throw new LonghandError(
      `The reference ${name} has ${shares.length} texts with words and ${chosen.length} words whose use varies; ${wordCount} are needed.`,
      {
        code: "too-few-texts",
        hint: "Take more and longer texts by different authors, or a smaller wordCount.",
        details: { texts: shares.length, words: chosen.length },
      },
    );
  }
  const words = chosen.map(({ word }) => word);
  const means = Float64Array.from(chosen, ({ mean }) => mean);
  const deviations = Float64Array.from(chosen, ({ deviation }) => deviation);
  return { id: `${name}-${await hashOf(chosen)}`, words, means, deviations };
}

interface CommonWord {
  readonly word: string;
  readonly mean: number;
  readonly deviation: number;
}

/** The commonest words whose use varies; equally common ones by their characters. */
function chooseWords(
  totals: ReadonlyMap<string, number>,
  shares: readonly ReadonlyMap<string, number>[],
  wordCount: number,
): CommonWord[] {
  const ranked = [...totals].sort(
    ([word, count], [other, otherCount]) => otherCount - count || (word < other ? -1 : 1),
  );
  const chosen: CommonWord[] = [];
  for (const [word] of ranked) {
    if (chosen.length === wordCount) break;
    const common = { word, ...spread(shares.map((text) => text.get(word) ?? 0)) };
    if (common.deviation > 0) chosen.push(common);
  }
  return chosen;
}

function spread(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  // The rounding of the mean would give equal values a deviation.
  if (values.every((value) => value === values[0])) return { mean, deviation: 0 };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) };
}

async function hashOf(words: readonly CommonWord[]): Promise<string> {
  const lines = words.map(({ word, mean, deviation }) => `${word} ${mean} ${deviation}\n`);
  const bytes = new TextEncoder().encode(lines.join(""));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const start = Array.from(digest.subarray(0, 6));
  return start.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function refuseOddName(name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return;
  throw new LonghandError(`The reference is named ${JSON.stringify(name)}.`, {
    code: "invalid-option",
    hint: "The name stands in signatures: use letters, digits, dots, hyphens and underscores.",
  });
}
