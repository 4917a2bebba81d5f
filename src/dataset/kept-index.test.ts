import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { topicRows } from "../../tests/tiny-run.ts";
import { openDataset } from "./open-dataset.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-kept-index-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function dataset(name: string, count: number): { readonly path: string; readonly kept: string } {
  const path = join(folder, `${name}.test.jsonl`);
  writeFileSync(path, topicRows(name, { users: count }));
  return { path, kept: join(folder, `${name}-indexes`) };
}

const open = (path: string, kept: string, madeBy = "1") =>
  openDataset(path, {
    split: "test",
    task: "topic",
    setting: "user",
    keptIndex: { folder: kept, madeBy },
  });

/** Changes what is kept, so that it can be told from what is read. */
function mark(kept: string): void {
  const file = join(kept, readdirSync(kept)[0] ?? "");
  const index = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...index, warnings: ["kept"] }));
}

describe("a kept index", () => {
  it("gives the same dataset as the files do", async () => {
    const { path, kept } = dataset("same", 7);
    const read = await openDataset(path, { split: "test", task: "topic", setting: "user" });
    await open(path, kept);
    mark(kept);
    const again = await open(path, kept);
    expect(again.warnings).toContain("kept");
    expect([again.hash, again.entries]).toEqual([read.hash, read.entries]);
    expect(await again.readAt(4)).toEqual(await read.readAt(4));
  });

  it("is not taken once a file has changed", async () => {
    const { path, kept } = dataset("changed", 5);
    const before = await open(path, kept);
    mark(kept);
    appendFileSync(path, topicRows("more", { users: 1 }));
    const after = await open(path, kept);
    expect([before.count, after.count]).toEqual([5, 6]);
    expect(after.warnings).not.toContain("kept");
    expect(after.hash).not.toBe(before.hash);
  });

  it("is not taken from another version, nor if it is damaged", async () => {
    const { path, kept } = dataset("version", 5);
    await open(path, kept, "1");
    mark(kept);
    const other = await open(path, kept, "2");
    expect(other.warnings).not.toContain("kept");
    writeFileSync(join(kept, readdirSync(kept)[0] ?? ""), "{");
    expect((await open(path, kept, "2")).hash).toBe(other.hash);
  });

  it("is left out where nothing can be written", async () => {
    const { path } = dataset("nowhere", 5);
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect((await open(path, file)).count).toBe(5);
  });
});
