import Table from "cli-table3";
import { counted } from "../../text/index.ts";
import type { FileScores } from "./score-file.ts";

/**
 * Scores of a file as a table for the terminal.
 *
 * @param scores - Mean, interval and counts per metric.
 * @returns Lines of text.
 */
export function metricTable({ planned, failed, flags, warnings, metrics }: FileScores): string {
  const table = new Table({
    head: ["metric", "mean", "95% interval", "scored", "unscored"],
    style: { head: [], border: [] },
    colAligns: ["left", "right", "left", "right", "right"],
  });
  for (const [id, score] of Object.entries(metrics)) {
    const { mean, ciLow, ciHigh, scored, unscored } = score;
    const interval =
      ciLow === undefined || ciHigh === undefined ? "—" : `[${shown(ciLow)}, ${shown(ciHigh)}]`;
    table.push([id, mean === undefined ? "—" : shown(mean), interval, scored, unscored]);
    if (score.corpus?.value !== undefined) {
      table.push([`${id}, as one corpus`, shown(score.corpus.value), "", score.corpus.texts, ""]);
    }
  }
  const failures = Object.entries(failed).map(([reason, n]) => `${n} ${reason}`);
  const signatures = Object.values(metrics).flatMap(({ signature, corpus }) =>
    [signature, ...(corpus === undefined ? [] : [corpus.signature])].map((line) => `  ${line}`),
  );
  const intervals = new Set(Object.values(metrics).flatMap(({ ciMethod }) => ciMethod ?? []));
  const reasons = Object.values(metrics)[0]?.reason;
  return [
    table.toString(),
    `${counted(planned, "text")}${failures.length > 0 ? `, of them without a usable text: ${failures.join(", ")}` : ""}`,
    ...unscoredLines(metrics),
    ...countLines({ flags, warnings }),
    ...(reasons === undefined ? [] : [`— : ${reasons}`]),
    ...(intervals.size === 0
      ? []
      : [`Intervals: ${[...intervals].join(", ")}; resampled: ${resampledWords(metrics)}`]),
    "Signatures:",
    ...signatures,
  ].join("\n");
}

function resampledWords(metrics: FileScores["metrics"]): string {
  const users = Object.values(metrics).map((score) => score.users ?? 0);
  const most = Math.max(0, ...users);
  return most === 0 ? "single texts" : `all texts of a user together, ${counted(most, "user")}`;
}

function unscoredLines(metrics: FileScores["metrics"]): string[] {
  const told = Object.entries(metrics).flatMap(([id, { unscoredReasons }]) => {
    const reasons = Object.entries(unscoredReasons).map(([reason, texts]) => `${texts} ${reason}`);
    return reasons.length === 0 ? [] : [`  ${id}: ${reasons.join(", ")}`];
  });
  return told.length === 0 ? [] : ["Unscored:", ...told];
}

const MENDED: Readonly<Record<string, string>> = {
  "lone-surrogate": "half of a character (a lone surrogate) was read as U+FFFD",
};

function countLines({ flags, warnings }: Pick<FileScores, "flags" | "warnings">): string[] {
  const flagged = Object.entries(flags).map(([flag, texts]) => `${texts} ${flag}`);
  return [
    ...(flagged.length === 0 ? [] : [`Flags, which change no score: ${flagged.join(", ")}`]),
    ...Object.entries(warnings).map(
      ([what, texts]) => `Warning: in ${texts} of the texts ${MENDED[what] ?? what}.`,
    ),
  ];
}

function shown(value: number): string {
  return value.toFixed(4);
}
