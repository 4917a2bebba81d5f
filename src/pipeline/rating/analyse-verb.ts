import { access } from "node:fs/promises";
import { join } from "node:path";
import Table from "cli-table3";
import { z } from "zod";
import { LonghandError } from "../../foundation/index.ts";
import { type AutomaticScore, analyseRatings, readRatings } from "../../rating/index.ts";
import {
  type RatingAnalysis,
  type RatingStudy,
  type ResultSet,
  type StudyKeyEntry,
  studyKeyEntrySchema,
} from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import { agreementTable, shown } from "./agreement-verb.ts";
import { plannedStudy } from "./plan-verb.ts";
import { readPlacedLines } from "./read-lines.ts";
import { readStudy } from "./read-study.ts";

/** What `longhand rating analyse` tells. */
export interface AnalysisReport extends RatingAnalysis {
  /** Whether the study file is the one that was planned; if not, everything is exploratory. */
  readonly isPlanned: boolean;
}

const scoreSchema: z.ZodType<AutomaticScore> = z.object({
  metric: z.string().min(1),
  system: z.string().min(1),
  prompt: z.string().min(1),
  value: z.number(),
});

/**
 * Analyses the ratings of a study: `STUDY.yaml`, `ratings.jsonl`, `key.jsonl` (which system wrote which
 * text) and, if there is one, `scores.jsonl` (automatic scores) of one folder.
 *
 * @param folder - The folder.
 * @returns The analysis, and the same as tables.
 * @throws LonghandError `invalid-study`, `invalid-ratings`, `not-found`.
 */
export async function ratingAnalysisOf(
  folder: string,
): Promise<{ readonly report: AnalysisReport; readonly text: string }> {
  const study = await readStudy(join(folder, "STUDY.yaml"));
  const path = join(folder, "ratings.jsonl");
  const ratings = readRatings(await readPlacedLines(path), path);
  const key = await readAll<StudyKeyEntry>(join(folder, "key.jsonl"), studyKeyEntrySchema);
  const scoresPath = join(folder, "scores.jsonl");
  const hasScores = await access(scoresPath).then(
    () => true,
    () => false,
  );
  const analysis = analyseRatings({
    ratings,
    key,
    systems: study.systems,
    controls: controlsOf(study),
    exclusion: study.exclusion,
    tests: study.tests,
    seed: study.seed,
    ...(hasScores ? { scores: await readAll(scoresPath, scoreSchema) } : {}),
  });
  const isPlanned = plannedStudy(study).plan.hash === ratings.study.planHash;
  const report = { ...analysis, isPlanned };
  return { report, text: analysisText(report) };
}

function controlsOf({
  controls,
}: RatingStudy): Record<string, RatingStudy["controls"][number]["expected"]> {
  return Object.fromEntries(controls.map(({ id, expected }) => [`control/${id}`, expected]));
}

async function readAll<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const faults: string[] = [];
  const values: T[] = [];
  for (const { line, value } of await readPlacedLines(path)) {
    const parsed = schema.safeParse(value);
    if (parsed.success) values.push(parsed.data);
    else faults.push(`${path}:${line}: ${z.prettifyError(parsed.error).replace(/\s+/g, " ")}`);
  }
  if (faults.length === 0) return values;
  throw new LonghandError(`${path} holds lines of another shape:\n${faults.join("\n")}`, {
    code: "invalid-ratings",
    hint: "docs/rating.md describes the files of a study's folder.",
    details: { file: path },
  });
}

function analysisText(report: AnalysisReport): string {
  const flagged = report.raters.filter(({ reasons }) => reasons.length > 0);
  const lines = [
    report.isPlanned
      ? `Plan ${report.planHash.slice(0, 12)}: as declared before the first rating`
      : `The study file is not the one that was planned (${report.planHash.slice(0, 12)}): all of this is exploratory`,
    agreementTable(report.agreement),
    `All ${counted(report.all.raters, "rater")}:`,
    resultTables(report.all),
  ];
  if (report.withoutFlagged !== undefined) {
    lines.push(
      `Without ${flagged.map(({ rater, reasons }) => `${rater} (${reasons.join(", ")})`).join(", ")}:`,
      resultTables(report.withoutFlagged),
    );
  }
  for (const { metric, dimension, overTexts, overSystems, isExploratory } of report.metrics) {
    lines.push(
      `${metric} against ${dimension}: Spearman over texts ${shown(overTexts)}, over systems ${shown(overSystems)}${isExploratory ? " (exploratory)" : ""}`,
    );
  }
  lines.push(...report.deviations.map((deviation) => `Deviation: ${deviation}`));
  return lines.join("\n");
}

function resultTables({ systems, comparisons }: ResultSet): string {
  const means = new Table({
    head: ["dimension", "system", "mean", "95% interval", "median", "1 2 3 4 5", "prompts"],
    style: { head: [], border: [] },
  });
  for (const each of systems) {
    means.push([
      each.dimension,
      each.system,
      number(each.mean),
      interval(each),
      number(each.median),
      each.counts.join(" "),
      each.prompts,
    ]);
  }
  const pairs = new Table({
    head: [
      "dimension",
      "pair",
      "difference",
      "95% interval",
      "p",
      "adj. p",
      "ahead, equal, behind",
    ],
    style: { head: [], border: [] },
  });
  for (const each of comparisons) {
    pairs.push([
      each.dimension,
      `${each.first} − ${each.second}`,
      number(each.difference),
      interval(each),
      number(each.p, 4),
      number(each.adjustedP, 4),
      `${each.wins}, ${each.ties}, ${each.losses}`,
    ]);
  }
  return `${means.toString()}\n${pairs.toString()}`;
}

function number(value: number | undefined, digits = 2): string {
  return value === undefined ? "—" : value.toFixed(digits);
}

function interval({
  ciLow,
  ciHigh,
}: {
  readonly ciLow?: number;
  readonly ciHigh?: number;
}): string {
  return ciLow === undefined || ciHigh === undefined
    ? "—"
    : `${number(ciLow)} to ${number(ciHigh)}`;
}
