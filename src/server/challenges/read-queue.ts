import type { FlagEntry, QueueView, SubmissionFlag, SubmissionState } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import type { StoredChallenge } from "./challenge-store.ts";
import { readVersions } from "./read-versions.ts";

/** Rows that are shown at most. */
const MAX_ROWS = 500;

/**
 * Submissions of a challenge that are not final, for its organisers.
 *
 * @param query - The database.
 * @param challenge - The challenge.
 * @returns The queue, oldest first, the versions of scores, and the rescoring that goes on.
 */
export async function readQueue(query: Queries, challenge: StoredChallenge): Promise<QueueView> {
  const rows = await query
    .selectFrom("submissions")
    .innerJoin("teams", "teams.id", "submissions.teamId")
    .leftJoin("scoringJobs", (join) =>
      join
        .onRef("scoringJobs.submissionId", "=", "submissions.id")
        .on("scoringJobs.state", "in", ["waiting", "leased"]),
    )
    .select(["submissions.id", "submissions.trackId", "submissions.state", "teams.name"])
    .select(["submissions.receivedMs", "scoringJobs.attempts"])
    .select(["scoringJobs.heartbeatMs", "scoringJobs.cause"])
    .where("submissions.challengeId", "=", challenge.id)
    .where("submissions.state", "in", ["received", "validating", "queued", "scoring"])
    .orderBy("submissions.receivedMs")
    .limit(MAX_ROWS)
    .execute();
  return {
    entries: rows.map(({ id, trackId, state, name, receivedMs, attempts, heartbeatMs, cause }) => ({
      submissionId: id,
      teamName: name,
      track: trackId,
      state: state as SubmissionState,
      attempts: attempts ?? 0,
      receivedAtMs: receivedMs,
      ...(heartbeatMs === null ? {} : { heartbeatAtMs: heartbeatMs }),
      ...(cause === null ? {} : { cause }),
    })),
    ...(await readVersions(query, challenge)),
  };
}

/**
 * Flags of the submissions of a challenge, for its organisers.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @param mostSubmissions - Submissions that are shown at most. @defaultValue 500
 * @returns One entry for each flag, latest submission first.
 */
export async function readFlags(
  query: Queries,
  challengeId: string,
  mostSubmissions: number = MAX_ROWS,
): Promise<FlagEntry[]> {
  const rows = await query
    .selectFrom("submissions")
    .innerJoin("teams", "teams.id", "submissions.teamId")
    .select(["submissions.id", "submissions.trackId", "submissions.flags", "teams.name"])
    .select("submissions.receivedMs")
    .where("submissions.challengeId", "=", challengeId)
    .where("submissions.flags", "!=", "[]")
    .orderBy("submissions.receivedMs", "desc")
    .limit(mostSubmissions)
    .execute();
  return rows.flatMap(({ id, trackId, flags, name, receivedMs }) =>
    (JSON.parse(flags) as SubmissionFlag[]).map((flag) => ({
      ...flag,
      submissionId: id,
      teamName: name,
      track: trackId,
      receivedAtMs: receivedMs,
    })),
  );
}
