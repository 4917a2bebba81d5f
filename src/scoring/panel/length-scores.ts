import { checkedNumber } from "../checked-option.ts";
import { type PanelScore, panelScore } from "./panel-score.ts";

/** How long a text is, and how long it should be. */
export interface Lengths {
  /** Words of the text. */
  readonly writtenWords: number;
  /** Words that were asked for, 1 or more. */
  readonly askedWords: number;
}

/** Signature of {@link lengthScore} before what it is a mean over. */
export const LENGTH_SIGNATURE = "length-score|impl:longwriter|tok:unicode-words";
/** Signature of {@link lifebenchLengthScore} before what it is a mean over. */
export const LIFEBENCH_SIGNATURE = "lifebench-length|impl:lifebench|tok:unicode-words";

/**
 * How well a text keeps to the length it was asked for: LongWriter's S_l. With l words asked and l′
 * written, 100·max(0, 1 − (l′/l − 1)/3) if l′ > l, else 100·max(0, 1 − (l/l′ − 1)/2). From 0 (a
 * third of the words or fewer, four times as many or more) to 100 (the very number); higher is
 * better. It tells nothing of what the words say. A text without words is unscored.
 *
 * Source: Bai and others, LongWriter, 2024. Departure: words are Unicode words (letters
 * and digits of any script, each Han or Kana character by itself), where LongWriter counts ASCII
 * words and Han characters.
 *
 * @param lengths - Words written and asked for.
 * @returns The score.
 * @throws LonghandError `invalid-option` for lengths that are no whole numbers, or nothing asked for.
 *
 * @example
 * ```ts
 * import { lengthScore } from "longhand/scoring";
 *
 * const score = lengthScore({ writtenWords: 500, askedWords: 1000 });
 * if (score.status === "scored") console.log(score.value); // 50
 * ```
 */
export function lengthScore(lengths: Lengths): PanelScore {
  return scored(`${LENGTH_SIGNATURE}|v:1`, lengths, lengthValue);
}

/**
 * How well a text keeps to the length it was asked for, by LIFEBench. With D = (l′ − l)/l, it is
 * 100·e^(5·D) for a text that is too short and 100·e^(−2·D) for one that is too long. Above 0 to 100
 * (the very number); higher is better. It tells nothing of what the words say. A text without words is
 * unscored.
 *
 * Source: Zhang and others, LIFEBench, 2025 (length score). Departure: words as in
 * {@link lengthScore}.
 *
 * @param lengths - Words written and asked for.
 * @returns The score.
 * @throws LonghandError `invalid-option` for lengths that are no whole numbers, or nothing asked for.
 */
export function lifebenchLengthScore(lengths: Lengths): PanelScore {
  return scored(`${LIFEBENCH_SIGNATURE}|v:1`, lengths, lifebenchValue);
}

/** S_l of checked lengths. */
export function lengthValue({ writtenWords, askedWords }: Lengths): number {
  if (writtenWords > askedWords) {
    return 100 * Math.max(0, 1 - (writtenWords / askedWords - 1) / 3);
  }
  return 100 * Math.max(0, 1 - (askedWords / writtenWords - 1) / 2);
}

/** LIFEBench's score of checked lengths. */
export function lifebenchValue({ writtenWords, askedWords }: Lengths): number {
  const deviation = (writtenWords - askedWords) / askedWords;
  return 100 * Math.exp(deviation < 0 ? 5 * deviation : -2 * deviation);
}

function scored(
  signature: string,
  lengths: Lengths,
  valueFrom: (lengths: Lengths) => number,
): PanelScore {
  const most = Number.MAX_SAFE_INTEGER;
  checkedNumber(lengths.askedWords, { name: "askedWords", least: 1, most, whole: true });
  checkedNumber(lengths.writtenWords, { name: "writtenWords", least: 0, most, whole: true });
  if (lengths.writtenWords === 0) return panelScore(signature, { reason: "no-words" });
  return panelScore(signature, { value: valueFrom(lengths) });
}
