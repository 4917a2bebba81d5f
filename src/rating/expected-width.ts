/**
 * Width of the 95 % interval of ordinal alpha by number of texts: simulation with 5 raters and a true
 * alpha about 0.45.
 */
const SIMULATED: readonly (readonly [texts: number, width: number])[] = [
  [10, 0.66],
  [20, 0.42],
  [50, 0.28],
  [100, 0.18],
];

/** Raters of each text in the simulation. */
export const SIMULATED_RATERS = 5;

/** Texts from which on alpha may be quoted as evidence. */
export const ENOUGH_TEXTS = 50;

/**
 * How wide the interval of Krippendorff's alpha will be, with 5 raters: read from a table of
 * simulations, between its entries on a straight line in logarithms, beyond them by the square root
 * of the number of texts.
 *
 * @param texts - Texts, 1 or more.
 * @returns The width, at most 2.
 */
export function expectedAlphaWidth(texts: number): number {
  const first = SIMULATED[0] as readonly [number, number];
  const last = SIMULATED[SIMULATED.length - 1] as readonly [number, number];
  if (texts <= first[0]) return Math.min(2, first[1] * Math.sqrt(first[0] / texts));
  if (texts >= last[0]) return last[1] * Math.sqrt(last[0] / texts);
  const at = SIMULATED.findIndex(([size]) => size > texts);
  const [lowTexts, lowWidth] = SIMULATED[at - 1] as readonly [number, number];
  const [highTexts, highWidth] = SIMULATED[at] as readonly [number, number];
  const share = Math.log(texts / lowTexts) / Math.log(highTexts / lowTexts);
  return lowWidth * (highWidth / lowWidth) ** share;
}
