import { analyseRatings, blindAnalysis, systemLetters } from "../../rating/index.ts";
import {
  type RatingAnalysis,
  type ResultSystem,
  type StudyResults,
  studyDimensions,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { automaticScoresOf } from "./automatic-scores.ts";
import { exportOf } from "./export-ratings.ts";
import type { StudyPlace } from "./find-study.ts";
import type { FixedStudy } from "./open-study.ts";
import { keyOf } from "./study-acts.ts";
import { studySummary } from "./study-views.ts";

/** Analyses that were made: a closed study changes only with the scores of its challenge. */
export type AnalysisShelf = Map<
  string,
  { readonly boardVersion: number; readonly analysis: RatingAnalysis }
>;

/**
 * Works out what the ratings of a closed study come to. Automatic scores are those of the challenge
 * that the study belongs to; other studies have none.
 *
 * @param query - The database.
 * @param place - The study.
 * @param shelf - Analyses that were made before; gets this one.
 * @returns The analysis, by the true ids of systems.
 */
export async function resultsOf(
  query: Queries,
  { row, study }: StudyPlace,
  shelf: AnalysisShelf,
): Promise<RatingAnalysis> {
  const { systems, controls, exclusion, tests, seed, challengeId } = study.definition;
  const { scores, boardVersion } = await automaticScoresOf(query, study.definition);
  const known = shelf.get(row.id);
  if (known?.boardVersion === boardVersion) return known.analysis;
  const analysis = analyseRatings({
    ratings: await exportOf(query, row, study),
    key: await keyOf(query, row.id),
    systems,
    controls: Object.fromEntries(
      controls.map(({ id, expected }) => [`control/${id}`, expected] as const),
    ),
    exclusion,
    // Without a challenge a study knows no scores.
    tests: { ...tests, metrics: challengeId === undefined ? [] : tests.metrics },
    scores,
    seed,
  });
  shelf.set(row.id, { boardVersion, analysis });
  return analysis;
}

/**
 * What organisers see of a closed study: by drawn letters until the key is open.
 *
 * @param query - The database.
 * @param place - The study.
 * @param shelf - Analyses that were made before.
 * @returns What goes out.
 */
export async function studyResults(
  query: Queries,
  place: StudyPlace,
  shelf: AnalysisShelf,
): Promise<StudyResults> {
  const { row, study } = place;
  const { definition } = study;
  const analysis = await resultsOf(query, place, shelf);
  const isBlinded = row.status !== "unblinded";
  const letters = systemLetters(drawnOrder(study));
  return {
    study: await studySummary(query, row),
    isBlinded,
    systems: isBlinded
      ? [...letters.values()].map((letter) => ({ id: letter, name: `System ${letter}` }))
      : definition.systems.map(systemView),
    dimensions: studyDimensions(definition).map(({ id, label }) => ({ id, label })),
    ratersPerText: definition.ratersPerText,
    alpha: definition.tests.alpha,
    exclusion: definition.exclusion,
    ...(row.deviation === null ? {} : { deviation: row.deviation }),
    ...(definition.challengeId === undefined ? {} : { challengeId: definition.challengeId }),
    analysis: isBlinded ? blindAnalysis(analysis, letters) : analysis,
  };
}

/** Ids of systems by the first of their texts: ids of texts are drawn, so that nobody can work it out. */
function drawnOrder({ definition, design }: FixedStudy): string[] {
  const place = (system: string): string =>
    design.texts
      .filter((text) => text.system === system)
      .map(({ text }) => text)
      .sort()[0] ?? "";
  return definition.systems
    .map(({ id }) => id)
    .sort((left, right) => (place(left) < place(right) ? -1 : 1));
}

function systemView({
  id,
  name = id,
  isHuman,
}: {
  readonly id: string;
  readonly name?: string;
  readonly isHuman?: boolean;
}): ResultSystem {
  return { id, name, ...(isHuman === undefined ? {} : { isHuman }) };
}
