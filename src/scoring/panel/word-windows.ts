import type { Measured, WindowFacts } from "./panel-score.ts";

/** A run of words: from the first up to, and without, the last. */
export interface WordWindow {
  /** Number of the first word. */
  readonly from: number;
  /** Number of the word after the last. */
  readonly to: number;
}

/**
 * Mean of a measure over the windows of a text. Words after the last full window are left out.
 *
 * @param wordCount - Words of the text, 1 or more.
 * @param windowWords - Words of a window.
 * @param measure - The value of one window.
 * @returns The mean, how many windows it rests on, and whether they are full.
 */
export function meanOverWindows(
  wordCount: number,
  windowWords: number,
  measure: (window: WordWindow) => number,
): Measured<WindowFacts> {
  const { windows, full } = wordWindows(wordCount, windowWords);
  const sum = windows.reduce((total, window) => total + measure(window), 0);
  return { value: sum / windows.length, windows: windows.length, full };
}

/** Windows of fixed length; a text that is shorter than one window is one short window. */
function wordWindows(
  wordCount: number,
  windowWords: number,
): { readonly windows: readonly WordWindow[]; readonly full: boolean } {
  const count = Math.floor(wordCount / windowWords);
  if (count === 0) return { windows: [{ from: 0, to: wordCount }], full: false };
  const windows = Array.from({ length: count }, (_, at) => ({
    from: at * windowWords,
    to: (at + 1) * windowWords,
  }));
  return { windows, full: true };
}
