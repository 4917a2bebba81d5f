import { fillPanelOptions, type PanelOptions } from "./panel-options.ts";
import { type Measured, type PanelScore, panelScore } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";

/** What {@link repeatedParagraphs} counted. */
export interface ParagraphFacts {
  /** Paragraphs that are long enough to count. */
  readonly paragraphs: number;
  /** Different ones among them. */
  readonly distinct: number;
}

/**
 * The share of paragraphs that were there before: 1 − different paragraphs / paragraphs, of those of
 * more than 8 words, compared by their lower-cased words alone. From 0 to below 1; lower is better,
 * and above .01 is an alarm. Paragraphs are what blank lines part, or single line breaks in a text
 * without blank lines. Distrust it for forms and verse with a refrain. A text without a paragraph of
 * that length is unscored.
 *
 * @param text - Any text.
 * @param options - `shortParagraphWords`, the length up to which paragraphs do not count.
 * @returns The score.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function repeatedParagraphs(
  text: string,
  options: Pick<PanelOptions, "shortParagraphWords"> = {},
): PanelScore<ParagraphFacts> {
  const { shortParagraphWords } = fillPanelOptions(options);
  return panelScore(
    `${repeatedParagraphsSignature(shortParagraphWords)}|v:1`,
    repeatedParagraphsIn(new PanelText(text), shortParagraphWords),
  );
}

/** Signature of the share of repeated paragraphs before what it is a mean over. */
export function repeatedParagraphsSignature(shortParagraphWords: number): string {
  return `duplicate-paragraphs|tok:unicode-words|longer-than:${shortParagraphWords}`;
}

/** Share of repeated paragraphs of a text that was read. */
export function repeatedParagraphsIn(
  text: PanelText,
  shortParagraphWords: number,
): Measured<ParagraphFacts> {
  if (text.words.length === 0) return { reason: "no-words" };
  const long = text.paragraphs().filter((words) => words.length > shortParagraphWords);
  if (long.length === 0) return { reason: "no-paragraphs" };
  const distinct = new Set(long.map((words) => words.join(" "))).size;
  return { value: 1 - distinct / long.length, paragraphs: long.length, distinct };
}
