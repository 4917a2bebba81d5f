import { checkedNumber } from "../checked-option.ts";
import { type PanelScore, panelScore } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";

/** A measure over one part of a text. */
export interface CurvePoint {
  /** Number of the part's first word, from 0. */
  readonly fromWord: number;
  /** Number of the word after its last. */
  readonly toWord: number;
  /** What the measure says of it. */
  readonly score: PanelScore;
}

/** Options of {@link positionCurve}. */
export interface PositionCurveOptions {
  /** Parts of equal length, give or take a word. @defaultValue `10` */
  readonly parts?: number;
}

/**
 * A measure along a text: the text is cut into tenths of equal length in words, and each is measured by
 * itself. It shows where a text begins to repeat itself or to lose its style. Range and direction are
 * the measure's; mind that a tenth is shorter than the whole, so its numbers compare with other tenths
 * only. The signature of each point begins with `curve:10`. In a text with fewer words than parts every
 * point is unscored (`too-few-words`).
 *
 * @param text - Any text.
 * @param measure - The measure, for instance `(part) => repeatedNgrams(part, { order: 4 })`.
 * @param options - How many parts.
 * @returns One point per part, in order.
 * @throws LonghandError `invalid-option` for a number of parts that is not 2 to 1,000.
 *
 * @example
 * ```ts
 * import { positionCurve, sentenceLengthVariation } from "longhand/scoring";
 *
 * export function curveOf(text: string): (number | undefined)[] {
 *   const curve = positionCurve(text, (part) => sentenceLengthVariation(part));
 *   return curve.map(({ score }) => (score.status === "scored" ? score.value : undefined));
 * }
 * ```
 */
export function positionCurve(
  text: string,
  measure: (part: string) => PanelScore,
  options: PositionCurveOptions = {},
): CurvePoint[] {
  const parts = checkedParts(options);
  const read = new PanelText(text);
  const tooShort = read.words.length < parts;
  return cuts(read.words.length, parts).map(({ fromWord, toWord }) => {
    const measured = measure(tooShort ? "" : read.slice(fromWord, toWord));
    const signature = `curve:${parts}|${measured.signature}`;
    const score = tooShort
      ? panelScore(signature, { reason: "too-few-words" })
      : { ...measured, signature };
    return { fromWord, toWord, score };
  });
}

/**
 * How many things of a kind, such as faults that a checker found, lie in each tenth of a text, per
 * 1,000 words. From 0.
 *
 * @param text - Any text.
 * @param places - Where the things are, in UTF-16 units from the start of the text as given.
 * @param options - How many parts.
 * @returns One point per part, in order; unscored (`too-few-words`) in a text with fewer words than
 *   parts.
 * @throws LonghandError `invalid-option` for a number of parts that is not 2 to 1,000, or a place
 *   outside the text.
 */
export function positionCounts(
  text: string,
  places: readonly number[],
  options: PositionCurveOptions = {},
): CurvePoint[] {
  const parts = checkedParts(options);
  for (const place of places) {
    checkedNumber(place, { name: "places", least: 0, most: text.length, whole: true });
  }
  // Replacing lone surrogates and line breaks must not move the places.
  const starts = new PanelText(text.replaceAll("\r", "\n")).wordStarts;
  const signature = `position-counts|per:1000|curve:${parts}|tok:unicode-words|v:1`;
  return cuts(starts.length, parts).map(({ fromWord, toWord }) => {
    if (starts.length < parts) {
      return { fromWord, toWord, score: panelScore(signature, { reason: "too-few-words" }) };
    }
    const begin = fromWord === 0 ? 0 : (starts[fromWord] as number);
    const end = toWord === starts.length ? Infinity : (starts[toWord] as number);
    const count = places.filter((place) => place >= begin && place < end).length;
    const value = (1000 * count) / (toWord - fromWord);
    return { fromWord, toWord, score: panelScore(signature, { value }) };
  });
}

function cuts(words: number, parts: number): { fromWord: number; toWord: number }[] {
  return Array.from({ length: parts }, (_, part) => ({
    fromWord: Math.floor((part * words) / parts),
    toWord: Math.floor(((part + 1) * words) / parts),
  }));
}

function checkedParts({ parts = 10 }: PositionCurveOptions): number {
  return checkedNumber(parts, { name: "parts", least: 2, most: 1000, whole: true });
}
