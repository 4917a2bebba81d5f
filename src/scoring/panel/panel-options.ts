import { checkedNumber } from "../checked-option.ts";

/** Lengths of the windows and parts in which the panel measures. All stand in the signatures. */
export interface PanelOptions {
  /** Words of a window for repeated n-grams, compression and sentence lengths. @defaultValue `10_000` */
  readonly windowWords?: number;
  /** Words of a window for distinct n-grams. @defaultValue `2_000` */
  readonly distinctWindowWords?: number;
  /** Words of the sliding window for the share of different words. @defaultValue `500` */
  readonly slidingWords?: number;
  /** Words of a part for self-BLEU. @defaultValue `500` */
  readonly partWords?: number;
  /** Parts that are compared with each other for self-BLEU, 2 or more. @defaultValue `20` */
  readonly parts?: number;
  /** A paragraph counts as repeated only if it has more words than this. @defaultValue `8` */
  readonly shortParagraphWords?: number;
}

/** The options with every default filled in. */
export type FilledPanelOptions = Required<PanelOptions>;

const DEFAULTS: FilledPanelOptions = {
  windowWords: 10_000,
  distinctWindowWords: 2_000,
  slidingWords: 500,
  partWords: 500,
  parts: 20,
  shortParagraphWords: 8,
};

const LEAST: FilledPanelOptions = {
  windowWords: 10,
  distinctWindowWords: 10,
  slidingWords: 1,
  partWords: 4,
  parts: 2,
  shortParagraphWords: 0,
};

/**
 * Fills in the defaults.
 *
 * @param options - What was set.
 * @returns Complete options.
 * @throws LonghandError `invalid-option` for a length that is out of range or no whole number.
 */
export function fillPanelOptions(options: PanelOptions = {}): FilledPanelOptions {
  const filled = { ...DEFAULTS, ...options };
  for (const name of Object.keys(DEFAULTS) as (keyof FilledPanelOptions)[]) {
    checkedNumber(filled[name], { name, least: LEAST[name], most: 1_000_000, whole: true });
  }
  return filled;
}
