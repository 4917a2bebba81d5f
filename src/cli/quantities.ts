const BAR_CELLS = 20;

/**
 * A bar of 20 cells.
 *
 * @param done - Units done.
 * @param total - Units in all.
 * @returns The bar; full where there is nothing to do.
 */
export function bar(done: number, total: number): string {
  const filled = total === 0 ? BAR_CELLS : Math.floor((Math.min(done, total) / total) * BAR_CELLS);
  return `${"█".repeat(filled)}${"░".repeat(BAR_CELLS - filled)}`;
}

/**
 * A number as people write it.
 *
 * @param value - The number.
 * @returns For instance `1,500`.
 */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/**
 * A stretch of time.
 *
 * @param seconds - The seconds.
 * @returns For instance `40 s`, `12 min` or `1.8 h`.
 */
export function span(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
