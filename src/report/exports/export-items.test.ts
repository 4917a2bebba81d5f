import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import type { ItemScore } from "../../records/index.ts";
import { exportItems, importItems } from "./export-items.ts";

/** The traps as scored texts: a mean that is given is the score, else there is none. */
function trapItems(): ItemScore[] {
  return reportTraps().map(({ cell, userId, text, mean, reason }) => ({
    cell,
    exampleId: `example of ${cell}`,
    userId,
    repeat: 0,
    metric: "rouge-l",
    signature: "rouge-l|v:1",
    status: mean === null ? "unscored" : "scored",
    ...(mean === null ? {} : { value: mean ?? 0.5 }),
    ...(reason === undefined ? {} : { reason }),
    text,
  }));
}

const written = (items: readonly ItemScore[], format: "csv" | "jsonl") =>
  [...exportItems(items, format)].join("");

const texts = fc.string({ unit: "binary", maxLength: 20 });
// JSON has no -0.
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const anyItem: fc.Arbitrary<ItemScore> = fc.record(
  {
    cell: texts,
    exampleId: texts,
    userId: texts,
    repeat: fc.nat(),
    metric: texts,
    signature: texts,
    status: fc.constantFrom("scored", "unscored", "failed", "pending"),
    value: numbers,
    precision: numbers,
    recall: numbers,
    reason: texts,
    text: texts,
  },
  {
    requiredKeys: ["cell", "exampleId", "userId", "repeat", "metric", "signature", "status"],
    noNullPrototype: true,
  },
);

describe("exportItems", () => {
  it.each(["csv", "jsonl"] as const)("gives every trap back from %s", (format) => {
    expect(importItems(written(trapItems(), format), format)).toEqual(trapItems());
  });

  it.each(["csv", "jsonl"] as const)("gives any records back from %s", (format) => {
    fc.assert(
      fc.property(fc.array(anyItem), (items) => {
        expect(importItems(written(items, format), format)).toEqual(items);
      }),
    );
  });

  it("writes CSV after RFC 4180 that other readers read", () => {
    const rows = parse(written(trapItems(), "csv"), { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(reportTraps().length);
    expect(rows[2]).toMatchObject({ userId: "'-5", text: "'-5 degrees outside", value: "-0.25" });
    expect(rows[10]).toMatchObject({ userId: "007" });
    expect(rows[11]).toMatchObject({ value: "", reason: "no scored example", status: "unscored" });
    expect(written(trapItems(), "csv")).toContain(",-0.25,");
  });

  it("starts no field of a CSV file like a formula, unless it is a number", () => {
    const rows = parse(written(trapItems(), "csv")) as string[][];
    const risky = rows.flat().filter((field) => /^[=+\-@\t\r]/.test(field));
    expect(risky).toEqual(["-0.25"]);
  });

  it("writes nothing into JSON Lines that a terminal obeys", () => {
    const source = written(trapItems(), "jsonl");
    expect(source).toContain("\\u001b[31mred");
    expect(source).toContain("\\u202eevil\\u202c");
    expect(source).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  });

  it("makes its rows one at a time", () => {
    let made = 0;
    function* endless(): Generator<ItemScore> {
      for (;;) {
        made += 1;
        yield trapItems()[0] as ItemScore;
      }
    }
    const lines = exportItems(endless(), "jsonl");
    lines.next();
    lines.next();
    expect(made).toBe(2);
  });

  it("names the line of a row that is not a score", () => {
    const source = written(trapItems(), "jsonl");
    expect(() => importItems(`${source}{"v":1}\n`, "jsonl")).toThrow(/^Line 13 is not a score/);
    expect(() => importItems(`${source}{`, "jsonl")).toThrow(/^Line 13 is not JSON/);
    expect(() => importItems('"cell"\r\n"a"\r\n', "csv")).toThrow(/^Line 2 is not a score/);
    expect(() => importItems('"cell\r\n', "csv")).toThrow(/not readable CSV/);
  });
});
