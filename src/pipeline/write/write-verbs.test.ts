import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createVirtualClock } from "../../../tests/virtual-clock.ts";
import type { RunContext } from "../run-context.ts";
import { startWriting } from "./write-verbs.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-write-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const context: RunContext = {
  clock: createVirtualClock(0),
  nameSeed: "test",
  home: join(folder, "home"),
  runsFolder: join(folder, "runs"),
  credential: () => undefined,
  environment: {},
  stopping: new AbortController().signal,
  stopNow: new AbortController().signal,
  onProgress: () => undefined,
};

function brief(more: string): string {
  const path = join(folder, "brief.yaml");
  writeFileSync(path, `goal: Tell of the harbour.\nmodel: fake\n${more}`);
  return path;
}

describe("a document that cannot be written as it is asked for", () => {
  it("is refused before anything is spent where its Markdown would go to a folder", async () => {
    const started = startWriting(brief(""), { out: folder }, context);
    await expect(started).rejects.toMatchObject({ code: "not-writable" });
    expect(existsSync(context.runsFolder)).toBe(false);
  });

  it("names the field of the brief whose corpus is not there", async () => {
    const corpus = join(folder, "nothing.jsonl");
    const path = brief(`profile: { corpus: ${JSON.stringify(corpus)}, author: ann }\n`);
    await expect(startWriting(path, {}, context)).rejects.toMatchObject({
      code: "invalid-brief",
      message: `profile.corpus of the brief: There is no file ${corpus}.`,
    });
  });
});
