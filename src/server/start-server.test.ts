import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { RunningServer } from "./run-server.ts";
import { startServer } from "./start-server.ts";

const home = mkdtempSync(join(tmpdir(), "longhand-embedded-"));
let server: RunningServer | undefined;

afterEach(async () => {
  await server?.close();
  rmSync(home, { recursive: true, force: true });
});

describe("startServer", () => {
  it("serves from a program with a home alone, and refuses a second server there", async () => {
    server = await startServer({ home, runs: join(home, "runs"), port: 0, auth: true });
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(server.setupUrl).toContain("/join#");
    expect(server.viewerUrl).toBeUndefined();
    const second = startServer({ home, runs: join(home, "runs"), port: 0 });
    await expect(second).rejects.toMatchObject({ code: "run-locked" });
  });
});
