import type { RatingStudy } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import type { ServerContext } from "../http/server-context.ts";
import { studySummary } from "./study-views.ts";

/**
 * Whether every text of a challenge's studies has its ratings. A draft has none, and one that was
 * closed early stays short of its plan.
 *
 * @param server - The database.
 * @param challengeId - The challenge.
 * @returns `true` also where no study belongs to it.
 */
export async function isChallengeRated(
  { database: { query } }: Pick<ServerContext, "database">,
  challengeId: string,
): Promise<boolean> {
  for (const row of await studiesOf(query, challengeId)) {
    const { complete, needed } = await studySummary(query, row);
    if (complete < needed) return false;
  }
  return true;
}

async function studiesOf(query: Queries, challengeId: string) {
  const rows = await query.selectFrom("studies").selectAll().execute();
  return rows.filter(({ definition }) => {
    const study = JSON.parse(definition) as Pick<RatingStudy, "challengeId">;
    return study.challengeId === challengeId;
  });
}
