import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withWordTable } from "./word-table.ts";
import { WORD_TABLE_SOURCE } from "./word-table-module.ts";

it("is made from the source that stands in tools/word-table.as", () => {
  const source = new URL("../../../tools/word-table.as", import.meta.url);
  const hash = createHash("sha256").update(readFileSync(source)).digest("hex");
  // If this fails: node tools/make-word-table.mjs
  expect(WORD_TABLE_SOURCE).toBe(hash);
});

it("is used again, unless it is in use or has grown large", () => {
  const first = withWordTable((table) => table);
  expect(withWordTable((table) => table)).toBe(first);
  withWordTable((outer) => {
    expect(withWordTable((inner) => inner)).not.toBe(outer);
  });
  const grown = withWordTable((table) => {
    table.memory.grow(1100);
    return table;
  });
  expect(withWordTable((table) => table)).not.toBe(grown);
});

it("is not handed out again after a failure", () => {
  const failed: unknown[] = [];
  expect(() =>
    withWordTable((table) => {
      failed.push(table);
      throw new TypeError("stopped in the middle");
    }),
  ).toThrow(/in the middle/);
  expect(withWordTable((table) => table)).not.toBe(failed[0]);
});
