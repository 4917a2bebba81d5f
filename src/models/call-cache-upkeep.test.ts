import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { entryPath, writeEntry } from "./call-cache-entry.ts";
import { type CallCacheEntry, clearCache, listCache, pruneCache } from "./call-cache-upkeep.ts";

const NOW_MS = Date.UTC(2020, 0, 31);
const DAY_MS = 86_400_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "call-cache-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes an entry whose key starts with the digits given. */
function put(digits: string, ageDays: number, text = "A reply."): string {
  const key = digits.padEnd(64, "0");
  writeEntry(folder, {
    v: 1,
    key,
    stage: "generation",
    model: "fake:fake",
    reply: { text, finishReason: "stop", promptTokens: 1, outputTokens: 2 },
  });
  const at = new Date(NOW_MS - ageDays * DAY_MS);
  utimesSync(entryPath(folder, key), at, at);
  return key;
}

async function keysLeft(): Promise<string[]> {
  return (await collect()).map(({ key }) => key);
}

async function collect(): Promise<CallCacheEntry[]> {
  const found: CallCacheEntry[] = [];
  for await (const entry of listCache(folder)) found.push(entry);
  return found;
}

describe("listCache", () => {
  it("lists entries with size, age, stage and model, and marks damaged ones", async () => {
    const second = put("cd", 2);
    const first = put("ab", 1);
    writeFileSync(entryPath(folder, second), "torn");
    const at = new Date(NOW_MS - 2 * DAY_MS);
    utimesSync(entryPath(folder, second), at, at);
    writeFileSync(join(folder, "ab", "notes.txt"), "not ours");
    expect(await collect()).toEqual([
      {
        key: first,
        stage: "generation",
        model: "fake:fake",
        bytes: expect.any(Number),
        writtenAtMs: NOW_MS - DAY_MS,
        damaged: false,
      },
      { key: second, bytes: 4, writtenAtMs: NOW_MS - 2 * DAY_MS, damaged: true },
    ]);
  });

  it("takes a missing folder as empty", async () => {
    rmSync(folder, { recursive: true });
    expect(await collect()).toEqual([]);
    expect(await clearCache(folder)).toMatchObject({ removed: 0, kept: 0 });
  });
});

describe("pruneCache", () => {
  it("removes what is older than the bound", async () => {
    const keys = [put("aa", 29), put("bb", 30), put("cc", 31)];
    const done = await pruneCache(folder, { olderThanMs: 30 * DAY_MS, nowMs: NOW_MS });
    expect([done.removed, done.kept]).toEqual([1, 2]);
    expect(await keysLeft()).toEqual(keys.slice(0, 2));
  });

  it("removes the oldest until the rest fits", async () => {
    const [newest, middle] = [put("cc", 1), put("aa", 2)];
    put("bb", 3);
    const [one] = await collect();
    const bytes = one?.bytes ?? 0;
    const done = await pruneCache(folder, { maxBytes: 2 * bytes, nowMs: NOW_MS });
    expect(done).toEqual({ removed: 1, removedBytes: bytes, kept: 2, keptBytes: 2 * bytes });
    expect(await keysLeft()).toEqual([middle, newest]);
  });

  it("keeps no older entry in the gap that a large one leaves", async () => {
    const newest = put("aa", 1);
    put("bb", 2, "long ".repeat(200));
    put("cc", 3);
    const [one] = await collect();
    await pruneCache(folder, { maxBytes: 3 * (one?.bytes ?? 0), nowMs: NOW_MS });
    expect(await keysLeft()).toEqual([newest]);
  });

  it("removes nothing without a bound, and only stale left-overs besides", async () => {
    const key = put("aa", 400);
    const stale = `${entryPath(folder, key)}.12-1.tmp`;
    const young = `${entryPath(folder, key)}.12-2.tmp`;
    writeFileSync(stale, "half");
    writeFileSync(young, "half");
    const [hourAgo, now] = [new Date(NOW_MS - 3_600_001), new Date(NOW_MS)];
    utimesSync(stale, hourAgo, hourAgo);
    utimesSync(young, now, now);
    expect(await pruneCache(folder, { nowMs: NOW_MS })).toMatchObject({ removed: 0, kept: 1 });
    expect([existsSync(stale), existsSync(young)]).toEqual([false, true]);
  });

  it.each([
    { olderThanMs: -1, nowMs: NOW_MS },
    { maxBytes: Number.NaN, nowMs: NOW_MS },
  ])("refuses the bound %o", async (pruning) => {
    await expect(pruneCache(folder, pruning)).rejects.toMatchObject({ code: "invalid-option" });
  });
});

describe("clearCache", () => {
  it("removes every entry and nothing that is not ours", async () => {
    put("aa", 1);
    put("ab", 1);
    mkdirSync(join(folder, "letters"));
    writeFileSync(join(folder, "letters", "mine.json"), "{}");
    writeFileSync(join(folder, "aa", "mine.json"), "{}");
    expect(await clearCache(folder)).toMatchObject({ removed: 2, kept: 0 });
    expect(await collect()).toEqual([]);
    expect(readdirSync(join(folder, "letters"))).toEqual(["mine.json"]);
    expect(readdirSync(join(folder, "aa"))).toEqual(["mine.json"]);
  });
});
