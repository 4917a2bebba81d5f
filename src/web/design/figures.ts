/**
 * A score as it is shown: four decimals.
 *
 * @param value - The score; absent for none.
 * @returns The figure, or a dash.
 */
export function scoreFigure(value: number | undefined): string {
  if (value === undefined) return "–";
  return withMinus((Object.is(value, -0) ? 0 : value).toFixed(4));
}

/**
 * A figure with a real minus sign.
 *
 * @param figure - The figure.
 * @returns The same, its hyphen a minus.
 */
export function withMinus(figure: string): string {
  return figure.replace("-", "−");
}

/**
 * A p as it is shown: two significant digits below 0.01.
 *
 * @param p - From 0 to 1; absent for none.
 * @returns The figure, or a dash.
 */
export function pFigure(p: number | undefined): string {
  if (p === undefined) return "–";
  return p < 0.01 ? p.toPrecision(2) : p.toFixed(3);
}

/**
 * A count as it is shown.
 *
 * @param count - The count.
 * @returns With commas after thousands.
 */
export function countFigure(count: number): string {
  return count.toLocaleString("en");
}

/**
 * A moment as it is shown, in the reader's own zone.
 *
 * @param atMs - Milliseconds since 1970.
 * @returns Date and time.
 */
export function timeFigure(atMs: number): string {
  return new Date(atMs).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
