import { fillPanelOptions, type PanelOptions } from "./panel-options.ts";
import { type Measured, type PanelScore, panelScore, type WindowFacts } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";

/**
 * How much the lengths of sentences vary: standard deviation / mean of their lengths in words, in
 * windows of whole sentences that reach 10,000 words; the mean over full windows. From 0 (all of one
 * length); old novels had .71–.97, machines .55, and below .4 is an alarm. More variation is more like
 * people's prose, but not better without end. Sentences end at `.`, `!`, `?`, `…` by rules that know
 * common abbreviations, and at blank lines. Distrust it for dialogue in which full stops are rare, and
 * for lists. A text with fewer than two sentences is unscored.
 *
 * The deviation is that of a sample (n − 1).
 *
 * @param text - Any text.
 * @param options - `windowWords`, the words of a window.
 * @returns The score.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function sentenceLengthVariation(
  text: string,
  options: Pick<PanelOptions, "windowWords"> = {},
): PanelScore<WindowFacts> {
  const { windowWords } = fillPanelOptions(options);
  return panelScore(
    `${sentenceSignature(windowWords)}|v:1`,
    sentenceVariationIn(new PanelText(text), windowWords),
  );
}

/** Signature of the variation of sentence lengths before what it is a mean over. */
export function sentenceSignature(windowWords: number): string {
  return `sentence-length-cv|sents:rules-1|tok:unicode-words|sd:n-1|win:${windowWords}`;
}

/** Variation of sentence lengths of a text that was read. */
export function sentenceVariationIn(text: PanelText, windowWords: number): Measured<WindowFacts> {
  const lengths = text.sentenceLengths;
  if (lengths.length === 0) return { reason: "no-words" };
  const { windows, full } = sentenceWindows(lengths, windowWords);
  // A window that is one endless sentence has no variation to measure.
  if (windows.some((window) => window.length < 2)) return { reason: "too-few-sentences" };
  const sum = windows.reduce((total, window) => total + variation(window), 0);
  return { value: sum / windows.length, windows: windows.length, full };
}

/** Windows of whole sentences; those after the last full window are left out. */
function sentenceWindows(lengths: Int32Array, windowWords: number) {
  const windows: Int32Array[] = [];
  let from = 0;
  let words = 0;
  for (let at = 0; at < lengths.length; at++) {
    words += lengths[at] as number;
    if (words < windowWords) continue;
    windows.push(lengths.subarray(from, at + 1));
    from = at + 1;
    words = 0;
  }
  return windows.length === 0 ? { windows: [lengths], full: false } : { windows, full: true };
}

function variation(lengths: Int32Array): number {
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const squares = lengths.reduce((sum, length) => sum + (length - mean) ** 2, 0);
  return Math.sqrt(squares / (lengths.length - 1)) / mean;
}
