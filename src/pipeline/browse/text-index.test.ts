import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { TextIndex } from "./text-index.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-index-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keyOf = (row: number): string => row.toString(16).padStart(13, "0").padEnd(64, "f");
const planned = (row: number): string =>
  `${JSON.stringify({ v: 1, key: keyOf(row), exampleId: `e${row}`, userId: "u", cell: "c", repeat: 0 })}\n`;
const written = (row: number, text = "text"): string =>
  `${JSON.stringify({ v: 1, key: keyOf(row), status: "generated", attempt: 1, text, finishReason: "stop", promptTokens: 1, outputTokens: 1, latencyMs: 0, cached: false, atMs: 0 })}\n`;
const failed = (row: number, willRetry = false): string =>
  `${JSON.stringify({ v: 1, key: keyOf(row), status: "failed", attempt: 1, reason: "timeout", retryable: true, ...(willRetry ? { willRetry } : {}), message: "late", atMs: 0 })}\n`;

async function indexOf(
  name: string,
  rows: number,
): Promise<{ readonly index: TextIndex; readonly log: string }> {
  const plan = join(folder, `${name}-plan.jsonl`);
  writeFileSync(plan, Array.from({ length: rows }, (_, row) => planned(row)).join(""));
  return { index: await TextIndex.of(plan), log: join(folder, `${name}-log.jsonl`) };
}

describe("TextIndex", () => {
  it("knows nothing before there is a log", async () => {
    const { index, log } = await indexOf("empty", 3);
    expect(await index.follow(log)).toBe(true);
    expect([index.rows, index.pending, index.statusOf(0)]).toEqual([3, 3, "pending"]);
  });

  it("follows a log that grows, and takes a line only once it is whole", async () => {
    const { index, log } = await indexOf("grows", 4);
    writeFileSync(log, written(2));
    await index.follow(log);
    expect([0, 1, 2, 3].map((row) => index.statusOf(row))).toEqual([
      "pending",
      "pending",
      "generated",
      "pending",
    ]);
    const next = written(0);
    appendFileSync(log, next.slice(0, 60));
    await index.follow(log);
    expect(index.statusOf(0)).toBe("pending");
    appendFileSync(log, next.slice(60));
    await index.follow(log);
    expect(index.statusOf(0)).toBe("generated");
    expect(index.placeOf(0)).toEqual({
      startByte: Buffer.byteLength(written(2)),
      byteLength: Buffer.byteLength(next),
    });
    expect([0, 1, 2, 3, 4].map((row) => index.rankOf(row))).toEqual([0, 1, 1, 2, 2]);
  });

  it("lets the first success stand, a later success replace a failure, and a retry end nothing", async () => {
    const { index, log } = await indexOf("order", 3);
    writeFileSync(log, failed(0) + written(0) + failed(0) + failed(1, true) + failed(2));
    await index.follow(log);
    expect([0, 1, 2].map((row) => index.statusOf(row))).toEqual(["generated", "pending", "failed"]);
    expect([index.reasonOf(0), index.reasonOf(2)]).toEqual([undefined, "timeout"]);
    expect(index.pending).toBe(1);
  });

  it("reads lines whose fields stand in another order, and passes over damaged ones", async () => {
    const { index, log } = await indexOf("other", 2);
    const { key, ...rest } = JSON.parse(written(1)) as { readonly key: string };
    writeFileSync(log, `{"broken\n${JSON.stringify({ ...rest, key })}\n`);
    await index.follow(log);
    expect([0, 1].map((row) => index.statusOf(row))).toEqual(["pending", "generated"]);
  });

  it("says that it does not hold any more for a log that was cut or replaced", async () => {
    const { index, log } = await indexOf("cut", 2);
    writeFileSync(log, written(0) + written(1));
    await index.follow(log);
    writeFileSync(log, written(0));
    expect(await index.follow(log)).toBe(false);
    rmSync(log);
    expect(await index.follow(log)).toBe(false);
  });

  it("counts written texts before a row over many blocks", async () => {
    const { index, log } = await indexOf("ranks", 2_000);
    const even = Array.from({ length: 1_000 }, (_, half) => written(2 * half));
    writeFileSync(log, even.join(""));
    await index.follow(log);
    expect([0, 1, 511, 512, 1_025, 1_999].map((row) => index.rankOf(row))).toEqual([
      0, 1, 256, 256, 513, 1_000,
    ]);
  });
});
