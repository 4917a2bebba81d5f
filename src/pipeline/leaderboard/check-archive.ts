import { isDeepStrictEqual } from "node:util";
import { LonghandError } from "../../foundation/index.ts";
import { bibtexEntry, datasheetsOf, remakeBoard } from "../../leaderboard/index.ts";
import { analyseRatings, readRatings } from "../../rating/index.ts";
import type { ArchivedStudy, ChallengeArchive, RatingAnalysis } from "../../records/index.ts";

/**
 * Works out again everything in an archive that follows from something else in it: every board from the
 * scores, the results of every rating study from its ratings, the datasheets and the entry for BibTeX.
 *
 * @param archive - The archive.
 * @param file - Its name, for messages.
 * @throws LonghandError `archive-mismatch` with the parts that differ; `invalid-ratings`.
 */
export function checkArchive(archive: ChallengeArchive, file: string): void {
  const unlike = [
    ...archive.boards.flatMap((board, at) =>
      isDeepStrictEqual(remakeBoard(archive, board), board) ? [] : [`boards/${at}`],
    ),
    ...archive.studies.flatMap((study, at) =>
      unlikeParts(study, `${file}, ratings`).map((part) => `studies/${at}/analysis/${part}`),
    ),
    ...(isDeepStrictEqual(datasheetsOf(archive), archive.datasheets) ? [] : ["datasheets"]),
    ...(bibtexEntry(archive) === archive.bibtex ? [] : ["bibtex"]),
  ];
  if (unlike.length === 0) return;
  throw new LonghandError(
    `What ${file} says does not follow from the scores and ratings in it: ${unlike.join(", ")} ${unlike.length === 1 ? "differs" : "differ"}.`,
    {
      code: "archive-mismatch",
      hint: "Use the archive as the server made it, with the version of Longhand that it names.",
      details: { file, parts: unlike },
    },
  );
}

function unlikeParts(study: ArchivedStudy, file: string): (keyof RatingAnalysis)[] {
  const { ratings, key, systems, controls, exclusion, tests, seed, scores, analysis } = study;
  const lines = ratings.map((value, at) => ({ line: at + 1, value }));
  const again = analyseRatings({
    ratings: readRatings(lines, file),
    key,
    systems,
    controls,
    exclusion,
    tests,
    seed,
    scores,
  });
  const parts = Object.keys({ ...again, ...analysis }) as (keyof RatingAnalysis)[];
  return parts.filter((part) => !isDeepStrictEqual(again[part], analysis[part]));
}
