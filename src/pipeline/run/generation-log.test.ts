import { appendFile, copyFile, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  openEntryReader,
  prepareForAppending,
  readGenerationLog,
  repairGenerationLog,
} from "./generation-log.ts";

const CASE = "tests/cases/run/torn-generation-log.jsonl";
const planned = new Set(["k1", "k2", "k3", "k4", "k5", "k6"]);
const isPlanned = (key: string): boolean => planned.has(key);

async function copyOfCase(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "longhand-log-")), "generation.jsonl");
  await copyFile(CASE, path);
  return path;
}

describe("readGenerationLog", () => {
  it("reads a log after a power cut as its table says", async () => {
    const log = await readGenerationLog(CASE, isPlanned);
    const status = (key: string): unknown => log.outcomes.get(key)?.status;
    expect([...planned].map(status)).toEqual([
      "generated",
      "generated",
      "failed",
      "failed",
      undefined,
      undefined,
    ]);
    expect(log.outcomes.get("k3")?.retryable).toBe(false);
    expect(log.outcomes.get("k4")?.retryable).toBe(true);
    expect(log).toMatchObject({
      superseded: 1,
      repeats: 1,
      conflicts: [5],
      unplanned: ["k9"],
      damaged: [],
      tornBytes: 78,
    });
  });

  it("lets the first success win", async () => {
    const log = await readGenerationLog(CASE, isPlanned);
    const reader = await openEntryReader(CASE);
    const outcome = log.outcomes.get("k1");
    expect(outcome && (await reader.read(outcome))).toMatchObject({ text: "The first text." });
    await reader.close();
  });

  it("reads many entries in one pass as it reads each, in the order asked for", async () => {
    const log = await readGenerationLog(CASE, isPlanned);
    const reader = await openEntryReader(CASE);
    const places = [...log.outcomes.values()].reverse();
    const each = await Promise.all(places.map((place) => reader.read(place)));
    expect(places.length).toBeGreaterThan(2);
    expect(await reader.readMany(places)).toEqual(each);
    expect(await reader.readMany([])).toEqual([]);
    await reader.close();
  });

  it("reads entries that stand far apart, and one that is longer than what is read together", async () => {
    const path = await copyOfCase();
    const entryOf = (key: string, text: string): string =>
      `${JSON.stringify({ v: 1, key, status: "generated", attempt: 1, text, finishReason: "stop", promptTokens: 1, outputTokens: 1, latencyMs: 0, cached: false, atMs: 0 })}\n`;
    const texts = ["a".repeat(1_200_000), "b", "c".repeat(900_000), "d".repeat(200_000), "e"];
    await writeFile(path, texts.map((text, at) => entryOf(`k${at}`, text)).join(""));
    const log = await readGenerationLog(path, () => true);
    const reader = await openEntryReader(path);
    const places = ["k4", "k0", "k2", "k1", "k3"].flatMap((key) => log.outcomes.get(key) ?? []);
    const read = await reader.readMany(places);
    expect(read.map((entry) => (entry.status === "generated" ? entry.text : ""))).toEqual(
      [4, 0, 2, 1, 3].map((at) => texts[at]),
    );
    await reader.close();
  });

  it("takes a failed attempt that will be repeated for no end", async () => {
    const path = await copyOfCase();
    const attempt = { v: 1, key: "k5", status: "failed", attempt: 1, reason: "server-error" };
    await writeFile(
      path,
      `${JSON.stringify({ ...attempt, retryable: true, willRetry: true, message: "503", atMs: 1 })}\n`,
    );
    const log = await readGenerationLog(path, isPlanned);
    expect(log.outcomes.has("k5")).toBe(false);
  });

  it("finds a missing file empty", async () => {
    const log = await readGenerationLog("no/such/generation.jsonl", isPlanned);
    expect(log.outcomes.size).toBe(0);
  });
});

describe("prepareForAppending", () => {
  it("sets the torn line aside and leaves the rest as it was", async () => {
    const path = await copyOfCase();
    const before = await readFile(path);
    const aside = await prepareForAppending(path, await readGenerationLog(path, isPlanned));
    expect(aside).toMatch(/generation\.torn-1$/);
    expect((await stat(aside as string)).size).toBe(78);
    expect(await readFile(path)).toEqual(before.subarray(0, before.length - 78));
  });

  it("stops at a damaged line in the middle, naming it, and a repair moves it aside", async () => {
    const path = await copyOfCase();
    await appendFile(path, '\n{"v": 1, "key": "k6", "status": "unheard of"}\n');
    const log = await readGenerationLog(path, isPlanned);
    // Line 10 was torn and is now closed by a line feed: damaged like line 11.
    await expect(prepareForAppending(path, log)).rejects.toMatchObject({
      code: "damaged-run",
      details: { lines: [10, 11] },
    });
    const aside = await repairGenerationLog(path, log);
    expect(await readFile(aside as string, "utf8")).toContain("unheard of");
    const mended = await readGenerationLog(path, isPlanned);
    expect(mended.damaged).toEqual([]);
    expect(mended.outcomes.size).toBe(4);
  });
});
