import { expect, it } from "vitest";

import { porterStem } from "../../src/text/index.ts";
import { readGolden } from "./read-golden.ts";

it("stems every golden word as NLTK does in its default mode", () => {
  const rows = readGolden<{ w: string; s: string }>("porter.jsonl");
  const wrong = rows.filter((row) => porterStem(row.w) !== row.s);

  expect(rows.length).toBeGreaterThan(25_000);
  expect(wrong.map((row) => [row.w, row.s, porterStem(row.w)])).toEqual([]);
});
