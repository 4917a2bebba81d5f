import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summaryOf } from "../../../tests/sample-summary.ts";
import { type HubRow, hubCard, hubLine, importHubRows } from "./hub-dataset.ts";

const texts = fc.string({ unit: "binary", maxLength: 20 });
// JSON has no -0.
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const anyRow: fc.Arbitrary<HubRow> = fc.record(
  {
    example_id: texts,
    user_id: texts,
    cell: texts,
    repeat: fc.nat(),
    status: fc.constantFrom("generated", "failed", "pending"),
    reason: fc.option(texts),
    text: fc.option(texts),
    scores: fc.dictionary(
      texts.filter((name) => name !== "__proto__"),
      fc.option(numbers),
      { noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
);

describe("hubLine", () => {
  it("gives any rows back", () => {
    fc.assert(
      fc.property(fc.array(anyRow), (rows) => {
        expect(importHubRows(rows.map(hubLine).join(""))).toEqual(rows);
      }),
    );
  });

  it("is flat, and a row that is none is named by its line", () => {
    const row: HubRow = {
      example_id: "007",
      user_id: "u",
      cell: "none",
      repeat: 0,
      status: "failed",
      reason: "timeout",
      text: null,
      scores: { "rouge-l": null },
    };
    expect(JSON.parse(hubLine(row))).toEqual({
      example_id: "007",
      user_id: "u",
      cell: "none",
      repeat: 0,
      status: "failed",
      reason: "timeout",
      text: null,
      "score_rouge-l": null,
    });
    expect(() => importHubRows(`${hubLine(row)}{"cell":1}\n`)).toThrow(/Line 2 is not a row/);
  });
});

describe("hubCard", () => {
  it("names the file and the split, and quotes the run's name", () => {
    const card = hubCard(summaryOf({ name: 'a "name": b' }));
    expect(card).toContain('pretty_name: "Texts of a \\"name\\": b"');
    expect(card).toContain("      - split: test\n        path: data/outputs.jsonl");
  });
});
