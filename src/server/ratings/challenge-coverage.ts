import type { ServerContext } from "../http/server-context.ts";
import { studyRowsOf } from "./challenge-study.ts";
import { studySummary } from "./study-views.ts";

/**
 * Whether every text of a challenge's studies has its ratings. A study that was closed early stays short
 * of its plan; drafts count only where no study was opened.
 *
 * @param server - The database.
 * @param challengeId - The challenge.
 * @returns `true` also where no study belongs to it.
 */
export async function isChallengeRated(
  { database: { query } }: Pick<ServerContext, "database">,
  challengeId: string,
): Promise<boolean> {
  const rows = await studyRowsOf(query, challengeId);
  const opened = rows.filter(({ status }) => status !== "draft");
  for (const row of opened.length > 0 ? opened : rows) {
    const { complete, needed } = await studySummary(query, row);
    if (complete < needed) return false;
  }
  return true;
}
