import { readFileSync } from "node:fs";
import Database from "better-sqlite3";

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
export function plantBoardCase(databaseFile: string, challengeId: string, metric: string): void {
  const database = new Database(databaseFile);
  database.pragma("busy_timeout = 5000");
  try {
    const account = database.prepare("select id from accounts limit 1").get() as { id: string };
    const lines = readFileSync(CASE, "utf8").trim().split("\n");
    database.transaction(() => {
      for (const [at, line] of lines.entries()) {
        plantLine(database, line, { at, challengeId, metric, account: account.id });
      }
      database
        .prepare("update challenges set boardVersion = boardVersion + 1 where id = ?")
        .run(challengeId);
    })();
  } finally {
    database.close();
  }
}

interface PlaceOfLine {
  readonly at: number;
  readonly challengeId: string;
  readonly metric: string;
  readonly account: string;
}

function plantLine(
  database: Database.Database,
  line: string,
  { at, challengeId, metric, account }: PlaceOfLine,
): void {
  const { team, submittedAt, status, partial } = JSON.parse(line) as CaseLine;
  const receivedMs = Date.parse(submittedAt);
  const teamId = `${challengeId}-${team}`;
  const submissionId = `${challengeId}-${at}`;
  insert(database, "teams", {
    id: teamId,
    challengeId,
    name: team,
    nameKey: team,
    isTest: 0,
    createdMs: receivedMs,
    lockedMs: receivedMs,
  });
  insert(database, "submissions", {
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
  });
  // As it is written, so that −0 and "NaN" stay what they are.
  const score = /"score": ([^,}]+)/.exec(line)?.[1];
  if (score === undefined) return;
  insert(database, "scores", {
    submissionId,
    version: 1,
    metric,
    signature: `${metric}|case`,
    sums: score === "null" || partial === true ? '{"public":{}}' : `{"public":{"value":${score}}}`,
    items: "[]",
    facts: null,
    createdMs: receivedMs,
  });
}

function insert(
  database: Database.Database,
  table: string,
  row: Readonly<Record<string, string | number | null>>,
): void {
  const names = Object.keys(row);
  const places = names.map((name) => `@${name}`).join(", ");
  database
    .prepare(`insert or ignore into ${table} (${names.join(", ")}) values (${places})`)
    .run(row);
}
