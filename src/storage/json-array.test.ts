import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readJsonValues } from "./json-array.ts";

const folder = mkdtempSync(join(tmpdir(), "longhand-json-array-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(content: string): Promise<(unknown | string)[]> {
  const path = join(folder, "data.json");
  writeFileSync(path, content);
  const found: (unknown | string)[] = [];
  for await (const line of readJsonValues(path, "data.json")) {
    if (line.status === "value") {
      found.push([line.line.line, line.value]);
      const bytes = readFileSync(path).subarray(line.line.startByte, line.line.endByte);
      expect(JSON.parse(bytes.toString().replace(/^\ufeff/, ""))).toEqual(line.value);
    }
    if (line.status === "bad") found.push(line.error.message);
  }
  return found;
}

describe("readJsonValues", () => {
  it("reads JSON Lines as such", async () => {
    expect(await read('{"a":1}\n\n{"a":2}')).toEqual([
      [1, { a: 1 }],
      [3, { a: 2 }],
    ]);
  });

  it("reads the elements of a list, with the line each begins at", async () => {
    expect(await read('\ufeff [\r\n{"a": "],{\\"["},\n\n  {"b":\n[1]} , 5\n]\n')).toEqual([
      [2, { a: '],{"[' }],
      [4, { b: [1] }],
      [5, 5],
    ]);
  });

  it("reads an empty list", async () => {
    expect(await read("[ ]")).toEqual([]);
  });

  it("names line and column of a slip inside an element, and goes on", async () => {
    expect(await read('[{"a":1},\n{"b":\n  x},\n{"c":3}]')).toEqual([
      [1, { a: 1 }],
      "data.json:3:3: not valid JSON: x is no value of JSON.",
      [4, { c: 3 }],
    ]);
  });

  it("counts columns in the line, not in the element", async () => {
    expect(await read('[{"a":1}, {x}]')).toEqual([
      [1, { a: 1 }],
      'data.json:1:12: not valid JSON: expected a key in double quotes, found "x".',
    ]);
  });

  it("lists commas too many, a missing comma, and text after the list", async () => {
    expect(await read('[{"a":1},,\n{"b":2} {"c":3},\n]\n{}, 1')).toEqual([
      [1, { a: 1 }],
      "data.json:1: not valid JSON: a comma without an element before it.",
      "data.json:2:9: not valid JSON: a second value after the first.",
      "data.json:3: not valid JSON: a comma after the last element.",
      "data.json:4: not valid JSON: there is a second value after the list.",
    ]);
  });

  it("places slips behind the elements before them", async () => {
    const path = join(folder, "slips.json");
    for (const rest of [",]", "]garbage", "]\n[2]", ""]) {
      writeFileSync(path, `[1${rest}`);
      const found: { readonly status: string; readonly endByte: number }[] = [];
      for await (const { status, line } of readJsonValues(path)) {
        found.push({ status, endByte: line.endByte });
      }
      expect(found.map(({ status }) => status)).toEqual(["value", "bad"]);
      expect(found[1]?.endByte).toBeGreaterThan(found[0]?.endByte ?? 9);
    }
  });

  it("says that a list is cut off", async () => {
    expect(await read('[{"a":1},\n{"b":')).toEqual([
      [1, { a: 1 }],
      "data.json:2:6: not valid JSON: the value is cut off.",
      "data.json:2: not valid JSON: the list is cut off, its ] is missing.",
    ]);
    expect(await read("[1")).toEqual([
      [1, 1],
      "data.json:1: not valid JSON: the list is cut off, its ] is missing.",
    ]);
  });

  it("reads elements longer than the pieces in which files are read", async () => {
    const values = [{ text: "x".repeat(600_000) }, { text: 'é"\\'.repeat(200_000) }];
    expect(await read(JSON.stringify(values))).toEqual(values.map((value) => [1, value]));
  });

  it("says that there is no such file", async () => {
    await expect(async () => {
      for await (const line of readJsonValues(join(folder, "none.json")))
        expect(line).toBeUndefined();
    }).rejects.toMatchObject({ code: "not-found" });
  });

  it("reads back any list", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.boolean(),
        async (values, pretty) => {
          const plain = JSON.parse(JSON.stringify(values)) as unknown[];
          const found = await read(JSON.stringify(values, null, pretty ? 2 : 0));
          expect(found.map((entry) => (entry as [number, unknown])[1])).toEqual(plain);
        },
      ),
      { numRuns: 50 },
    );
  });
});
