import { gzipSync } from "fflate";

import { fillPanelOptions, type PanelOptions } from "./panel-options.ts";
import { type Measured, type PanelScore, panelScore, type WindowFacts } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";
import { meanOverWindows } from "./word-windows.ts";

/** Another version may compress by a byte more or less, which changes the score. */
const IMPLEMENTATION = "fflate-0.8.3-gzip-9";

/**
 * How much a text can be shortened without loss: its bytes in UTF-8 / its bytes after gzip at level 9,
 * in windows of 10,000 words; the mean over full windows. Above 0; lower is better: what repeats itself
 * compresses well. Old novels have about 2.32–2.53, machines 2.80, and above 3.5 is an alarm. Distrust
 * it for short texts (`full: false`), where gzip's own 18 bytes weigh, and across scripts, whose letters have
 * one to four bytes. A text without words is unscored.
 *
 * Source: Shaib and others, Standardizing the measurement of text diversity, 2024. The compressor is
 * fflate's, in plain JavaScript, so that the number is the same in Node.js and in a browser; with zlib's
 * gzip -9 it is 3 to 4 % higher (2.40–2.62 for old novels, 2.90 for machines).
 *
 * @param text - Any text.
 * @param options - `windowWords`, the words of a window.
 * @returns The score.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function compressionRatio(
  text: string,
  options: Pick<PanelOptions, "windowWords"> = {},
): PanelScore<WindowFacts> {
  const { windowWords } = fillPanelOptions(options);
  return panelScore(
    `${compressionSignature(windowWords)}|v:1`,
    compressionIn(new PanelText(text), windowWords),
  );
}

/** Signature of the compression ratio before what it is a mean over. */
export function compressionSignature(windowWords: number): string {
  return `compression|impl:${IMPLEMENTATION}|unit:utf-8|win:${windowWords}`;
}

/** Compression ratio of a text that was read. */
export function compressionIn(text: PanelText, windowWords: number): Measured<WindowFacts> {
  const count = text.words.length;
  if (count === 0) return { reason: "no-words" };
  const encoder = new TextEncoder();
  return meanOverWindows(count, windowWords, ({ from, to }) => {
    // A short window is the whole text, the marks after its last word included.
    const bytes = encoder.encode(text.slice(from, to));
    return bytes.length / gzipSync(bytes, { level: 9, mtime: 0 }).length;
  });
}
