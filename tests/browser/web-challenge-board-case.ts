import { readFileSync } from "node:fs";
import type { TransactionQueries } from "../../src/server/database/database.ts";
import { inTransaction } from "../../src/server/database/in-transaction.ts";
import { type DatabasePlace, openDatabase } from "../../src/server/database/open-database.ts";

const CASE = new URL("../cases/leaderboard/board-scores.jsonl", import.meta.url);

interface CaseLine {
  readonly team: string;
  readonly submittedAt: string;
  readonly status: string;
  readonly partial?: boolean;
}

/**
 * Writes the board case into the database of a server: submissions and scores as they would stand there,
 * odd ones included that no scorer writes.
 */
export async function plantBoardCase(
  place: DatabasePlace,
  challengeId: string,
  metric: string,
): Promise<void> {
  const database = await openDatabase(place);
  try {
    await inTransaction(database, async (transaction) => {
      const { id: account } = await transaction
        .selectFrom("accounts")
        .select("id")
        .limit(1)
        .executeTakeFirstOrThrow();
      const lines = readFileSync(CASE, "utf8").trim().split("\n");
      for (const [at, line] of lines.entries()) {
        await plantLine(transaction, line, { at, challengeId, metric, account });
      }
      await transaction
        .updateTable("challenges")
        .set(({ eb }) => ({ boardVersion: eb("boardVersion", "+", 1) }))
        .where("id", "=", challengeId)
        .execute();
    });
  } finally {
    await database.close();
  }
}

interface PlaceOfLine {
  readonly at: number;
  readonly challengeId: string;
  readonly metric: string;
  readonly account: string;
}

async function plantLine(
  query: TransactionQueries,
  line: string,
  { at, challengeId, metric, account }: PlaceOfLine,
): Promise<void> {
  const { team, submittedAt, status, partial } = JSON.parse(line) as CaseLine;
  const receivedMs = Date.parse(submittedAt);
  const teamId = `${challengeId}-${team}`;
  const submissionId = `${challengeId}-${at}`;
  await query
    .insertInto("teams")
    .values({
      id: teamId,
      challengeId,
      name: team,
      nameKey: team,
      isTest: 0,
      createdMs: receivedMs,
      lockedMs: receivedMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await query
    .insertInto("submissions")
    .values({
      id: submissionId,
      challengeId,
      trackId: "letters",
      itemSet: "test",
      teamId,
      submittedBy: account,
      system: `system ${at}`,
      meta: null,
      receivedMs,
      finalMs: receivedMs,
      withdrawnMs: status === "withdrawn" ? receivedMs : null,
      state: status,
      sha256: "0".repeat(64),
      bytes: 1,
      kind: "jsonl",
      problems: null,
      problemCount: 0,
      cause: null,
      flags: "[]",
    })
    .execute();
  // As it is written, so that −0 and "NaN" stay what they are.
  const score = /"score": ([^,}]+)/.exec(line)?.[1];
  if (score === undefined) return;
  await query
    .insertInto("scores")
    .values({
      submissionId,
      version: 1,
      metric,
      signature: `${metric}|case`,
      sums:
        score === "null" || partial === true ? '{"public":{}}' : `{"public":{"value":${score}}}`,
      items: "[]",
      facts: null,
      createdMs: receivedMs,
    })
    .execute();
}
