import { afterEach, expect, it } from "vitest";
import { openTestServer, type TestReply } from "../../../tests/server-fixture.ts";
import type { Database } from "../database/database.ts";
import { openDatabase } from "../database/open-database.ts";
import type { ServerConfig } from "./server-context.ts";
import { newId, newSecret } from "./server-context.ts";

const databases: Database[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.close();
});

async function open(config: Partial<ServerConfig> = {}) {
  const database = await openDatabase({ path: ":memory:" });
  databases.push(database);
  return await openTestServer(database, config);
}

/** What a reply lacks that keeps browsers from running or framing anything. */
function lackOf({ headers }: TestReply): readonly string[] {
  const policy = headers.get("content-security-policy") ?? "";
  const wanted = [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const missing = wanted.filter((part) => !policy.split("; ").includes(part));
  const loose = policy.match(/script-src[^;]*|unsafe-eval|https?:|\*/g) ?? [];
  const plain = headers.get("x-content-type-options") === "nosniff" ? [] : ["nosniff"];
  return [...missing, ...loose, ...plain];
}

it("every route, page and refusal comes with a policy that lets only our own scripts run", async () => {
  const test = await open();
  const lacking: string[] = [];
  const look = async (method: string, path: string): Promise<void> => {
    const lack = lackOf(await test.visitor.send(method, path));
    if (lack.length > 0) lacking.push(`${method} ${path}: ${lack.join(", ")}`);
  };
  for (const { method, path } of test.application.routes) {
    await look(method.toUpperCase(), `/api/v1${path.replaceAll(/\{\w+\}/g, "nothing")}`);
  }
  const pages = [
    "/?page=start",
    "/?token=nothing",
    "/api/v1/openapi.json",
    "/api/v1/no-such-route",
    "/healthz",
    "/readyz",
  ];
  for (const path of pages) await look("GET", path);
  expect(test.application.routes.length).toBeGreaterThan(60);
  expect(lacking).toEqual([]);
  const pagesOfPeople = ["rate/x", "rate/x/survey", "rate/x/thanks", "studies/x/agreement"];
  for (const path of [...pagesOfPeople, "account", "challenges/x/board.html", "gone.js"]) {
    const url = `http://127.0.0.1:4321/${path}`;
    const request = new Request(url, { headers: { host: "127.0.0.1:4321" } });
    const { headers, status } = await test.application.fetch(request, "192.0.2.7");
    expect([path, lackOf({ headers, status, text: "", body: undefined })]).toEqual([path, []]);
  }
});

it("over https the cookie is for this very host alone, and browsers stay with https", async () => {
  const test = await open({ origins: ["https://rate.example.org"] });
  const headers = { host: "rate.example.org" };
  const reply = await test.visitor.send("POST", "/auth/logout", { headers });
  expect(reply.headers.get("set-cookie")).toBe(
    "__Host-longhand=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
  expect(reply.headers.get("strict-transport-security")).toBe("max-age=31536000");
});

it("a link with a secret in it signs nobody in but the local viewer", async () => {
  const local = await open({ localToken: "the-secret-of-the-viewer" });
  const opened = await local.visitor.get("/?token=the-secret-of-the-viewer");
  expect([opened.status, opened.headers.get("location")]).toEqual([303, "/"]);
  expect(opened.headers.get("set-cookie")).toContain("=the-secret-of-the-viewer;");
  const other = await local.visitor.get("/?token=a-session-of-somebody-else");
  expect([other.status, other.headers.get("set-cookie")]).toEqual([303, null]);
  const shared = await open();
  expect((await shared.visitor.get("/?token=")).headers.get("set-cookie")).toBeNull();
});

it("ids have 128 random bits, and secrets 256", () => {
  const asked: number[] = [];
  const randomBytes = (count: number): Uint8Array => {
    asked.push(count);
    return new Uint8Array(count).fill(255);
  };
  expect(newId({ randomBytes })).toBe("_____________________w");
  expect(newSecret({ randomBytes })).toHaveLength(43);
  expect(asked).toEqual([16, 32]);
});
