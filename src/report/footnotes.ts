import type { RunSummary } from "../records/index.ts";
import { counted } from "../text/index.ts";
import { baselineNames } from "./baseline-names.ts";
import { listed } from "./display-names.ts";
import { formatCount } from "./format-number.ts";
import { MARKS, type ScoreTable } from "./shown-score.ts";

/** A footnote: what it is about, and what it says. */
export interface Footnote {
  /** One or two words. */
  readonly about: string;
  /** The note, as plain text. */
  readonly says: string;
}

/** How marks look where the notes are shown. */
export interface MarkSigns {
  /** How the best of a column stands out, for instance `bold`. */
  readonly best: string;
}

/**
 * Everything a reader needs to judge the numbers of a run: the marks in use, intervals, tests,
 * seeds, the profile and each column's signature.
 *
 * @param summary - The run.
 * @param table - Its scores as laid out.
 * @param signs - How the best of a column stands out where the notes are shown.
 * @returns The notes in reading order, as plain text.
 */
export function footnotes(
  summary: RunSummary,
  table: ScoreTable,
  signs: MarkSigns,
): readonly Footnote[] {
  return [...markNotes(summary, table, signs), ...methodNotes(summary), ...signatureNotes(table)];
}

function markNotes(summary: RunSummary, table: ScoreTable, signs: MarkSigns): readonly Footnote[] {
  const scores = table.rows.flatMap((row) => row.scores);
  const notes: Footnote[] = table.leaders.flatMap(({ reason }) =>
    reason === undefined ? [] : [{ about: "no best", says: reason }],
  );
  if (scores.some((score) => score.best)) {
    notes.push({
      about: signs.best,
      says: "Best of its column, separated from every other setting.",
    });
  }
  if (scores.some((score) => score.top)) {
    notes.push({
      about: MARKS.top,
      says: "Leading group of its column: not shown to be lower than the highest mean. Settings with pending texts take no part.",
    });
  }
  if (scores.some((score) => score.significant)) {
    notes.push({
      about: MARKS.significant,
      says: `Adjusted p < 0.05 against ${baselineNames(summary)}.`,
    });
  }
  if (scores.some((score) => score.state !== "not-run" && score.failed > 0)) {
    notes.push({
      about: MARKS.failed,
      says: "This many texts of the setting failed; they are not in the mean.",
    });
  }
  if (scores.some((score) => score.state === "absent")) {
    notes.push({ about: "—", says: "There is no such number." });
  }
  for (const { reason } of table.leaders) {
    if (reason !== undefined) notes.push({ about: "no best", says: reason });
  }
  return notes;
}

function methodNotes(summary: RunSummary): readonly Footnote[] {
  const { statistics, dataset } = summary;
  const whole =
    statistics.clusterBy === "user" ? "all texts of a user together" : "example by example";
  const notes: Footnote[] = [
    {
      about: "interval",
      says: `95 % percentile bootstrap, ${formatCount(statistics.resamples)} resamples, ${whole}; none below 5 examples.`,
    },
  ];
  if (summary.contrasts.length > 0) {
    notes.push({ about: "p", says: testNote(summary, whole) });
    notes.push({
      about: "separated",
      says: "Adjusted p < 0.05 and the interval of the difference leaves out 0.",
    });
  }
  notes.push(
    { about: "seed", says: `${statistics.seed} (generator ${statistics.generator}).` },
    { about: "profile", says: `${summary.profile}.` },
    {
      about: "dataset",
      says: `${dataset.name}, ${counted(dataset.examples, "example")}, content hash ${dataset.hash}.`,
    },
  );
  if (summary.partial) {
    notes.push({ about: "partial", says: "Only part of the dataset was asked for." });
  }
  return notes;
}

function testNote(summary: RunSummary, whole: string): string {
  const { statistics, contrasts } = summary;
  const family = new Map<string, number>();
  for (const { metric, signature } of contrasts) {
    const key = `${metric} ${signature}`;
    family.set(key, (family.get(key) ?? 0) + 1);
  }
  const sizes = [...new Set(family.values())].sort((one, other) => one - other);
  const correction =
    statistics.correction === "holm" ? "Holm" : "Benjamini–Hochberg, for exploration";
  return `Two-sided sign-flip permutation test over pairs, ${whole}, ${formatCount(statistics.permutations)} draws or exact; one family per metric, each setting against ${baselineNames(summary)} (${listed(sizes.map((size) => counted(size, "comparison")))}), corrected after ${correction}.`;
}

function signatureNotes(table: ScoreTable): readonly Footnote[] {
  return table.columns.map((column) => ({ about: column.title, says: column.signature }));
}
