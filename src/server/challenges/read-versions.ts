import type { PartSum, ScoredPart } from "../../pipeline/doors/scorer.ts";
import type {
  BoardRescoring,
  RescoredScore,
  RescoreView,
  ScoresVersionView,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { keptQuery } from "../database/kept-query.ts";
import { progressOf } from "../scoring/rescore.ts";
import type { ScoringVersionRow } from "../scoring/scoring-tables.ts";
import { type StoredChallenge, trackOf } from "./challenge-store.ts";

/** Submissions whose numbers are shown at most. */
const MAX_ROWS = 500;

/** The versions of a challenge's scores. */
export interface ScoresVersions {
  /** When the board switched to the version that it shows, UTC milliseconds. */
  readonly activatedMs: number;
  /** The one that is being made; absent if none is. */
  readonly rescoring?: BoardRescoring;
}

const versionRows = keptQuery((query: Queries, challengeId: string, activeVersion: number) =>
  query
    .selectFrom("scoringVersions")
    .select(["version", "startedMs", "activatedMs"])
    .where("challengeId", "=", challengeId)
    .where("version", ">=", activeVersion)
    .orderBy("version"),
);

/**
 * Which version of scores a board shows, and which one is being made.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @returns Both.
 */
export async function scoresVersionsOf(
  query: Queries,
  { id, row }: StoredChallenge,
): Promise<ScoresVersions> {
  const versions = await versionRows.rows(query, id, row.activeVersion);
  const making = versions.find(({ activatedMs }) => activatedMs === null);
  const activatedMs = Math.max(0, ...versions.map((one) => one.activatedMs ?? 0));
  if (making === undefined) return { activatedMs };
  const { version, startedMs: startedAtMs } = making;
  const { left, total } = await progressOf(query, id, version);
  return { activatedMs, rescoring: { version, startedAtMs, done: total - left, total } };
}

/**
 * The history of a challenge's scores, for its organisers.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @returns All versions, the newest first, and how far the one is that is being made.
 */
export async function readVersions(
  query: Queries,
  challenge: StoredChallenge,
): Promise<{ readonly versions: readonly ScoresVersionView[]; readonly rescore?: RescoreView }> {
  const rows = await query
    .selectFrom("scoringVersions")
    .selectAll()
    .where("challengeId", "=", challenge.id)
    .orderBy("version", "desc")
    .execute();
  const making = rows.find(({ activatedMs }) => activatedMs === null);
  return {
    versions: rows.map(versionView),
    ...(making === undefined ? {} : { rescore: await rescoreView(query, challenge, making) }),
  };
}

function versionView({
  version,
  reason,
  startedMs,
  activatedMs,
}: ScoringVersionRow): ScoresVersionView {
  const activated = activatedMs === null ? {} : { activatedAtMs: activatedMs };
  return { version, reason, startedAtMs: startedMs, ...activated };
}

async function rescoreView(
  query: Queries,
  challenge: StoredChallenge,
  { version, reason, startedMs }: ScoringVersionRow,
): Promise<RescoreView> {
  const { left, total } = await progressOf(query, challenge.id, version);
  return {
    version,
    activeVersion: challenge.row.activeVersion,
    reason,
    startedAtMs: startedMs,
    done: total - left,
    total,
    scores: await bothScores(query, challenge, version),
  };
}

async function bothScores(
  query: Queries,
  challenge: StoredChallenge,
  next: number,
): Promise<RescoredScore[]> {
  const submissions = await query
    .selectFrom("submissions")
    .innerJoin("teams", "teams.id", "submissions.teamId")
    .select(["submissions.id", "submissions.trackId", "submissions.system", "teams.name"])
    .where("submissions.challengeId", "=", challenge.id)
    .where("submissions.itemSet", "=", "test")
    .where("submissions.state", "=", "scored")
    .orderBy("submissions.receivedMs", "desc")
    .limit(MAX_ROWS)
    .execute();
  const ids = submissions.map(({ id }) => id);
  const active = await shownScores(query, challenge, { version: challenge.row.activeVersion, ids });
  const made = await shownScores(query, challenge, { version: next, ids });
  return submissions.map(({ id, trackId, system, name }) => {
    const metric = rankingMetric(challenge, trackId);
    const key = `${id} ${metric}`;
    const [old, fresh] = [active.get(key), made.get(key)];
    return {
      submissionId: id,
      teamName: name,
      system,
      track: trackId,
      metric,
      ...(old === undefined ? {} : { active: old }),
      ...(fresh === undefined ? {} : { next: fresh }),
    };
  });
}

function rankingMetric(challenge: StoredChallenge, trackId: string): string {
  const metrics = trackOf(challenge, trackId)?.metrics ?? [];
  return (metrics.find(({ primary }) => primary === true) ?? metrics[0])?.id ?? "";
}

interface WantedScores {
  readonly version: number;
  readonly ids: readonly string[];
}

const FRACTION_DIGITS = 4;

async function shownScores(
  query: Queries,
  { row }: StoredChallenge,
  { version, ids }: WantedScores,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await query
    .selectFrom("scores")
    .select(["submissionId", "metric", "sums"])
    .where("version", "=", version)
    .where("submissionId", "in", [...ids])
    .execute();
  const part: ScoredPart = row.frozenMs === null ? "public" : "private";
  return new Map(
    rows.flatMap(({ submissionId, metric, sums }) => {
      const value = (JSON.parse(sums) as Partial<Record<ScoredPart, PartSum>>)[part]?.value;
      if (typeof value !== "number" || !Number.isFinite(value)) return [];
      return [[`${submissionId} ${metric}`, value.toFixed(FRACTION_DIGITS)] as const];
    }),
  );
}
