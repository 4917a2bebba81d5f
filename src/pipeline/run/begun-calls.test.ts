import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { FailedEntry } from "../../records/index.ts";
import { openAppendLog } from "../../storage/index.ts";
import { openBegunCalls, settleBegunCalls } from "./begun-calls.ts";
import { readGenerationLog } from "./generation-log.ts";

const places: string[] = [];
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

function newFolder() {
  const place = mkdtempSync(join(tmpdir(), "longhand-begun-"));
  places.push(place);
  return {
    begun: join(place, "begun.jsonl"),
    generation: join(place, "generation.jsonl"),
    side: join(place, "side.jsonl"),
  };
}

const failed = (key: string, more: Partial<FailedEntry> = {}): string =>
  `${JSON.stringify({ v: 1, key, status: "failed", attempt: 1, reason: "timeout", retryable: true, message: "late", atMs: 0, ...more })}\n`;

async function settle(folder: ReturnType<typeof newFolder>) {
  const log = await openAppendLog(folder.generation);
  const side = await openAppendLog(folder.side);
  try {
    return await settleBegunCalls(folder, { log, side, atMs: 5 });
  } finally {
    await log.close();
    await side.close();
  }
}

describe("calls that a kill cut off", () => {
  it("are charged with the most they can have cost, each in its log, once", async () => {
    const folder = newFolder();
    // An earlier command failed at a: that entry ends no call of this one.
    writeFileSync(folder.generation, failed("a"));
    const begun = await openBegunCalls(folder);
    begun.note({ key: "a", tokens: 100, usd: 0.5 });
    begun.note({ key: "b", tokens: 100, usd: 0.5 });
    begun.note({ key: "s", stage: "rerank", tokens: 30 });
    begun.note({ key: "f", tokens: 7 });
    // b came to its end, and began a second attempt; f was refused without a charge.
    appendFileSync(folder.generation, failed("b"));
    begun.note({ key: "b", tokens: 100, usd: 0.5 });
    begun.forget("f");
    await begun.close({ keep: true });

    expect(await settle(folder)).toEqual({ calls: 3, tokens: 230, usd: 1 });
    expect(existsSync(folder.begun)).toBe(false);
    const log = await readGenerationLog(folder.generation, () => true);
    expect(log.spent).toEqual({ calls: 4, tokens: 200, usd: 1 });
    // No outcome: a was never asked to its end, and b is still due.
    expect(log.outcomes.get("a")).toMatchObject({ reason: "timeout" });
    const side = JSON.parse(readFileSync(folder.side, "utf8"));
    expect(side).toMatchObject({ key: "s", stage: "rerank", willRetry: true, mostTokens: 30 });
    expect(await settle(folder)).toEqual({ calls: 0, tokens: 0, usd: 0 });
  });

  it("are counted once, even if the settling itself is killed", async () => {
    const folder = newFolder();
    const begun = await openBegunCalls(folder);
    begun.note({ key: "a", tokens: 10 });
    await begun.close({ keep: true });
    const left = readFileSync(folder.begun);
    await settle(folder);
    // Killed before the notes could go.
    writeFileSync(folder.begun, left);
    expect((await settle(folder)).calls).toBe(0);
    expect((await readGenerationLog(folder.generation, () => true)).spent.calls).toBe(1);
  });

  it("are none for a note that was torn: its call did not begin", async () => {
    const folder = newFolder();
    const begun = await openBegunCalls(folder);
    begun.note({ key: "a", tokens: 10 });
    await begun.close({ keep: true });
    appendFileSync(folder.begun, '{"key":"b","tok');
    expect(await settle(folder)).toEqual({ calls: 1, tokens: 10, usd: 0 });
  });
});
