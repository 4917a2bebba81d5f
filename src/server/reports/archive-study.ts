import { analyseRatings, readRatings, writeRatings } from "../../rating/index.ts";
import {
  type ArchivedInstrument,
  type ArchivedStudy,
  type RatingLine,
  type RatingPlan,
  type RatingStudy,
  studyDimensions,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { automaticScoresOf } from "../ratings/automatic-scores.ts";
import { exportOf } from "../ratings/export-ratings.ts";
import { type FixedStudy, fixedStudy } from "../ratings/open-study.ts";
import type { StudyRow } from "../ratings/rating-tables.ts";
import { keyOf } from "../ratings/study-acts.ts";

/** An unblinded study as it was archived last, and by what it can be told that it has changed. */
interface KeptStudy {
  readonly version: string;
  readonly study: Promise<ArchivedStudy>;
}

/** Studies that were archived before, by their ids: working out results takes seconds. */
export type ArchivedStudyShelf = Map<string, KeptStudy>;

/**
 * An unblinded study with all that its results follow from. Raters are pseudonyms; what they wrote in
 * their own words after the last text is left out.
 *
 * @param query - The database.
 * @param row - The study, its key open.
 * @param shelf - Studies that were archived before; gets this one.
 * @returns The study.
 */
export async function archivedStudy(
  query: Queries,
  row: StudyRow,
  shelf: ArchivedStudyShelf,
): Promise<ArchivedStudy> {
  const fixed = await fixedStudy(query, row, new Map());
  const automatic = await automaticScoresOf(query, fixed.definition);
  const { answers } = await query
    .selectFrom("studyAnswerHistory")
    .select(({ fn }) => fn.countAll<number>().as("answers"))
    .where("studyId", "=", row.id)
    .executeTakeFirstOrThrow();
  const version = JSON.stringify([automatic.boardVersion, Number(answers), row.closedMs]);
  const known = shelf.get(row.id);
  if (known?.version === version) return await known.study;
  const study = archive(query, { row, fixed, scores: automatic.scores });
  shelf.set(row.id, { version, study });
  study.catch(() => shelf.delete(row.id));
  return await study;
}

interface StudyParts {
  readonly row: StudyRow;
  readonly fixed: FixedStudy;
  readonly scores: ArchivedStudy["scores"];
}

async function archive(query: Queries, { row, fixed, scores }: StudyParts): Promise<ArchivedStudy> {
  const { definition, design } = fixed;
  const { pay, recruitment, languageLevel } = definition.raters;
  const ratings = await ratingLines(query, row, fixed);
  const basis = {
    systems: definition.systems.map(({ id, name, isHuman }) => ({
      id,
      ...(name === undefined ? {} : { name }),
      ...(isHuman === undefined ? {} : { isHuman }),
    })),
    controls: Object.fromEntries(
      definition.controls.map(({ id, expected }) => [`control/${id}`, expected] as const),
    ),
    exclusion: definition.exclusion,
    tests: definition.tests,
    seed: definition.seed,
    key: await keyOf(query, row.id),
    scores,
  };
  const placed = ratings.map((value, at) => ({ line: at + 1, value }));
  return {
    plan: JSON.parse(row.plan) as RatingPlan,
    openedAtMs: row.openedMs ?? row.createdMs,
    closedAtMs: row.closedMs ?? row.createdMs,
    ...(row.deviation === null ? {} : { closingDeviation: row.deviation }),
    ...(pay === undefined ? {} : { pay }),
    ...(recruitment === undefined ? {} : { recruitment }),
    ...(languageLevel === undefined ? {} : { languageLevel }),
    instrument: instrumentOf(definition),
    design: design.rows.map((slots) => slots.map(({ text }) => text)),
    ...basis,
    ratings,
    analysis: analyseRatings({ ...basis, ratings: readRatings(placed, definition.name) }),
  };
}

function instrumentOf(definition: RatingStudy): ArchivedInstrument {
  const { language, reading, reference, training, instructions, consent } = definition;
  return {
    language,
    reading: reading.mode,
    lengthShown: reading.showLength,
    referenceShown: reference?.shown === true,
    training: training !== undefined,
    instructions,
    consentVersion: consent.version,
    dimensions: studyDimensions(definition),
  };
}

/** The export's lines, in the order that follows from their content alone. */
async function ratingLines(
  query: Queries,
  row: StudyRow,
  fixed: FixedStudy,
): Promise<RatingLine[]> {
  const text = writeRatings(await exportOf(query, row, fixed));
  const words = new Set(
    fixed.definition.survey.filter(({ answer }) => answer === "text").map(({ id }) => id),
  );
  return text
    .trimEnd()
    .split("\n")
    .map((line) => withoutOwnWords(JSON.parse(line) as RatingLine, words));
}

/** What raters write in their own words may tell who they are. */
function withoutOwnWords(line: RatingLine, questions: ReadonlySet<string>): RatingLine {
  if (line.kind !== "rater" || line.survey === undefined) return line;
  const survey = Object.entries(line.survey).filter(([id]) => !questions.has(id));
  return { ...line, survey: Object.fromEntries(survey) };
}
