// What a server is filled with before it is measured: a challenge whose submissions are scored, put
// straight into the tables, and a run of the fake model.
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Random, randomStream } from "../src/foundation/index.ts";
import { touchBoard } from "../src/server/challenges/challenge-store.ts";
import type { Database, DatabasePlace } from "../src/server/database/database.ts";
import { inTransaction } from "../src/server/database/in-transaction.ts";
import { openDatabase } from "../src/server/database/open-database.ts";
import { newId } from "../src/server/http/server-context.ts";
import { must, testChallenge } from "../tests/challenge-fixture.ts";
import { longhand } from "../tests/e2e/longhand-process.ts";
import type { TestClient } from "../tests/server-fixture.ts";
import { writeExamples } from "./run-overhead.ts";

/** Texts of the run. */
export const EXAMPLES = 100_000;
export const SUBMISSIONS = 1_000;
export const TEAMS = 200;
/** Test items of the challenge; half of them are public. */
export const ITEMS = 100;

const CHALLENGE = "tales";
const METRICS = ["rouge-1", "distinct-1"] as const;

/**
 * Makes the run, unless the folder has one.
 *
 * @param folder - Gets dataset and run.
 */
export async function makeRun(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const dataset = join(folder, "test.jsonl");
  await writeExamples(dataset, EXAMPLES);
  const experiment = join(folder, "experiment.yaml");
  writeFileSync(
    experiment,
    `version: 1
name: load
dataset: { path: "${dataset}", split: test }
grid: { retriever: [bm25], k: [2], model: [fake] }
generation: { maxOutputTokens: 60 }
metrics: [rouge-1, rouge-l]
statistics: { resamples: 200, permutations: 200 }
`,
  );
  const args = ["run", experiment, "--json", "--quiet", "--runs", join(folder, "runs")];
  const { code, stderr } = await longhand(args, { env: { LONGHAND_HOME: join(folder, "home") } });
  if (code !== 0) throw new Error(`The run ended with code ${code}: ${stderr}`);
}

/** Makes the challenge over HTTP, and its teams, submissions and scores straight in the tables. */
export async function seedChallenge(organiser: TestClient, place: DatabasePlace): Promise<void> {
  const challenge = testChallenge(Date.now());
  const main = Array.from({ length: ITEMS }, (_, at) => ({
    itemId: `t${at}`,
    prompt: `Write about ${at}.`,
    set: "test",
  }));
  await must(organiser.post("/challenges", { challenge, items: { main } }));
  await withDatabase(place, async (database) => {
    const random = randomStream("bench-server");
    const items = await database.query
      .selectFrom("challengeItems")
      .select(["itemId", "part"])
      .execute();
    const submittedBy = organiser.accountId ?? "";
    await inTransaction(database, async (transaction) => {
      for (let at = 0; at < TEAMS; at++) {
        const team = { id: newId({ randomBytes }), challengeId: CHALLENGE, name: `Team ${at}` };
        const more = { nameKey: `team${at}`, isTest: 0, createdMs: 1, lockedMs: 1 };
        await transaction
          .insertInto("teams")
          .values({ ...team, ...more })
          .execute();
        const of = { teamId: team.id, submittedBy, skill: 0.2 + 0.3 * random.next() };
        for (let sent = 0; sent < SUBMISSIONS / TEAMS; sent++) {
          const { submission, scores } = scored({ ...of, at: TEAMS * sent + at }, items, random);
          await transaction.insertInto("submissions").values(submission).execute();
          await transaction.insertInto("scores").values(scores).execute();
        }
      }
      await touchBoard(transaction, CHALLENGE);
    });
  });
}

/** Opens the database beside the server that uses it. */
export async function withDatabase(
  place: DatabasePlace,
  use: (database: Database) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(place);
  try {
    await use(database);
  } finally {
    await database.close();
  }
}

/** Makes the board old, as every new score does. */
export async function ageBoard(database: Database): Promise<void> {
  await touchBoard(database.query, CHALLENGE);
}

interface SubmissionOf {
  readonly teamId: string;
  readonly submittedBy: string;
  readonly skill: number;
  readonly at: number;
}

interface SeededItem {
  readonly itemId: string;
  readonly part: string;
}

function scored(
  { teamId, submittedBy, skill, at }: SubmissionOf,
  items: readonly SeededItem[],
  random: Random,
) {
  const id = newId({ randomBytes });
  const submission = {
    id,
    challengeId: CHALLENGE,
    trackId: "main",
    itemSet: "test",
    teamId,
    submittedBy,
    system: `system ${at}`,
    meta: null,
    receivedMs: 1_000 + at,
    finalMs: 2_000 + at,
    withdrawnMs: null,
    state: "scored",
    sha256: "",
    bytes: 1,
    kind: "jsonl",
    problems: null,
    problemCount: 0,
    cause: null,
    flags: "[]",
  };
  const scores = METRICS.map((metric) => {
    const values = items.map(() => skill + 0.2 * random.next());
    return {
      submissionId: id,
      version: 1,
      metric,
      signature: `${metric}|bench`,
      sums: JSON.stringify({
        public: sumOf("public", items, values),
        private: sumOf("private", items, values),
      }),
      items: JSON.stringify(items.map(({ itemId }, place) => [itemId, values[place], null])),
      facts: null,
      createdMs: 1,
    };
  });
  return { submission, scores };
}

function sumOf(part: string, items: readonly SeededItem[], values: readonly number[]) {
  const own = values.filter((_, place) => items[place]?.part === part);
  const value = own.reduce((sum, one) => sum + one, 0) / own.length;
  const interval = { low: value - 0.01, high: value + 0.01 };
  return { value, ...interval, scored: own.length, planned: own.length };
}
