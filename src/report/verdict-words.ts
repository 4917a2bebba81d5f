import type { Contrast } from "../records/index.ts";
import { formatDifference, formatInterval } from "./format-number.ts";

/**
 * What may be said of a comparison, in words that claim no more than the numbers do.
 *
 * @param contrast - A cell against its baseline.
 * @returns `higher`, `lower`, `not separated`, `n too small to separate` or `not compared`.
 */
export function verdictWords(contrast: Contrast): string {
  switch (contrast.verdict) {
    case "better":
    case "worse":
      return directionOf(contrast);
    case "not-separated":
      return "not separated";
    case "n-too-small":
      return "n too small to separate";
    case "not-compared":
      return "not compared";
  }
}

/**
 * Why a verdict claims nothing, where that is not said by the verdict itself.
 *
 * @param contrast - A cell against its baseline.
 * @returns For instance `missing data`, or `undefined`.
 */
export function verdictReason(contrast: Contrast): string | undefined {
  const words = verdictWords(contrast);
  if (isSeparated(contrast) || contrast.reason === words) return undefined;
  return contrast.reason?.startsWith(`${words}: `)
    ? contrast.reason.slice(words.length + 2)
    : contrast.reason;
}

/**
 * Whether the two sides of a comparison are separated.
 *
 * @param contrast - A cell against its baseline.
 * @returns `true` if one side may be called higher.
 */
export function isSeparated(contrast: Contrast): boolean {
  return contrast.verdict === "better" || contrast.verdict === "worse";
}

/**
 * The direction of a difference. Its sign decides, not the verdict: in a metric where lower is
 * better, `better` is lower.
 *
 * @param contrast - A cell against its baseline.
 * @returns `lower` for a negative difference, else `higher`.
 */
export function directionOf(contrast: Contrast): "higher" | "lower" {
  return (contrast.difference ?? 0) < 0 ? "lower" : "higher";
}

/**
 * A difference with its interval, as it is printed.
 *
 * @param contrast - A cell against its baseline.
 * @returns For instance `+0.0123 [+0.0011, +0.0235]`, or `undefined` without a difference.
 */
export function differenceWords(contrast: Contrast): string | undefined {
  if (contrast.difference === undefined) return undefined;
  const interval = formatInterval(contrast, formatDifference);
  const difference = formatDifference(contrast.difference);
  return interval === undefined ? difference : `${difference} ${interval}`;
}
