import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { sha256 } from "../../storage/index.ts";
import type { ColumnBlock } from "./column-block.ts";
import { lineBlocks } from "./source-blocks.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-blocks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const START = { source: 0, byte: 0, line: 1, rows: 0, firstOrd: 0 };

async function blocksOf(content: string, from: typeof START = START): Promise<ColumnBlock[]> {
  const path = join(folder, "lines.jsonl");
  writeFileSync(path, content);
  const source = { path, bytes: content.length, changedMs: 0, isGzip: false };
  const blocks: ColumnBlock[] = [];
  const start = { index: 0, from, onRead: () => undefined, spare: [] };
  for await (const block of lineBlocks(source, start)) blocks.push(block);
  return blocks;
}

const textOf = ({ bytes }: ColumnBlock): string => Buffer.from(bytes).toString();
const hashOf = (...blocks: readonly ColumnBlock[]): string => sha256(blocks.map(textOf).join(""));

describe("lineBlocks", () => {
  it("cuts a source between lines, and goes on from where a block ended", async () => {
    const line = `${"x".repeat(999)}\n`;
    const whole = await blocksOf(line.repeat(60_000));
    expect(whole.length).toBe(3);
    expect(hashOf(...whole)).toBe(sha256(line.repeat(60_000)));
    const rest = await blocksOf(line.repeat(60_000), whole[0]?.to as typeof START);
    expect(hashOf(...rest)).toBe(hashOf(...whole.slice(1)));
    expect(rest.map(({ from }) => from)).toEqual(whole.slice(1).map(({ from }) => from));
  });

  it("leaves the byte-order mark out, and ends the last line", async () => {
    const [block] = await blocksOf("\ufeffone\ntwo");
    expect(block === undefined ? "" : textOf(block)).toBe("one\ntwo\n");
    expect(block?.to).toMatchObject({ line: 3, rows: 2 });
  });

  it("puts an empty line in the place of one that is longer than 64 MiB", async () => {
    const long = "x".repeat(66 * 1024 * 1024);
    const blocks = await blocksOf(`one\n${long}\nthree\n`);
    expect(blocks.map(textOf)).toEqual(["one\n", "\nthree\n"]);
    const faults = blocks.flatMap((block) => block.faults);
    expect(faults.map(({ row, finding }) => [row, finding.reason, finding.place.line])).toEqual([
      [0, "line-too-long", 2],
    ]);
    expect(blocks[1]?.to.byte).toBe(long.length + 11);
  });
});
