import { fillPanelOptions, type PanelOptions } from "./panel-options.ts";
import { type Measured, type PanelScore, panelScore, type WindowFacts } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";

/**
 * How varied the words of a text are: MATTR, the mean share of different words over all runs of 500
 * words, each a word further on. Above 0 to 1; higher is more varied. Old novels had .47–.55, machines
 * .49: it hardly tells them apart, and is for comparing drafts of one text. A text below one run has
 * its plain share, marked `full: false`. A text without words is unscored.
 *
 * Source: Covington and McFall, Cutting the Gordian knot, 2010.
 *
 * @param text - Any text.
 * @param options - `slidingWords`, the words of a run.
 * @returns The score.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function slidingWordVariety(
  text: string,
  options: Pick<PanelOptions, "slidingWords"> = {},
): PanelScore<WindowFacts> {
  const { slidingWords } = fillPanelOptions(options);
  return panelScore(
    `${wordVarietySignature(slidingWords)}|v:1`,
    wordVarietyIn(new PanelText(text), slidingWords),
  );
}

/** Signature of MATTR before what it is a mean over. */
export function wordVarietySignature(slidingWords: number): string {
  return `mattr|tok:unicode-words|win:${slidingWords}|step:1`;
}

/** MATTR of a text that was read. */
export function wordVarietyIn(text: PanelText, slidingWords: number): Measured<WindowFacts> {
  const { ids, distinct } = text.wordIds;
  if (ids.length === 0) return { reason: "no-words" };
  const length = Math.min(slidingWords, ids.length);
  const counts = new Int32Array(distinct);
  let different = 0;
  let sum = 0;
  for (let at = 0; at < ids.length; at++) {
    const coming = ids[at] as number;
    if ((counts[coming] as number)++ === 0) different++;
    if (at >= length) {
      const leaving = ids[at - length] as number;
      if (--(counts[leaving] as number) === 0) different--;
    }
    if (at >= length - 1) sum += different;
  }
  const windows = ids.length - length + 1;
  return { value: sum / windows / length, windows, full: ids.length >= slidingWords };
}
