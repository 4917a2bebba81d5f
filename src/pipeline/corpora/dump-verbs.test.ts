import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { ProgressEvent, RunContext } from "../run-context.ts";
import { corpusStatsOf } from "./corpus-verbs.ts";
import { checkDump, importDumpTo } from "./dump-verbs.ts";
import { openCorpus } from "./named-corpus.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-dump-verbs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = fileURLToPath(new URL("../../../tests/cases/corpus/tldr-17.jsonl", import.meta.url));
const events: ProgressEvent[] = [];
const context: RunContext = {
  clock: { nowMs: () => 0, sleep: () => Promise.resolve() },
  nameSeed: "test",
  home: folder,
  runsFolder: folder,
  credential: () => undefined,
  environment: {},
  stopping: new AbortController().signal,
  stopNow: new AbortController().signal,
  onProgress: (event) => events.push(event),
};
const request = { format: "tldr", from: [file], settings: {} };

describe("importDumpTo", () => {
  it("writes a corpus that every verb can read, and tells what was left out", async () => {
    const out = join(folder, "posts");
    const { rejected, json, text } = await importDumpTo({ ...request, out }, context);
    expect(rejected).toBe(2);
    expect(json).toMatchObject({ corpus: out, kind: "posts", unlisted: 0 });
    expect(text).toContain("tldr-17.jsonl:9: content is missing");
    expect(text).toContain("8 posts written");
    expect(events).toContainEqual(
      expect.objectContaining({ step: "Reading posts", unit: "bytes", done: expect.any(Number) }),
    );
    const ids: string[] = [];
    for await (const document of openCorpus(out)) ids.push(document.id);
    expect(ids).toEqual(["c1", "c2", "c3", "c4", "c6", "c7", "c8", "c10"]);
    const stats = await corpusStatsOf(out);
    expect(stats.text).toContain("8 documents by 3 authors");
  });

  it("refuses unknown formats, and settings of others", async () => {
    const out = join(folder, "never");
    await expect(importDumpTo({ ...request, format: "tlrd", out }, context)).rejects.toMatchObject({
      code: "usage",
      hint: "Did you mean tldr?",
    });
    const settings = { metadata: ["x"] };
    await expect(importDumpTo({ ...request, settings, out }, context)).rejects.toThrow(
      "--metadata does not go with --format tldr",
    );
    expect(existsSync(out)).toBe(false);
  });
});

describe("checkDump", () => {
  it("lists what is wrong and leaves nothing behind", async () => {
    const bad = join(folder, "bad.jsonl");
    writeFileSync(bad, `${readFileSync(file, "utf8")}broken\n`);
    const { rejected, text } = await checkDump({ ...request, from: [bad] }, context);
    expect(rejected).toBe(3);
    expect(text).toContain("bad.jsonl:11:1: not valid JSON");
    expect(text).toContain("invalid-json: 1");
  });
});
