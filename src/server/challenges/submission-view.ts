import type { ItemResult, PartSum, ScoredPart } from "../../pipeline/doors/scorer.ts";
import type {
  DevelopmentResult,
  LineProblem,
  ScoreSummary,
  SubmissionFlag,
  SubmissionMeta,
  SubmissionView,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import type { StoredChallenge } from "./challenge-store.ts";
import type { SubmissionRow } from "./challenge-tables.ts";

/** Rough time of a piece of work before any was measured, in milliseconds. */
const USUAL_WORK_MS = 10_000;

/** Pieces of work that the expected wait is learnt from. */
const MEASURED_WORK = 20;

/**
 * A submission as its team sees it. Numbers of the private part appear after the freeze, results by
 * item for development items only.
 *
 * @param query - The database.
 * @param submission - The row.
 * @param challenge - Its challenge.
 * @returns The view.
 */
export async function submissionViewOf(
  query: Queries,
  submission: SubmissionRow,
  challenge: StoredChallenge,
): Promise<SubmissionView> {
  const scores = await query
    .selectFrom("scores")
    .selectAll()
    .where("submissionId", "=", submission.id)
    .where("version", "=", challenge.row.activeVersion)
    .orderBy("metric")
    .execute();
  const isFrozen = challenge.row.frozenMs !== null;
  const chosen = await selectionOf(query, submission);
  return {
    id: submission.id,
    track: submission.trackId,
    set: submission.itemSet as SubmissionView["set"],
    system: submission.system,
    state: submission.state as SubmissionView["state"],
    receivedAtMs: submission.receivedMs,
    ...(submission.finalMs === null ? {} : { finalAtMs: submission.finalMs }),
    sha256: submission.sha256,
    bytes: submission.bytes,
    selected: chosen === submission.id,
    declared: isDeclared(submission, challenge),
    ...(submission.meta === null ? {} : { meta: JSON.parse(submission.meta) as SubmissionMeta }),
    ...(await waitOf(query, submission)),
    ...(submission.cause === null ? {} : { cause: submission.cause }),
    problems: JSON.parse(submission.problems ?? "[]") as LineProblem[],
    problemCount: submission.problemCount,
    flags: JSON.parse(submission.flags) as SubmissionFlag[],
    scores: scores.flatMap(({ metric, signature, sums }) =>
      shownSums(JSON.parse(sums) as Sums, isFrozen).map(([part, sum]) => ({
        metric,
        part,
        signature,
        ...summaryOf(sum),
      })),
    ),
    results:
      submission.itemSet === "development"
        ? scores.flatMap(({ metric, items }) =>
            resultsOf(metric, JSON.parse(items) as ItemResult[]),
          )
        : [],
  };
}

type Sums = Partial<Record<ScoredPart, PartSum>>;

function shownSums(sums: Sums, isFrozen: boolean): [ScoredPart, PartSum][] {
  const parts = isFrozen ? PARTS : PARTS.filter((part) => part !== "private");
  return parts.flatMap((part) => {
    const sum = sums[part];
    return sum === undefined ? [] : [[part, sum] as [ScoredPart, PartSum]];
  });
}

const PARTS: readonly ScoredPart[] = ["development", "public", "private"];

function summaryOf({
  value,
  reason,
  scored,
  planned,
}: PartSum): Omit<ScoreSummary, "metric" | "part" | "signature"> {
  return {
    ...(value === undefined ? {} : { value }),
    ...(reason === undefined ? {} : { reason }),
    scored,
    planned,
  };
}

function resultsOf(metric: string, items: readonly ItemResult[]): DevelopmentResult[] {
  return items.map(([itemId, value, reason]) => ({
    itemId,
    metric,
    ...(value === null ? {} : { value }),
    ...(reason === null ? {} : { reason }),
  }));
}

/**
 * Whether every required question about resources has an answer.
 *
 * @param submission - The submission.
 * @param challenge - Its challenge.
 * @returns `true` if nothing is missing.
 */
export function isDeclared(
  { meta }: Pick<SubmissionRow, "meta">,
  { definition }: Pick<StoredChallenge, "definition">,
): boolean {
  const { declaration = {} } = JSON.parse(meta ?? "{}") as Partial<SubmissionMeta>;
  return definition.resourceQuestions
    .filter(({ required }) => required !== false)
    .every(({ id }) => (declaration[id] ?? "").trim() !== "");
}

/**
 * The submission that a team has chosen last for a track.
 *
 * @param query - The database.
 * @param of - Team, track and challenge.
 * @returns Its id; `undefined` before any choice.
 */
async function selectionOf(
  query: Queries,
  { challengeId, trackId, teamId }: Pick<SubmissionRow, "challengeId" | "trackId" | "teamId">,
): Promise<string | undefined> {
  const row = await query
    .selectFrom("selections")
    .select("submissionId")
    .where("challengeId", "=", challengeId)
    .where("trackId", "=", trackId)
    .where("teamId", "=", teamId)
    .orderBy("selectedMs", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.submissionId;
}

/** Place in the queue, and the wait that the last pieces of work let expect. */
async function waitOf(
  query: Queries,
  { id, state }: SubmissionRow,
): Promise<Pick<SubmissionView, "queuePosition" | "expectedWaitMs">> {
  if (state !== "validating" && state !== "queued") return {};
  const own = await query
    .selectFrom("scoringJobs")
    .select("createdMs")
    .where("submissionId", "=", id)
    .where("state", "=", "waiting")
    .orderBy("createdMs")
    .executeTakeFirst();
  if (own === undefined) return {};
  const { before } = await query
    .selectFrom("scoringJobs")
    .select(({ fn }) => fn.countAll<number>().as("before"))
    .where("state", "in", ["waiting", "leased"])
    .where("createdMs", "<", own.createdMs)
    .executeTakeFirstOrThrow();
  const done = await query
    .selectFrom("scoringJobs")
    .select(["startedMs", "endedMs"])
    .where("state", "=", "done")
    .orderBy("endedMs", "desc")
    .limit(MEASURED_WORK)
    .execute();
  const times = done.map(({ startedMs, endedMs }) => (endedMs ?? 0) - (startedMs ?? 0));
  const usual =
    times.length === 0 ? USUAL_WORK_MS : times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return { queuePosition: before, expectedWaitMs: Math.round((before + 1) * usual) };
}
