import { resolveChallenge } from "../src/leaderboard/index.ts";
import type { ChallengeFile, ChallengeItem, ResolvedChallenge } from "../src/records/index.ts";
import { carryOutOrder } from "../src/server/scoring/carry-out-order.ts";
import { outcomeOf, type ScorerRunner } from "../src/server/scoring/run-scorer.ts";
import { openScoringEngine, type ScoringEngine } from "../src/server/scoring/scoring-engine.ts";
import type { TestClient, TestReply, TestServer } from "./server-fixture.ts";

const DAY_MS = 86_400_000;

/** A challenge of one track, its submissions open for ten days from the clock of the server on. */
export function testChallenge(
  nowMs: number,
  changes: Partial<ChallengeFile> = {},
): ResolvedChallenge {
  const at = (days: number): string =>
    new Date(nowMs + days * DAY_MS).toISOString().replace(/\.\d+/, "");
  const { challenge, faults } = resolveChallenge({
    id: "tales",
    title: "Tales",
    description: "Long ones.",
    tracks: [
      {
        id: "main",
        title: "Main",
        kind: "reference",
        items: "items.jsonl",
        metrics: [
          { id: "rouge-1", direction: "higher", primary: true },
          { id: "distinct-1", direction: "higher" },
        ],
      },
    ],
    dates: {
      announced: at(-2),
      submissionsOpen: at(-1),
      submissionsClose: at(10),
      ratingCloses: at(20),
    },
    terms: { version: "1", text: "Be honest." },
    ...changes,
  });
  if (challenge === undefined) throw new RangeError(JSON.stringify(faults));
  return challenge;
}

/** Two development items and six test items, `t1` to `t6`. */
export const TEST_ITEMS: readonly ChallengeItem[] = [
  "d1",
  "d2",
  "t1",
  "t2",
  "t3",
  "t4",
  "t5",
  "t6",
].map((itemId) => ({
  itemId,
  prompt: `Write about ${itemId}.`,
  set: itemId.startsWith("d") ? "development" : "test",
}));

/** The hidden text of an item: a string that stands nowhere else. */
export function hiddenText(itemId: string): string {
  return `the hidden reference zanzibar${itemId} of this very item`;
}

/** A submission to the test items. */
export function answers(textOf: (itemId: string) => string, set: "t" | "d" = "t"): Uint8Array {
  const ids = TEST_ITEMS.map(({ itemId }) => itemId).filter((id) => id.startsWith(set));
  const lines = ids.map((id) => JSON.stringify({ exampleId: id, text: textOf(id) }));
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

/** A challenge on a test server, with an organiser. */
export interface ChallengeWorld {
  readonly organiser: TestClient;
  readonly engine: ScoringEngine;
  /** Somebody with a team. */
  readonly team: (name: string) => Promise<TestClient>;
  /** Sends a file. */
  readonly submit: (client: TestClient, file: Uint8Array, query?: string) => Promise<TestReply>;
}

/** Scores in this process, with the very code of the scorer process. */
export const inProcess: ScorerRunner = async (order) => outcomeOf(await carryOutOrder(order));

export interface WorldOptions {
  readonly changes?: Partial<ChallengeFile>;
  readonly run?: ScorerRunner;
}

/** Opens a challenge `tales` with references on a test server. */
export async function openChallenge(
  test: TestServer,
  { changes = {}, run = inProcess }: WorldOptions = {},
): Promise<ChallengeWorld> {
  const organiser = await test.signIn(["organiser"]);
  const challenge = testChallenge(test.server.clock.nowMs(), changes);
  const engine = openScoringEngine(test.server, { run });
  await engine.prepare();
  await must(organiser.post("/challenges", { challenge, items: { main: TEST_ITEMS } }));
  if (challenge.tracks[0]?.kind === "reference") {
    const references = TEST_ITEMS.map(({ itemId }) => ({ itemId, reference: hiddenText(itemId) }));
    await must(organiser.send("PUT", "/challenges/tales/references", { body: { references } }));
  }
  return {
    organiser,
    engine,
    team: async (name) => {
      const client = await test.signIn(["participant"]);
      await must(client.post("/challenges/tales/registrations", { termsVersion: "1" }));
      await must(client.post("/challenges/tales/teams", { name }));
      return client;
    },
    submit: (client, file, query = "system=one") =>
      client.send("POST", `/challenges/tales/submissions?${query}`, {
        body: file,
        headers: { "content-type": "application/octet-stream" },
      }),
  };
}

/** The reply of a request that must succeed. */
export async function must(reply: Promise<TestReply>): Promise<TestReply> {
  const got = await reply;
  if (got.status >= 400) throw new RangeError(`${got.status}: ${got.text}`);
  return got;
}
