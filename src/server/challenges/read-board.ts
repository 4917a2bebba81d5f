import {
  type BoardEntry,
  type BoardInput,
  type BoardScore,
  type BoardSelection,
  makeBoard,
} from "../../leaderboard/index.ts";
import type { ItemResult, PartSum, ScoredPart } from "../../pipeline/doors/scorer.ts";
import type { Board, BoardPart, SubmissionFlag, SubmissionState } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import type { ScoreRow } from "../scoring/scoring-tables.ts";
import { itemsOf, type StoredChallenge } from "./challenge-store.ts";

/** Which board. */
export interface BoardChoice {
  /** The track. */
  readonly track: string;
  /** The metric that ranks. */
  readonly metric: string;
  /** Whose items count. */
  readonly part: BoardPart;
  /** The moment, UTC milliseconds. */
  readonly asOfMs: number;
  /** Version of the scores. @defaultValue the one that is in force */
  readonly version?: number;
}

/** What `makeBoard` needs, as it may be sent to a thread: without functions. */
export interface BoardData extends Omit<BoardInput, "userOf"> {
  /** The person behind each item; items without one are absent. */
  readonly users: ReadonlyMap<string, string>;
}

/** Bootstrap resamples. */
const RESAMPLES = 10_000;
/** States of submissions that a board may show. */
const SHOWN_STATES = ["scored", "failed", "withdrawn"] as const;

/**
 * Makes a board of what was read.
 *
 * @param data - What {@link readBoardData} read.
 * @returns The board.
 */
export function boardOf({ users, ...input }: BoardData): Board {
  return makeBoard({ ...input, userOf: (itemId) => users.get(itemId) });
}

/**
 * How much work a board is, without reading what it is made from.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @param choice - Which board.
 * @returns Scores that are drawn, at most.
 */
export async function boardDraws(
  query: Queries,
  { id }: StoredChallenge,
  { track, part }: BoardChoice,
): Promise<number> {
  const { submissions } = await query
    .selectFrom("submissions")
    .select(({ fn }) => fn.countAll<number>().as("submissions"))
    .where("challengeId", "=", id)
    .where("trackId", "=", track)
    .where("itemSet", "=", "test")
    .where("state", "in", SHOWN_STATES)
    .executeTakeFirstOrThrow();
  const { items } = await query
    .selectFrom("challengeItems")
    .select(({ fn }) => fn.countAll<number>().as("items"))
    .where("challengeId", "=", id)
    .where("trackId", "=", track)
    .where("part", "=", part)
    .executeTakeFirstOrThrow();
  return RESAMPLES * submissions * items;
}

/**
 * Reads everything a board is made from.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @param choice - Which board.
 * @returns Submissions with scores, choices, and the rules of the board.
 */
export async function readBoardData(
  query: Queries,
  challenge: StoredChallenge,
  choice: BoardChoice,
): Promise<BoardData> {
  const { definition, row, id } = challenge;
  const track = definition.tracks.find((one) => one.id === choice.track);
  const metrics = track?.metrics ?? [];
  const items = await itemsOf(query, id, choice.track);
  const { ladderStep, bestOf } = definition.display;
  return {
    challengeId: id,
    track: choice.track,
    metric: choice.metric,
    direction: metrics.find((one) => one.id === choice.metric)?.direction ?? "higher",
    otherMetrics: metrics.map((one) => one.id).filter((one) => one !== choice.metric),
    part: choice.part,
    asOfMs: choice.asOfMs,
    frozen: row.frozenMs !== null && row.frozenMs <= choice.asOfMs,
    referenceVersion: choice.version ?? row.activeVersion,
    entries: await entriesOf(query, challenge, choice),
    selections: await selectionsOf(query, id, choice.track),
    bestOf,
    resamples: RESAMPLES,
    ...(ladderStep === undefined ? {} : { ladderStep }),
    users: new Map(
      items.flatMap(({ itemId, userId }) => (userId === null ? [] : [[itemId, userId] as const])),
    ),
  };
}

async function entriesOf(
  query: Queries,
  { id, row }: StoredChallenge,
  choice: BoardChoice,
): Promise<BoardEntry[]> {
  const submissions = await query
    .selectFrom("submissions")
    .innerJoin("teams", "teams.id", "submissions.teamId")
    .select(["submissions.id", "submissions.teamId", "teams.name", "teams.isTest"])
    .select(["submissions.system", "submissions.receivedMs", "submissions.finalMs"])
    .select(["submissions.withdrawnMs", "submissions.state", "submissions.flags"])
    .where("submissions.challengeId", "=", id)
    .where("submissions.trackId", "=", choice.track)
    .where("submissions.itemSet", "=", "test")
    .where("submissions.state", "in", SHOWN_STATES)
    .execute();
  const version = choice.version ?? row.activeVersion;
  const scores = await scoresOf(query, { challengeId: id, version, choice });
  return submissions.map((one) => ({
    teamId: one.teamId,
    team: one.name,
    test: one.isTest === 1,
    system: one.system,
    submissionId: one.id,
    submittedAtMs: one.receivedMs,
    status: one.state as SubmissionState,
    ...(one.finalMs === null ? {} : { finalAtMs: one.finalMs }),
    ...(one.withdrawnMs === null ? {} : { withdrawnAtMs: one.withdrawnMs }),
    scores: scores.get(one.id) ?? {},
    flags: (JSON.parse(one.flags) as SubmissionFlag[]).map(({ kind }) => kind),
  }));
}

interface WantedScores {
  readonly challengeId: string;
  readonly version: number;
  readonly choice: BoardChoice;
}

async function scoresOf(
  query: Queries,
  { challengeId, version, choice }: WantedScores,
): Promise<ReadonlyMap<string, Record<string, BoardScore>>> {
  const rows = await query
    .selectFrom("scores")
    .innerJoin("submissions", "submissions.id", "scores.submissionId")
    .selectAll("scores")
    .where("submissions.challengeId", "=", challengeId)
    .where("submissions.trackId", "=", choice.track)
    .where("submissions.itemSet", "=", "test")
    .where("scores.version", "=", version)
    .execute();
  const bySubmission = new Map<string, Record<string, BoardScore>>();
  const parts = await partsOf(query, challengeId, choice.track);
  for (const row of rows) {
    const own = bySubmission.get(row.submissionId) ?? {};
    own[row.metric] = scoreOf(row, { choice, parts });
    bySubmission.set(row.submissionId, own);
  }
  return bySubmission;
}

async function partsOf(
  query: Queries,
  challengeId: string,
  trackId: string,
): Promise<ReadonlyMap<string, string>> {
  const items = await itemsOf(query, challengeId, trackId);
  return new Map(items.map(({ itemId, part }) => [itemId, part]));
}

function scoreOf(
  { metric, signature, sums: sumsText, items: itemsText, facts }: ScoreRow,
  { choice, parts }: { readonly choice: BoardChoice; readonly parts: ReadonlyMap<string, string> },
): BoardScore {
  const sums = JSON.parse(sumsText) as Partial<Record<ScoredPart, PartSum>>;
  const own = sums[choice.part];
  const other = sums[choice.part === "public" ? "private" : "public"];
  // Only the metric that ranks needs its items.
  const items = metric === choice.metric ? (JSON.parse(itemsText) as ItemResult[]) : [];
  const values = items.flatMap(([itemId, value]) =>
    value !== null && parts.get(itemId) === choice.part ? [[itemId, value] as const] : [],
  );
  return {
    signature,
    ...(own?.value === undefined ? { value: null } : { value: own.value }),
    ...(own?.low === undefined ? {} : { low: own.low }),
    ...(own?.high === undefined ? {} : { high: own.high }),
    // Before the freeze nothing of the private part may show.
    ...(other?.value === undefined || choice.part === "public" ? {} : { otherPart: other.value }),
    items: new Map(values),
    ...(facts === null ? {} : { facts: JSON.parse(facts) as Record<string, string> }),
  };
}

async function selectionsOf(
  query: Queries,
  challengeId: string,
  trackId: string,
): Promise<BoardSelection[]> {
  return await query
    .selectFrom("selections")
    .select(["teamId", "submissionId", "selectedMs as selectedAtMs"])
    .where("challengeId", "=", challengeId)
    .where("trackId", "=", trackId)
    .execute();
}
