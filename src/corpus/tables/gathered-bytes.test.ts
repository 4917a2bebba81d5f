import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gatheredBytes } from "./gathered-bytes.ts";

const root = mkdtempSync(join(tmpdir(), "longhand-gathered-"));
afterAll(() => rmSync(root, { recursive: true }));

describe("gatheredBytes", () => {
  it("writes what was added, over the ends of its blocks, and begins anew", async () => {
    const path = join(root, "bytes");
    const gathered = gatheredBytes();
    const piece = Buffer.from("0123456789".repeat(70_000));
    for (let at = 0; at < 13; at++) gathered.add(piece);
    expect(gathered.length()).toBe(9_100_000);
    await gathered.writeTo(path);
    expect(readFileSync(path).equals(Buffer.concat(Array(13).fill(piece)))).toBe(true);

    const kept = Buffer.from("short");
    gathered.add(kept);
    // A copy was taken: the reader's buffer may be used again.
    kept.fill("x");
    await gathered.writeTo(path);
    expect(readFileSync(path, "utf8")).toBe("short");
    await gathered.writeTo(path);
    expect(readFileSync(path, "utf8")).toBe("");
  });
});
