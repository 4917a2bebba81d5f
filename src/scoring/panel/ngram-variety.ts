import { checkedNumber } from "../checked-option.ts";
import { fillPanelOptions } from "./panel-options.ts";
import { type Measured, type PanelScore, panelScore, type WindowFacts } from "./panel-score.ts";
import { PanelText, type WordIds } from "./panel-text.ts";
import { meanOverWindows, type WordWindow } from "./word-windows.ts";

/** Which n-grams {@link repeatedNgrams} and {@link distinctNgrams} look at. */
export interface NgramOptions {
  /** Words of an n-gram, 1–9. */
  readonly order: number;
  /** Words of a window. @defaultValue `10_000` for repeated, `2_000` for distinct n-grams */
  readonly windowWords?: number;
}

/**
 * How much a text repeats itself: rep-n = 1 − different n-grams / n-grams, in windows of fixed length,
 * since it grows with the length of a text; the mean over full windows. From 0 (no n-gram twice) to
 * below 1; lower is better, though a text of people is not at 0: 92 windows of 9 old novels had
 * .004–.014 for n = 4, the median of 15 long stories by machines was .062, and above .05 is an alarm.
 * Distrust it for verse, lists and contracts, which repeat on purpose, and for texts below one window
 * (`full: false`), which can only be compared with texts of the same length. A text of fewer than n
 * words is unscored.
 *
 * Source: Welleck and others, Neural text generation with unlikelihood training, 2020 (seq-rep-n).
 * Departure: fixed windows.
 *
 * @param text - Any text.
 * @param options - Order and window.
 * @returns The score.
 * @throws LonghandError `invalid-option` for settings out of range.
 *
 * @example
 * ```ts
 * import { repeatedNgrams } from "longhand/scoring";
 *
 * const score = repeatedNgrams("The rain fell. The rain fell.", { order: 2 });
 * if (score.status === "scored") console.log(score.value, score.full); // 0.4 false
 * ```
 */
export function repeatedNgrams(text: string, options: NgramOptions): PanelScore<WindowFacts> {
  const order = checkedOrder(options);
  const { windowWords } = fillPanelOptions(options);
  const signature = `${repeatedSignature(order, windowWords)}|v:1`;
  return panelScore(signature, repeatedIn(new PanelText(text), { order, windowWords }));
}

/**
 * How varied a text is: distinct-n = different n-grams / n-grams, in windows of fixed length, since it
 * falls with the length of a text (from .83 at 2,000 to .45 at 120,000 words for n = 2); the mean over
 * full windows. Above 0 to 1; higher is more varied, which is not always better: noise has 1. For
 * n = 2 old novels had .84–.89, machines .79. A text below one window is marked `full: false`. A text
 * of fewer than n words is unscored.
 *
 * Source: Li and others, A diversity-promoting objective function, 2016. Departure: fixed windows.
 *
 * @param text - Any text.
 * @param options - Order and window.
 * @returns The score.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function distinctNgrams(text: string, options: NgramOptions): PanelScore<WindowFacts> {
  const order = checkedOrder(options);
  const { windowWords } = options;
  const { distinctWindowWords } = fillPanelOptions(
    windowWords === undefined ? {} : { distinctWindowWords: windowWords },
  );
  const signature = `${distinctSignature(order, distinctWindowWords)}|v:1`;
  const wanted = { order, windowWords: distinctWindowWords };
  return panelScore(signature, distinctIn(new PanelText(text), wanted));
}

/** What a measure of n-grams looks at, checked. */
export interface CheckedNgrams {
  /** Words of an n-gram. */
  readonly order: number;
  /** Words of a window. */
  readonly windowWords: number;
}

/** Signature of rep-n before what it is a mean over. */
export function repeatedSignature(order: number, windowWords: number): string {
  return `rep-${order}|tok:unicode-words|win:${windowWords}`;
}

/** Signature of distinct-n before what it is a mean over. */
export function distinctSignature(order: number, windowWords: number): string {
  return `distinct-${order}|tok:unicode-words|win:${windowWords}`;
}

/** rep-n of a text that was read. */
export function repeatedIn(text: PanelText, wanted: CheckedNgrams): Measured<WindowFacts> {
  const distinct = distinctIn(text, wanted);
  return "reason" in distinct ? distinct : { ...distinct, value: 1 - distinct.value };
}

/** distinct-n of a text that was read. */
export function distinctIn(
  text: PanelText,
  { order, windowWords }: CheckedNgrams,
): Measured<WindowFacts> {
  const count = text.words.length;
  if (count === 0) return { reason: "no-words" };
  if (count < order) return { reason: "too-few-words" };
  return meanOverWindows(
    count,
    windowWords,
    (window) =>
      differentNgrams(text.wordIds, window, order) / (window.to - window.from - order + 1),
  );
}

/** How many different n-grams a window holds: each is numbered by the shorter one and its last word. */
function differentNgrams({ ids, distinct }: WordIds, { from, to }: WordWindow, order: number) {
  let grams = ids.subarray(from, to);
  let different = new Set(grams).size;
  for (let length = 2; length <= order; length++) {
    const numbers = new Map<number, number>();
    const longer = new Int32Array(to - from - length + 1);
    for (let at = 0; at < longer.length; at++) {
      const key = (grams[at] as number) * distinct + (ids[from + at + length - 1] as number);
      const known = numbers.get(key);
      longer[at] = known ?? numbers.size;
      if (known === undefined) numbers.set(key, numbers.size);
    }
    grams = longer;
    different = numbers.size;
  }
  return different;
}

function checkedOrder({ order }: NgramOptions): number {
  return checkedNumber(order, { name: "order", least: 1, most: 9, whole: true });
}
