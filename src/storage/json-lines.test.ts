import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type JsonLine, readJsonLines, readLines } from "./json-lines.ts";

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "longhand-lines-")), "file.jsonl");
  await writeFile(path, content);
  return path;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const said = (line: JsonLine): string =>
  line.status === "bad" ? line.error.message : `${line.line.line}: ${line.status}`;

describe("readLines", () => {
  it("takes the byte-order mark and carriage returns off, and says where each line lies", async () => {
    const path = await fileOf("\ufeffone\r\n\r\nthree");
    expect(await all(readLines(path))).toEqual([
      { text: "one", line: 1, startByte: 0, endByte: 8, complete: true },
      { text: "", line: 2, startByte: 8, endByte: 10, complete: true },
      { text: "three", line: 3, startByte: 10, endByte: 15, complete: false },
    ]);
  });

  it("reads lines longer than a chunk of the file", async () => {
    const long = "x".repeat(700_000);
    const path = await fileOf(`${long}\nend\n`);
    expect((await all(readLines(path))).map(({ text }) => text.length)).toEqual([700_000, 3]);
  });

  it("reads nothing from an empty file", async () => {
    expect(await all(readLines(await fileOf("")))).toEqual([]);
  });

  it("names a file that does not exist", async () => {
    await expect(all(readLines("/no/such/file"))).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("readJsonLines", () => {
  it("lists every bad line with its column, and reads the others", async () => {
    const found = await all(readJsonLines("tests/cases/corpus/broken-lines.jsonl", "b.jsonl"));
    expect(found.map(said)).toEqual([
      "1: value",
      "2: blank",
      'b.jsonl:3:61: not valid JSON: expected a key in double quotes, found "}".',
      "4: value",
      "b.jsonl:5:65: not valid JSON: NaN is no value of JSON.",
      'b.jsonl:6:2: not valid JSON: expected a key in double quotes, found "\'".',
      'b.jsonl:7:53: not valid JSON: the key "text" stands twice in one object.',
      "8: value",
      "b.jsonl:9:52: not valid JSON: a raw tab inside a text.",
      "b.jsonl:10:58: not valid JSON: a second value after the first.",
      "11: value",
      "b.jsonl:12:70: not valid JSON: the value is cut off inside a text.",
    ]);
  });

  it("refuses bytes that are not UTF-8 instead of replacing them", async () => {
    const path = await fileOf(Buffer.from('{"a": "caf\xe9"}\n{"a": 1}\n', "latin1"));
    expect((await all(readJsonLines(path, "l.jsonl"))).map(said)).toEqual([
      "l.jsonl:1: the line is not valid UTF-8.",
      "2: value",
    ]);
  });

  it("goes on after a line of more than 64 MiB", async () => {
    const long = Buffer.alloc(64 * 1024 * 1024 + 1, "x");
    const path = await fileOf(Buffer.concat([long, Buffer.from('\n{"a": 1}\n')]));
    const found = await all(readJsonLines(path, "l.jsonl"));
    expect(found.map(said)).toEqual(["l.jsonl:1: the line is longer than 64 MiB.", "2: value"]);
    expect(found[1]?.line).toMatchObject({ startByte: long.length + 1, endByte: long.length + 10 });
    await expect(all(readLines(path))).rejects.toMatchObject({ code: "line-too-long" });
  }, 30_000);
});
