import type { ServerContext } from "../http/server-context.ts";
import { studyRowsOf } from "./challenge-study.ts";
import { studySummary } from "./study-views.ts";

/**
 * What a challenge's rating lacks. A study that was closed early stays short of its plan; drafts count only
 * where no study was opened.
 *
 * @param server - The database.
 * @param challengeId - The challenge.
 * @returns What is missing, and what would help; `undefined` if every text of its studies has its ratings.
 */
export async function missingRatings(
  { database: { query } }: Pick<ServerContext, "database">,
  challengeId: string,
): Promise<string | undefined> {
  const rows = await studyRowsOf(query, challengeId);
  if (rows.length === 0) return "No rating study belongs to this challenge: make one";
  const opened = rows.filter(({ status }) => status !== "draft");
  for (const row of opened.length > 0 ? opened : rows) {
    const { complete, needed } = await studySummary(query, row);
    if (complete < needed) return "Texts lack ratings: wait";
  }
  return undefined;
}
