import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { LonghandError } from "../../foundation/index.ts";
import {
  buildReport,
  CHALLENGE_REPORT_FORMATS,
  type ChallengeReportFormat,
  parseArchive,
  reportFiles,
} from "../../leaderboard/index.ts";
import { analyseRatings, readRatings } from "../../rating/index.ts";
import type { ArchivedStudy } from "../../records/index.ts";
import { fileError, writeAtomically } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";

/** What `longhand leaderboard report` may be told. */
export interface ChallengeReportOptions {
  /** Formats. @defaultValue all of them */
  readonly formats?: readonly ChallengeReportFormat[];
  /** Folder to write to; made if missing. */
  readonly out: string;
}

/**
 * Writes the final report of a challenge from its archive. What the archive says the ratings came to is
 * worked out again from the ratings in it, and must be the same.
 *
 * @param path - The archive.
 * @param options - Formats and folder.
 * @returns The files written, as JSON and text.
 * @throws LonghandError `not-found`; `invalid-challenge-archive`; `archive-mismatch` where ratings and
 * results do not go together; `invalid-ratings`; `not-writable`.
 */
export async function reportChallenge(
  path: string,
  { formats = CHALLENGE_REPORT_FORMATS, out }: ChallengeReportOptions,
): Promise<VerbResult> {
  const archive = parseArchive(await sourceOf(path), path);
  if (archive.study !== undefined) checkAnalysis(archive.study, path);
  const report = buildReport(archive);
  const files: string[] = [];
  for (const { name, content } of formats.flatMap((format) => reportFiles(report, format))) {
    const file = join(out, name);
    await writeAtomically(file, content);
    files.push(file);
  }
  return {
    json: { challenge: archive.challenge.id, files },
    text: [
      ...files.map((file) => `Written: ${file}`),
      archive.study === undefined
        ? "The archive holds no rating study."
        : `The results of the rating study follow from ${counted(archive.study.ratings.length, "line")} of ratings in the archive.`,
    ].join("\n"),
  };
}

async function sourceOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw fileError(path, cause);
  }
}

function checkAnalysis(study: ArchivedStudy, path: string): void {
  const { ratings, key, systems, controls, exclusion, tests, seed, scores, analysis } = study;
  const lines = ratings.map((value, at) => ({ line: at + 1, value }));
  const again = analyseRatings({
    ratings: readRatings(lines, `${path}, ratings`),
    key,
    systems,
    controls,
    exclusion,
    tests,
    seed,
    scores,
  });
  if (isDeepStrictEqual(again, analysis)) return;
  const parts = Object.keys({ ...again, ...analysis }) as (keyof typeof analysis)[];
  const unlike = parts.filter((part) => !isDeepStrictEqual(again[part], analysis[part]));
  throw new LonghandError(
    `The results in ${path} do not follow from the ratings in it: ${unlike.join(", ")} differ.`,
    {
      code: "archive-mismatch",
      hint: "Use the archive as the server made it, with the version of Longhand that it names.",
      details: { file: path, parts: unlike },
    },
  );
}
