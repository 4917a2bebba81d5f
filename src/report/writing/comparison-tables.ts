import type {
  BudgetRegime,
  ComparedRun,
  WritingComparison,
  WritingContrast,
  WritingMeasure,
} from "../../records/index.ts";
import { ABSENT, formatCount, formatP } from "../format-number.ts";

/** A table of plain text, for every format. */
export interface TextTable {
  /** What it holds. */
  readonly caption: string;
  /** Headings. */
  readonly head: readonly string[];
  /** Rows with as many cells as there are headings. */
  readonly rows: readonly (readonly string[])[];
  /** Columns of numbers. */
  readonly right: ReadonlySet<number>;
}

/** Words of a budget. */
const REGIME_WORDS: Readonly<Record<BudgetRegime, string>> = {
  completion: "at most 4 tokens written per token of the document",
  cost: "at most 48 units of cost per token of the document (read 1, written 4)",
};

const LARGE = 100;
const TENTHS = 10;

/**
 * A number as the report shows it: four decimals, or none from 100 on.
 *
 * @param value - A finite number.
 * @returns For instance `0.8133` or `12,480`.
 */
function shownNumber(value: number): string {
  if (Math.abs(value) < LARGE) return value.toFixed(4).replace(/^-(0\.0000)$/, "$1");
  const whole = formatCount(Math.abs(Math.round(value)));
  return value < 0 ? `-${whole}` : whole;
}

/**
 * Means over runs: a measure a row, an arm a column.
 *
 * @param comparison - The comparison.
 * @param regime - The budget.
 * @returns The table; a measure without any value tells why.
 */
export function meansTable(comparison: WritingComparison, regime: BudgetRegime): TextTable {
  const { arms, runs } = comparison;
  const measures = comparison.measures.filter(({ id }) =>
    runs.some(({ scores }) => scores[id] !== undefined),
  );
  return {
    caption: `Means over runs: ${REGIME_WORDS[regime]}`,
    head: ["measure", ...arms.map(({ name }) => name)],
    rows: measures.map((measure) => [
      `${measure.title}${arrowOf(measure)}`,
      ...arms.map(({ name }) =>
        meanCell(
          runs.filter((run) => run.arm === name && run.regime === regime),
          measure.id,
        ),
      ),
    ]),
    right: new Set(arms.map((_, index) => index + 1)),
  };
}

function arrowOf({ better }: WritingMeasure): string {
  if (better === "none") return "";
  return better === "higher" ? " ↑" : " ↓";
}

function meanCell(runs: readonly ComparedRun[], id: string): string {
  const values: number[] = [];
  const reasons = new Set<string>();
  for (const { scores } of runs) {
    const score = scores[id];
    if (score?.status === "scored") values.push(score.value);
    else reasons.add(score?.reason ?? "not measured");
  }
  if (values.length === 0) return `unscored: ${[...reasons].join(", ") || "no runs"}`;
  const mean = shownNumber(values.reduce((sum, value) => sum + value, 0) / values.length);
  return values.length === runs.length ? mean : `${mean} (${values.length} of ${runs.length})`;
}

/**
 * Contrasts as a table.
 *
 * @param comparison - The comparison.
 * @param family - Which ones.
 * @param regime - The budget.
 * @returns The table; exploratory contrasts without any pair are left out and counted in the caption.
 */
export function contrastTable(
  comparison: WritingComparison,
  family: WritingContrast["family"],
  regime: BudgetRegime,
): TextTable {
  const own = comparison.contrasts.filter(
    (contrast) => contrast.family === family && contrast.regime === regime,
  );
  const shown = family === "primary" ? own : own.filter(({ briefs }) => briefs > 0);
  const left = own.length - shown.length;
  const adjustment = family === "primary" ? "Holm" : "Benjamini–Hochberg, exploratory";
  return {
    caption: `${family === "primary" ? "Primary" : "Further"} contrasts (${adjustment}): ${REGIME_WORDS[regime]}${left === 0 ? "" : `; ${left} without a pair are left out`}`,
    head: [
      "measure",
      "arm − baseline",
      "briefs",
      "difference [95 %]",
      "p",
      "p adjusted",
      "verdict",
    ],
    rows: shown.map((contrast) => [
      titleOf(comparison, contrast.measure),
      `${contrast.arm} − ${contrast.baseline}`,
      String(contrast.briefs),
      differenceText(contrast),
      contrast.p === undefined ? ABSENT : formatP(contrast.p),
      contrast.pAdjusted === undefined ? ABSENT : formatP(contrast.pAdjusted),
      contrast.verdict,
    ]),
    right: new Set([2, 3, 4, 5]),
  };
}

/**
 * The name of a measure.
 *
 * @param comparison - The comparison.
 * @param id - The measure's id.
 * @returns Its title.
 */
function titleOf({ measures }: WritingComparison, id: string): string {
  return measures.find((measure) => measure.id === id)?.title ?? id;
}

/**
 * A difference with its interval.
 *
 * @param contrast - The contrast.
 * @returns For instance `+0.1200 [+0.0500, +0.1900]`.
 */
export function differenceText({ difference, ciLow, ciHigh }: WritingContrast): string {
  if (difference === undefined) return ABSENT;
  const signed = (value: number): string => {
    const text = shownNumber(value);
    return value > 0 && !/^0\.0+$/.test(text) ? `+${text}` : text;
  };
  if (ciLow === undefined || ciHigh === undefined) return signed(difference);
  return `${signed(difference)} [${signed(ciLow)}, ${signed(ciHigh)}]`;
}

/**
 * What the primary contrasts say, a sentence each, whichever way they fall.
 *
 * @param comparison - The comparison.
 * @returns The sentences.
 */
export function verdictSentences(comparison: WritingComparison): string[] {
  return comparison.contrasts
    .filter(({ family }) => family === "primary")
    .map((contrast) => {
      const { arm, baseline, verdict, pAdjusted, reason, regime, completePairs } = contrast;
      const said =
        verdict === "not separated"
          ? `${arm} and ${baseline} are not separated`
          : `${arm} is ${verdict} than ${baseline}`;
      const p = pAdjusted === undefined ? "" : `, adjusted p ${formatP(pAdjusted)}`;
      const why = reason === undefined ? "" : ` (${reason})`;
      const whole =
        completePairs === undefined ? "" : `; on complete pairs: ${completePairs.verdict}`;
      const budget = comparison.regimes.length > 1 ? ` [${regime} budget]` : "";
      return `${titleOf(comparison, contrast.measure)}${budget}: ${said}, ${differenceText(contrast)}${p}${whole}${why}.`;
    });
}

/** One arm's mean curve. */
export interface ArmCurve {
  /** Name of the arm. */
  readonly arm: string;
  /** Mean over its runs for each tenth; `null` where no run has a value. */
  readonly values: readonly (number | null)[];
}

/**
 * Mean curves over the tenths of the documents.
 *
 * @param comparison - The comparison.
 * @param id - Id of the curve.
 * @param regime - The budget.
 * @returns One curve per arm that has values.
 */
export function armCurves(
  { arms, runs }: WritingComparison,
  id: string,
  regime: BudgetRegime,
): ArmCurve[] {
  return arms.flatMap(({ name }) => {
    const own = runs.filter((run) => run.arm === name && run.regime === regime);
    const values = Array.from({ length: TENTHS }, (_, tenth) => {
      const known = own.flatMap(({ curves }) => curves[id]?.[tenth] ?? []);
      return known.length === 0
        ? null
        : known.reduce((sum, value) => sum + value, 0) / known.length;
    });
    return values.every((value) => value === null) ? [] : [{ arm: name, values }];
  });
}

/**
 * A curve as a table, an arm a row.
 *
 * @param comparison - The comparison.
 * @param id - Id of the curve.
 * @param regime - The budget.
 * @returns The table.
 */
export function curveTable(
  comparison: WritingComparison,
  id: string,
  regime: BudgetRegime,
): TextTable {
  return {
    caption: `${comparison.curveTitles[id] ?? id} by tenth of the document: ${REGIME_WORDS[regime]}`,
    head: ["arm", ...Array.from({ length: TENTHS }, (_, tenth) => String(tenth + 1))],
    rows: armCurves(comparison, id, regime).map(({ arm, values }) => [
      arm,
      ...values.map((value) => (value === null ? ABSENT : value.toFixed(2))),
    ]),
    right: new Set(Array.from({ length: TENTHS }, (_, tenth) => tenth + 1)),
  };
}

/**
 * Every run with how it ended.
 *
 * @param comparison - The comparison.
 * @returns The table.
 */
export function runsTable({ runs }: WritingComparison): TextTable {
  return {
    caption: "Runs",
    head: ["run", "status", "words", "of", "recall", "tokens read", "tokens written", "seconds"],
    rows: runs.map(({ run, status, reason, words, targetWords, tokens, scores }) => [
      run,
      reason === undefined ? status : `${status}: ${reason}`,
      formatCount(words),
      formatCount(targetWords),
      scoreText(scores["recall"]),
      formatCount(tokens.in),
      formatCount(tokens.out),
      scoreText(scores["seconds"]),
    ]),
    right: new Set([2, 3, 4, 5, 6, 7]),
  };
}

function scoreText(score: ComparedRun["scores"][string] | undefined): string {
  if (score === undefined) return ABSENT;
  return score.status === "scored" ? shownNumber(score.value) : score.reason;
}

/**
 * The briefs.
 *
 * @param comparison - The comparison.
 * @returns The table.
 */
export function briefsTable({ briefs }: WritingComparison): TextTable {
  return {
    caption: "Briefs",
    head: ["brief", "title", "kind", "words", "planted facts", "call-backs"],
    rows: briefs.map(({ id, title, kind, targetWords, facts, callBacks }) => [
      id,
      title,
      kind,
      formatCount(targetWords),
      String(facts),
      String(callBacks),
    ]),
    right: new Set([3, 4, 5]),
  };
}
