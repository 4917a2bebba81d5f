import { analyseRatings } from "../../rating/index.ts";
import type { RatingAnalysis } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { exportOf } from "./export-ratings.ts";
import type { FixedStudy } from "./open-study.ts";
import type { StudyRow } from "./rating-tables.ts";
import { keyOf } from "./study-acts.ts";

/**
 * Works out what the ratings of a study come to. Automatic metrics are not held against them here: a
 * study knows no scores.
 *
 * @param query - The database.
 * @param row - The study, its key open.
 * @param study - What of it never changes.
 * @returns The analysis.
 */
export async function resultsOf(
  query: Queries,
  row: StudyRow,
  study: FixedStudy,
): Promise<RatingAnalysis> {
  const { systems, controls, exclusion, tests, seed } = study.definition;
  return analyseRatings({
    ratings: await exportOf(query, row, study),
    key: await keyOf(query, row.id),
    systems,
    controls: Object.fromEntries(
      controls.map(({ id, expected }) => [`control/${id}`, expected] as const),
    ),
    exclusion,
    tests: { ...tests, metrics: [] },
    seed,
  });
}
