import type { ScoreRecord } from "../../records/index.ts";

/**
 * A line of a file of scores:
 * `{id, scores: {"rouge-1": {status, precision, recall, fmeasure}, "meteor": {status, value}}}`.
 *
 * @param id - Id of the text.
 * @param records - One per metric.
 * @returns The line with its line feed.
 */
export function itemLine(id: string, records: readonly ScoreRecord[]): string {
  const scores = Object.fromEntries(records.map((record) => [record.metric, itemScore(record)]));
  return `${JSON.stringify({ id, scores })}\n`;
}

function itemScore(record: ScoreRecord): Readonly<Record<string, unknown>> {
  if (record.status === "unscored") return { status: record.status, reason: record.reason };
  const { status, value, precision, recall } = record;
  if (precision === undefined || recall === undefined) return { status, value };
  return { status, precision, recall, fmeasure: value };
}
