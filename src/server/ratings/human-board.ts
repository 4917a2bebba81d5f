import { type HumanBoardSystem, makeHumanBoard } from "../../leaderboard/index.ts";
import {
  type HumanBoard,
  type HumanBoardQuery,
  type RatingStudy,
  studyDimensions,
} from "../../records/index.ts";
import { type StoredChallenge, trackOf } from "../challenges/challenge-store.ts";
import type { Queries } from "../database/database.ts";
import { automaticScoresOf } from "./automatic-scores.ts";
import { studyRowsOf, trackOfStudy } from "./challenge-study.ts";
import { fixedStudy, type StudyShelf } from "./open-study.ts";
import { type AnalysisShelf, resultsOf } from "./results-of.ts";

/** Names of metrics that a model gives as a judge. */
const JUDGE_METRIC = /^judge(?:-|$)/;

/** What was read or made before. */
export interface HumanBoardShelves {
  /** Studies. */
  readonly studies: StudyShelf;
  /** Analyses. */
  readonly analyses: AnalysisShelf;
}

/**
 * The board of human marks of a track, of its newest study whose key is open.
 *
 * @param query - The database.
 * @param asked - The challenge and which board.
 * @param shelves - What was read or made before.
 * @returns The board; `undefined` while no key is open.
 */
export async function humanBoardOf(
  query: Queries,
  { challenge, choice }: { readonly challenge: StoredChallenge; readonly choice: HumanBoardQuery },
  shelves: HumanBoardShelves,
): Promise<HumanBoard | undefined> {
  const track = trackOf(challenge, choice.track)?.id;
  const rows = await studyRowsOf(query, challenge.id);
  const row = rows.find(
    (one) => one.status === "unblinded" && trackOfStudy(one, challenge) === track,
  );
  if (row === undefined || track === undefined) return undefined;
  const study = await fixedStudy(query, row, shelves.studies);
  const { definition } = study;
  const { overall } = challenge.definition.study;
  const { publishedMs } = challenge.row;
  return makeHumanBoard({
    challengeId: challenge.id,
    track,
    studyId: row.id,
    analysis: await resultsOf(query, { row, study }, shelves.analyses),
    systems: await boardSystems(query, definition),
    dimensions: studyDimensions(definition),
    tests: definition.tests,
    seed: definition.seed,
    ratersPerText: definition.ratersPerText,
    judged: await judgedOf(query, definition),
    ...(overall === undefined ? {} : { overall }),
    ...(choice.raters === undefined ? {} : { raters: choice.raters }),
    ...(choice.order === undefined ? {} : { order: choice.order }),
    ...(publishedMs === null ? {} : { publishedAtMs: publishedMs }),
  });
}

/** The systems as their submissions name them now; others as the study does. */
async function boardSystems(
  query: Queries,
  { systems }: Pick<RatingStudy, "systems">,
): Promise<HumanBoardSystem[]> {
  const ids = systems.flatMap(({ submission }) => submission ?? []);
  const submissions =
    ids.length === 0
      ? []
      : await query
          .selectFrom("submissions")
          .innerJoin("teams", "teams.id", "submissions.teamId")
          .select(["submissions.id", "submissions.system", "teams.name", "teams.isTest"])
          .where("submissions.id", "in", ids)
          .execute();
  const byId = new Map(submissions.map((one) => [one.id, one]));
  return systems.map(({ id, name, team, submission, isHuman }): HumanBoardSystem => {
    const sent = byId.get(submission ?? "");
    if (sent === undefined) {
      const title = name ?? id;
      return {
        id,
        team: team ?? title,
        ...(team === undefined ? {} : { system: title }),
        ...(isHuman === undefined ? {} : { isHuman }),
      };
    }
    return {
      id,
      team: sent.name,
      system: sent.system,
      submissionId: sent.id,
      isTest: sent.isTest === 1,
    };
  });
}

/** Scores by judge models on the challenge's board: the mean of each system's texts. */
async function judgedOf(
  query: Queries,
  study: RatingStudy,
): Promise<{ readonly metric: string; readonly system: string; readonly value: number }[]> {
  const { scores } = await automaticScoresOf(query, study);
  const sums = new Map<string, { metric: string; system: string; values: number[] }>();
  for (const { metric, system, value } of scores) {
    if (!JUDGE_METRIC.test(metric)) continue;
    const key = JSON.stringify([metric, system]);
    const entry = sums.get(key) ?? { metric, system, values: [] };
    sums.set(key, { ...entry, values: [...entry.values, value] });
  }
  return [...sums.values()].map(({ metric, system, values }) => ({
    metric,
    system,
    value: values.reduce((sum, value) => sum + value, 0) / values.length,
  }));
}
