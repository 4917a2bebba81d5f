import type { ItemResult } from "../../pipeline/doors/scorer.ts";
import type { AutomaticScore } from "../../rating/index.ts";
import type { RatingStudy } from "../../records/index.ts";
import { findChallenge } from "../challenges/challenge-store.ts";
import type { Queries } from "../database/database.ts";

/** Automatic scores of a study's texts, and which state of the board they are from. */
export interface AutomaticScores {
  /** The scores. */
  readonly scores: readonly AutomaticScore[];
  /** Version of the challenge's board; 0 without a challenge. */
  readonly boardVersion: number;
}

/**
 * The automatic scores of the texts of a study, as the board of its challenge has them: text by text,
 * in the version of scores that the board shows.
 *
 * @param query - The database.
 * @param study - The study; its systems name their submissions.
 * @returns The scores; none for a study that belongs to no challenge.
 */
export async function automaticScoresOf(
  query: Queries,
  { challengeId, systems, prompts }: Pick<RatingStudy, "challengeId" | "systems" | "prompts">,
): Promise<AutomaticScores> {
  const challenge = challengeId === undefined ? undefined : await findChallenge(query, challengeId);
  if (challenge === undefined) return { scores: [], boardVersion: 0 };
  const { activeVersion, boardVersion } = challenge.row;
  const promptOf = new Map(prompts.map(({ id, item }) => [item ?? id, id]));
  const scores: AutomaticScore[] = [];
  for (const { id: system, submission } of systems) {
    if (submission === undefined) continue;
    const rows = await query
      .selectFrom("scores")
      .select(["metric", "items"])
      .where("submissionId", "=", submission)
      .where("version", "=", activeVersion)
      .orderBy("metric")
      .execute();
    scores.push(...rows.flatMap((row) => scoresOf(row, { system, promptOf })));
  }
  return { scores, boardVersion };
}

function scoresOf(
  { metric, items }: { readonly metric: string; readonly items: string },
  { system, promptOf }: { readonly system: string; readonly promptOf: ReadonlyMap<string, string> },
): AutomaticScore[] {
  return (JSON.parse(items) as ItemResult[]).flatMap(([itemId, value]) => {
    const prompt = promptOf.get(itemId);
    return value === null || prompt === undefined ? [] : [{ metric, system, prompt, value }];
  });
}
