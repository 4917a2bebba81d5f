import type { OutputFlag, ScoreRecord } from "../../records/index.ts";
import { isFailure, type TextToScore } from "./text-to-score.ts";

/**
 * A line of a file of scores:
 * `{id, scores: {"rouge-1": {status, precision, recall, fmeasure}, "meteor": {status, value}}}`; the
 * status is `scored`, `unscored` or, without a usable text, `failed`, the last two with a reason.
 * Whose text it is stands behind the id, as `user`, if it is known, and odd traits of the text in the
 * end, as `flags`, if it has any.
 *
 * @param text - Id of the text, and whose it is.
 * @param records - One per metric.
 * @param flags - Odd traits of the text.
 * @returns The line with its line feed.
 */
export function itemLine(
  { id, user }: Pick<TextToScore, "id" | "user">,
  records: readonly ScoreRecord[],
  flags: readonly OutputFlag[] = [],
): string {
  const scores = Object.fromEntries(records.map((record) => [record.metric, itemScore(record)]));
  const named = user === undefined ? { id } : { id, user };
  return `${JSON.stringify({ ...named, scores, ...(flags.length > 0 ? { flags } : {}) })}\n`;
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
