import type { CellSummary } from "../records/index.ts";
import { listed, metricName } from "./display-names.ts";
import { formatCount } from "./format-number.ts";

/**
 * Counts by reason, the largest first.
 *
 * @param counts - How many, by name.
 * @returns For instance `2 timeout, 1 empty-output`; an empty text if there is nothing to count.
 */
export function countWords(counts: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(counts)
    .filter((entry): entry is [string, number] => (entry[1] ?? 0) > 0)
    .sort((one, other) => other[1] - one[1])
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(", ");
}

/**
 * Why texts of a cell have no score: metrics that say the same share the words.
 *
 * @param cell - The cell.
 * @returns For instance `2 too-few-words (ROUGE-2)`; an empty text if every text was scored.
 */
export function unscoredWords(cell: CellSummary): string {
  const metrics = new Map<string, string[]>();
  for (const entry of Object.values(cell.metrics)) {
    const words = countWords(entry.unscored);
    if (words !== "") metrics.set(words, [...(metrics.get(words) ?? []), metricName(entry.metric)]);
  }
  return [...metrics].map(([words, names]) => `${words} (${listed(names)})`).join(", ");
}
