import type { ItemResult, PartSum, ScoredPart } from "../../pipeline/doors/scorer.ts";
import type {
  ArchivedBoardInput,
  ArchivedMetricScore,
  ArchivedSubmission,
  ArchivedSum,
  BoardPart,
  SubmissionFlag,
  SubmissionState,
} from "../../records/index.ts";
import { itemsOf, type StoredChallenge } from "../challenges/challenge-store.ts";
import type { Queries } from "../database/database.ts";
import type { ScoreRow } from "../scoring/scoring-tables.ts";

/** What is told of the boards of a challenge. */
export interface BoardScope {
  /** The challenge. */
  readonly challenge: StoredChallenge;
  /** The moment that the boards show, UTC milliseconds. */
  readonly asOfMs: number;
  /** Parts that may be shown: the private one after the freeze only. */
  readonly parts: readonly BoardPart[];
  /** Submissions that have a rank on some board: scores by item are told of these. */
  readonly ranked: ReadonlySet<string>;
}

/** What the boards of a track are made from, but for the submissions. */
export type BoardInputHead = Omit<ArchivedBoardInput, "submissions">;

/**
 * What the boards of a track are made from, but for the submissions. People behind items are numbered
 * in the order of the items.
 *
 * @param query - The database.
 * @param scope - The challenge and what may be told.
 * @param track - Id of the track.
 * @returns Items, choices and rules.
 */
export async function boardInputHead(
  query: Queries,
  { challenge, asOfMs, parts }: BoardScope,
  track: string,
): Promise<BoardInputHead> {
  const { id, row } = challenge;
  const items = await itemsOf(query, id, track);
  const persons = new Map<string, string>();
  const personOf = (userId: string): string => {
    const known = persons.get(userId) ?? `person-${persons.size + 1}`;
    persons.set(userId, known);
    return known;
  };
  const selections = await query
    .selectFrom("selections")
    .select(["teamId", "submissionId", "selectedMs"])
    .where("challengeId", "=", id)
    .where("trackId", "=", track)
    .orderBy("selectedMs")
    .orderBy("id")
    .execute();
  return {
    track,
    asOfMs,
    frozen: row.frozenMs !== null && row.frozenMs <= asOfMs,
    referenceVersion: row.activeVersion,
    items: items.flatMap(({ itemId, part, userId }) =>
      isPart(part) && parts.includes(part)
        ? [{ itemId, part, ...(userId === null ? {} : { person: personOf(userId) }) }]
        : [],
    ),
    selections: selections.map(({ teamId, submissionId, selectedMs }) => ({
      teamId,
      submissionId,
      selectedAtMs: selectedMs,
    })),
  };
}

function isPart(part: string): part is BoardPart {
  return part === "public" || part === "private";
}

/** Submissions that are read at once. */
const ROWS_AT_ONCE = 50;

/**
 * Submissions to the test items of a track, in the order in which they came, a few at a time.
 *
 * @param query - The database.
 * @param scope - The challenge and what may be told.
 * @param track - Id of the track.
 * @returns The submissions with their scores.
 */
export async function* boardSubmissions(
  query: Queries,
  scope: BoardScope,
  track: string,
): AsyncGenerator<ArchivedSubmission, void, undefined> {
  let last: { readonly receivedMs: number; readonly id: string } | undefined;
  for (;;) {
    const rows = await submissionsAfter(query, { challengeId: scope.challenge.id, track, last });
    const scores = await scoresOf(
      query,
      scope,
      rows.map(({ id }) => id),
    );
    for (const row of rows) yield submissionOf(row, scores.get(row.id) ?? {});
    last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

interface NextRows {
  readonly challengeId: string;
  readonly track: string;
  readonly last: { readonly receivedMs: number; readonly id: string } | undefined;
}

type SubmissionLine = Awaited<ReturnType<typeof submissionsAfter>>[number];

async function submissionsAfter(query: Queries, { challengeId, track, last }: NextRows) {
  let rows = query
    .selectFrom("submissions")
    .innerJoin("teams", "teams.id", "submissions.teamId")
    .select(["submissions.id", "submissions.teamId", "teams.name", "teams.isTest"])
    .select(["submissions.system", "submissions.receivedMs", "submissions.finalMs"])
    .select(["submissions.withdrawnMs", "submissions.state", "submissions.flags"])
    .select(["submissions.sha256", "submissions.bytes"])
    .where("submissions.challengeId", "=", challengeId)
    .where("submissions.trackId", "=", track)
    .where("submissions.itemSet", "=", "test")
    .where("submissions.state", "in", ["scored", "failed", "withdrawn"]);
  if (last !== undefined) {
    rows = rows.where((where) =>
      where.or([
        where("submissions.receivedMs", ">", last.receivedMs),
        where.and([
          where("submissions.receivedMs", "=", last.receivedMs),
          where("submissions.id", ">", last.id),
        ]),
      ]),
    );
  }
  return await rows
    .orderBy("submissions.receivedMs")
    .orderBy("submissions.id")
    .limit(ROWS_AT_ONCE)
    .execute();
}

function submissionOf(
  row: SubmissionLine,
  scores: Readonly<Record<string, ArchivedMetricScore>>,
): ArchivedSubmission {
  return {
    teamId: row.teamId,
    team: row.name,
    ...(row.isTest === 1 ? { isTest: true } : {}),
    submissionId: row.id,
    system: row.system,
    submittedAtMs: row.receivedMs,
    ...(row.finalMs === null ? {} : { finalAtMs: row.finalMs }),
    ...(row.withdrawnMs === null ? {} : { withdrawnAtMs: row.withdrawnMs }),
    status: row.state as SubmissionState,
    sha256: row.sha256,
    bytes: row.bytes,
    flags: (JSON.parse(row.flags) as SubmissionFlag[]).map(({ kind }) => kind),
    scores,
  };
}

async function scoresOf(
  query: Queries,
  scope: BoardScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Record<string, ArchivedMetricScore>>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom("scores")
    .selectAll()
    .where("submissionId", "in", ids)
    .where("version", "=", scope.challenge.row.activeVersion)
    .orderBy("metric")
    .execute();
  const hidden = scope.parts.includes("private")
    ? new Set<string>()
    : await privateItems(query, scope.challenge.id);
  const bySubmission = new Map<string, Record<string, ArchivedMetricScore>>();
  for (const row of rows) {
    const own = bySubmission.get(row.submissionId) ?? {};
    own[row.metric] = scoreOf(row, { scope, hidden });
    bySubmission.set(row.submissionId, own);
  }
  return bySubmission;
}

async function privateItems(query: Queries, challengeId: string): Promise<Set<string>> {
  const rows = await query
    .selectFrom("challengeItems")
    .select("itemId")
    .where("challengeId", "=", challengeId)
    .where("part", "=", "private")
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}

function scoreOf(
  { submissionId, signature, sums: sumsText, items, facts }: ScoreRow,
  { scope, hidden }: { readonly scope: BoardScope; readonly hidden: ReadonlySet<string> },
): ArchivedMetricScore {
  const sums = JSON.parse(sumsText) as Partial<Record<ScoredPart, PartSum>>;
  const [open, closed] = (["public", "private"] as const).map((part) =>
    scope.parts.includes(part) ? sums[part] : undefined,
  );
  return {
    signature,
    ...(open === undefined ? {} : { public: sumOf(open) }),
    ...(closed === undefined ? {} : { private: sumOf(closed) }),
    ...(scope.ranked.has(submissionId) ? { items: itemScores(items, hidden) } : {}),
    ...(facts === null ? {} : { facts: JSON.parse(facts) as Record<string, string> }),
  };
}

function sumOf({ value, low, high, reason }: PartSum): ArchivedSum {
  return {
    ...(value === undefined ? {} : { value }),
    ...(low === undefined ? {} : { low }),
    ...(high === undefined ? {} : { high }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function itemScores(text: string, hidden: ReadonlySet<string>): [string, number | null][] {
  return (JSON.parse(text) as ItemResult[]).flatMap(([itemId, value]) =>
    hidden.has(itemId) ? [] : [[itemId, value] as [string, number | null]],
  );
}
