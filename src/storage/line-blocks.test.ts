import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLinesIn, readJsonLines, textLinesIn } from "./json-lines.ts";
import { type LineBlock, readLineBlocks } from "./line-blocks.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-blocks-"));
let made = 0;

function file(content: string | Uint8Array): string {
  const path = join(folder, `${made++}.txt`);
  writeFileSync(path, content);
  return path;
}

async function blocks(path: string, blockBytes: number): Promise<LineBlock[]> {
  const all: LineBlock[] = [];
  for await (const block of readLineBlocks(path, { blockBytes })) all.push(block);
  return all;
}

describe("readLineBlocks", () => {
  it("cuts between lines only, and numbers them", async () => {
    const found = await blocks(file("one\ntwo\nthree is longer\nfour"), 8);
    const seen = found.map(({ bytes, firstLine, lines, startByte, endByte }) => [
      Buffer.from(bytes).toString(),
      firstLine,
      lines,
      startByte,
      endByte,
    ]);
    expect(seen).toEqual([
      ["one\ntwo\n", 1, 2, 0, 8],
      ["three is longer\n", 3, 1, 8, 24],
      ["four", 4, 1, 24, 28],
    ]);
  });

  it("goes on from the start of any block", async () => {
    const path = file("a\nbb\n\nccc\n");
    const rest: string[] = [];
    for await (const { bytes, firstLine } of readLineBlocks(path, { startByte: 5, firstLine: 3 })) {
      for (const line of textLinesIn(bytes, { name: path, firstLine, startByte: 5 })) {
        rest.push(`${line.line}@${line.startByte}:${line.text}`);
      }
    }
    expect(rest).toEqual(["3@5:", "4@6:ccc"]);
  });

  it("gives the lines that the line reader gives, whatever the size of the blocks", async () => {
    const texts = fc.array(fc.constantFrom('{"a":1}', "", "  ", '"é"', "[1", "\r", "\u00ff"));
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 30 }), async (lines, size) => {
        const path = file(`\ufeff${lines.join("\n")}`);
        const plain: unknown[] = [];
        for await (const line of readJsonLines(path)) plain.push(line);
        const joined = (await blocks(path, size)).flatMap((block) => [
          ...jsonLinesIn(block.bytes, { name: path, ...block }),
        ]);
        expect(joined).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });

  it("keeps nothing of a line of more than 64 MiB, and reads on behind it", async () => {
    const long = Buffer.alloc(70 * 1024 * 1024, "x");
    long[long.length - 3] = 10;
    const found = await blocks(file(Buffer.concat([Buffer.from("a\n"), long])), 1 << 20);
    expect(found.map(({ lines, tooLong, bytes }) => [lines, tooLong, bytes.length])).toEqual([
      [1, false, 2],
      [1, true, 0],
      [1, false, 2],
    ]);
    expect(found.map(({ firstLine }) => firstLine)).toEqual([1, 2, 3]);
  }, 30_000);

  it("marks lines that are not UTF-8", () => {
    const bytes = new Uint8Array([97, 10, 0xff, 10]);
    const lines = [...textLinesIn(bytes, { name: "x", firstLine: 1, startByte: 0 })];
    expect(lines.map(({ isUtf8 }) => isUtf8)).toEqual([true, false]);
  });

  it("says that a file is missing", async () => {
    await expect(blocks(join(folder, "none"), 10)).rejects.toMatchObject({ code: "not-found" });
  });
});
