import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import type { AnswerLine } from "../../src/records/index.ts";
import { must } from "../challenge-fixture.ts";
import { newPostgresDatabase } from "../on-each-database.ts";
import type { TestClient } from "../server-fixture.ts";
import { killCount, killTimeoutMs } from "./kills.ts";
import { newFolder } from "./longhand-process.ts";
import { clientOf, type ServerProcess, startServer } from "./server-process.ts";
import {
  answerCount,
  missingAnswers,
  missingSubmissions,
  openWriteLoad,
  submissionCount,
  writeUntil,
} from "./server-write-load.ts";

const KILLS = killCount(2);

const folders: string[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** The histories of all answers, by the key of the first one; the study is closed for it. */
async function histories(
  organiser: TestClient,
  studyId: string,
): Promise<ReadonlyMap<string, AnswerLine["history"]>> {
  await must(organiser.post(`/studies/${studyId}/close`, { deviation: "This was a test." }));
  const { text } = await must(organiser.get(`/studies/${studyId}/export`));
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as AnswerLine)
    .filter(({ kind }) => kind === "answer");
  return new Map(lines.map(({ history }) => [JSON.stringify(history[0]?.answer), history]));
}

/** A submission that was under way when the server was killed comes to an end; waits for it. */
async function endState(member: TestClient, id: string): Promise<string> {
  for (;;) {
    const { body } = await must(member.get(`/challenges/tales/submissions/${id}`));
    if (["scored", "failed"].includes(body.state)) return body.state;
    await wait(100);
  }
}

describe.each(["sqlite", "postgres"])("a server under write load (%s)", (kind) => {
  it(
    "has lost no answer and no submission that it acknowledged when it is killed",
    async () => {
      const home = newFolder("server");
      folders.push(home);
      const databaseUrl = kind === "sqlite" ? "" : await newPostgresDatabase();
      const start = (port = "0"): Promise<ServerProcess> =>
        startServer({ home, databaseUrl, port }, (child) => children.push(child));
      let server = await start();
      const load = await openWriteLoad(server);
      for (let kill = 0; kill < KILLS; kill++) {
        const { child, url } = server;
        const ended = once(child, "exit");
        // Another number of writes each time, so that the kill meets another moment.
        await writeUntil(load, server, {
          answered: answerCount(load) + 30 + 17 * kill,
          submitted: submissionCount(load) + 2,
          gone: () => child.kill("SIGKILL"),
        });
        expect(await ended).toEqual([null, "SIGKILL"]);
        // A session belongs to its port.
        server = await start(new URL(url).port);
        expect(await missingAnswers(server, load)).toEqual([]);
        expect(await missingSubmissions(server, load)).toEqual([]);
      }
      const organiser = await clientOf(server.url, load.organiser);
      const kept = await histories(organiser, load.studyId);
      for (const [key, answer] of load.raters.flatMap(({ answered }) => [...answered])) {
        const [lease, dimension, version] = key.split(" ");
        const history = kept.get(JSON.stringify({ cannotJudge: `${lease} ${dimension} 1` })) ?? [];
        expect([key, history[Number(version) - 1]?.answer]).toEqual([key, answer]);
      }
      const [team] = load.teams;
      const [first = ""] = team?.submitted.keys() ?? [];
      const member = await clientOf(server.url, team?.cookie ?? "");
      expect(await endState(member, first)).toMatch(/^(scored|failed)$/);
      expect((await organiser.get("/audit/verification")).body.status).toBe("whole");
    },
    killTimeoutMs(2 * KILLS),
  );
});
