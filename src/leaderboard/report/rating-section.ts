import type { ArchivedStudy, DimensionAgreement, RatingLine } from "../../records/index.ts";
import type { DocumentSection, SourcedTable } from "../../report/index.ts";
import type { PlacedStudy } from "./placed-study.ts";
import { agreementPlace, countPlace, factTable, numberPlace, wordsPlace } from "./report-places.ts";
import { utc } from "./task-section.ts";

/**
 * The rating study: design, raters, coverage, deviations, agreement.
 *
 * @param placed - The study.
 * @returns The section.
 */
export function ratingSection(placed: PlacedStudy): DocumentSection {
  const { study, suffix, label } = placed;
  const { plan, openedAtMs, closedAtMs, closingDeviation, analysis } = study;
  const flagged = analysis.raters.filter(({ reasons }) => reasons.length > 0);
  return {
    id: `rating${suffix}`,
    title: `Human rating${label}`,
    paragraphs: [
      `The study was open from ${utc(openedAtMs)} to ${utc(closedAtMs)}. ${planSentence(study)}`,
      statedSentences(study),
      plan.power.text,
    ],
    points: [
      ...(closingDeviation === undefined
        ? []
        : [`Closed before all ratings were there. Reason given: ${closingDeviation}`]),
      ...analysis.deviations,
      ...flagged.map(
        ({ rater, reasons }) =>
          `Rater ${rater} is flagged by the planned rule: ${reasons.join(", ")}.`,
      ),
    ],
    tables: [designTable(placed), raterTable(placed), agreementTable(placed)],
  };
}

/** What the organisers say about their raters. */
function statedSentences({ pay, recruitment, languageLevel }: ArchivedStudy): string {
  return [
    pay === undefined ? "What raters were paid is not stated." : `Pay as stated: ${sentence(pay)}`,
    recruitment === undefined
      ? "How raters were found is not stated."
      : `Recruitment as stated: ${sentence(recruitment)}`,
    ...(languageLevel === undefined
      ? []
      : [`Language level as stated: ${sentence(languageLevel)}`]),
  ].join(" ");
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function planSentence({ plan, analysis }: ArchivedStudy): string {
  return plan.hash === analysis.planHash
    ? "The ratings name this plan, which was fixed before the first of them, by its hash."
    : "The ratings name another plan than this one by its hash.";
}

function designTable({ study: { plan }, pointer, suffix, label }: PlacedStudy): SourcedTable {
  const { design, work } = plan;
  return {
    source: `${pointer}/plan`,
    table: factTable({ id: `rating-design${suffix}`, title: `Rating design${label}` }, [
      ["design", wordsPlace(design.kind)],
      ["systems", countPlace(plan.systems)],
      ["prompts", countPlace(plan.prompts)],
      ["texts", countPlace(plan.texts)],
      ["complete ratings of each text, planned", countPlace(plan.ratersPerText)],
      ["raters, planned", countPlace(design.raters)],
      ["readings of controls, planned", countPlace(plan.controlReadings)],
      ["hours of reading, planned", numberPlace(work.hours, { decimals: 1 })],
      ["comparisons in the family of tests", countPlace(plan.power.comparisons)],
    ]),
  };
}

/** Counts that are taken from the lines of the ratings. */
export interface RatingCounts {
  /** People with a complete reading. */
  readonly raters: number;
  /** Complete readings, controls left out. */
  readonly complete: number;
  /** Complete readings that were planned, controls left out. */
  readonly planned: number;
  /** Texts with exactly as many complete ratings as planned, controls left out. */
  readonly coveredTexts: number;
  /** Raters by stated language level, by name of the level. */
  readonly levels: readonly (readonly [string, number])[];
}

/**
 * Counts raters and coverage from the ratings themselves.
 *
 * @param study - The study.
 * @returns The counts.
 */
export function ratingCounts({ ratings, plan }: ArchivedStudy): RatingCounts {
  const counted = new Map<string, number>();
  for (const line of ratings) {
    if (line.kind === "text" && line.isControl !== true) counted.set(line.text, 0);
  }
  const raters = new Set<string>();
  for (const line of ratings) {
    if (line.kind !== "reading" || line.status !== "complete") continue;
    raters.add(line.rater);
    const before = counted.get(line.text);
    if (before !== undefined) counted.set(line.text, before + 1);
  }
  const complete = [...counted.values()];
  return {
    raters: raters.size,
    complete: complete.reduce((sum, count) => sum + count, 0),
    planned: plan.texts * plan.ratersPerText,
    coveredTexts: complete.filter((count) => count === plan.ratersPerText).length,
    levels: languageLevels(ratings, raters),
  };
}

function languageLevels(
  ratings: readonly RatingLine[],
  raters: ReadonlySet<string>,
): (readonly [string, number])[] {
  const stated = new Map<string, string>();
  for (const line of ratings) {
    if (line.kind === "rater") stated.set(line.rater, line.languageLevel ?? "not stated");
  }
  const levels = new Map<string, number>();
  for (const rater of raters) {
    const level = stated.get(rater) ?? "not stated";
    levels.set(level, (levels.get(level) ?? 0) + 1);
  }
  return [...levels].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

function raterTable({ study, pointer, suffix, label }: PlacedStudy): SourcedTable {
  const { raters, complete, planned, coveredTexts, levels } = ratingCounts(study);
  return {
    source: `${pointer}/ratings`,
    table: factTable({ id: `rating-coverage${suffix}`, title: `Raters and coverage${label}` }, [
      ["raters with a complete rating", countPlace(raters)],
      ...levels.map(
        ([level, count]) => [`raters with language level ${level}`, countPlace(count)] as const,
      ),
      ["complete ratings, controls left out", countPlace(complete)],
      ["complete ratings, planned", countPlace(planned)],
      ["texts with as many ratings as planned", countPlace(coveredTexts)],
    ]),
  };
}

function agreementTable({ study, pointer, suffix, label }: PlacedStudy): SourcedTable {
  const { analysis } = study;
  const low = analysis.agreement.filter(({ isLow }) => isLow);
  return {
    source: `${pointer}/analysis/agreement`,
    table: {
      id: `agreement${suffix}`,
      title: `Agreement of the raters${label}`,
      rowHeads: ["dimension"],
      columns: [
        { title: "raters" },
        { title: "texts" },
        { title: "marks" },
        { title: "cannot judge" },
        { title: "Krippendorff's alpha (ordinal)" },
        { title: "mean Spearman" },
        { title: "mean Kendall tau-b" },
        { title: "equal" },
        { title: "within one" },
      ],
      rows: analysis.agreement.map(agreementRow),
      notes: [
        "Intervals are 95 % intervals by resampling texts. Answers that a text cannot be judged count as missing.",
        ...(low.length === 0
          ? []
          : [
              `Low agreement (alpha below 0.667 or undefined): ${low.map(({ dimension }) => dimension).join(", ")}.`,
            ]),
      ],
    },
  };
}

function agreementRow(row: DimensionAgreement): SourcedTable["table"]["rows"][number] {
  return {
    heads: [row.dimension],
    places: [
      countPlace(row.raters),
      countPlace(row.texts),
      countPlace(row.ratings),
      countPlace(row.cannotJudge),
      agreementPlace(row.alpha),
      agreementPlace(row.meanSpearman),
      agreementPlace(row.meanKendallTauB),
      agreementPlace(row.exact),
      agreementPlace(row.withinOne),
    ],
  };
}
