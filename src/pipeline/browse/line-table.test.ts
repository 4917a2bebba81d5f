import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fileStamp, openLineReader, tableLines } from "./line-table.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-lines-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("tableLines", () => {
  it("finds every line of a file, wherever it stands", async () => {
    const path = join(folder, "many.txt");
    const lines = Array.from(
      { length: 1_000 },
      (_, line) => `line ${line} ${"ü".repeat(line % 90)}`,
    );
    writeFileSync(path, `${lines.join("\n")}\n`);
    const table = await tableLines(path);
    const reader = openLineReader(table);
    try {
      expect(table.lines).toBe(1_000);
      for (const line of [0, 1, 127, 128, 129, 500, 999]) {
        expect(await reader.read(line)).toBe(lines[line]);
      }
      expect(await reader.read(1_000)).toBeUndefined();
      expect(await reader.read(-1)).toBeUndefined();
    } finally {
      await reader.close();
    }
  });

  it("does not count a last line that is still being written", async () => {
    const path = join(folder, "torn.txt");
    writeFileSync(path, "whole\ntorn");
    expect((await tableLines(path)).lines).toBe(1);
  });

  it("takes a missing file for one without lines", async () => {
    const path = join(folder, "missing.txt");
    const table = await tableLines(path);
    expect([table.lines, table.stamp, await fileStamp(path)]).toEqual([0, "", ""]);
    expect(await openLineReader(table).read(0)).toBeUndefined();
  });
});
