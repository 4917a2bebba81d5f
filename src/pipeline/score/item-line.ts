import type { OutputFlag, ScoreRecord } from "../../records/index.ts";
import { isFailure } from "./text-to-score.ts";

/**
 * A line of a file of scores:
 * `{id, scores: {"rouge-1": {status, precision, recall, fmeasure}, "meteor": {status, value}}}`; the
 * status is `scored`, `unscored` or, without a usable text, `failed`, the last two with a reason.
 * Odd traits of the text stand behind, as `flags`, if it has any.
 *
 * @param id - Id of the text.
 * @param records - One per metric.
 * @param flags - Odd traits of the text.
 * @returns The line with its line feed.
 */
export function itemLine(
  id: string,
  records: readonly ScoreRecord[],
  flags: readonly OutputFlag[] = [],
): string {
  const scores = Object.fromEntries(records.map((record) => [record.metric, itemScore(record)]));
  return `${JSON.stringify({ id, scores, ...(flags.length > 0 ? { flags } : {}) })}\n`;
}

function itemScore(record: ScoreRecord): Readonly<Record<string, unknown>> {
  if (record.status === "unscored") {
    const { reason } = record;
    return { status: isFailure(reason) ? "failed" : "unscored", reason };
  }
  const { status, value, precision, recall } = record;
  if (precision === undefined || recall === undefined) return { status, value };
  return { status, precision, recall, fmeasure: value };
}
