import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textJson, valueJson } from "./text-json.ts";

describe("textJson", () => {
  it("gives what JSON.stringify gives, the first time and again, also for halves of characters", () => {
    const texts = fc.array(fc.string({ unit: "binary", maxLength: 90 }), { maxLength: 20 });
    fc.assert(
      fc.property(texts, (all) => {
        for (const text of [...all, ...all, "\ud800".repeat(50)]) {
          expect(textJson(text)).toBe(JSON.stringify(text));
        }
      }),
    );
  });

  it("stays right beyond what it keeps", () => {
    const texts = Array.from({ length: 60 }, (_, at) => `${at}"`.repeat(50_000));
    for (const text of [...texts, ...texts]) expect(textJson(text)).toBe(JSON.stringify(text));
  });
});

describe("valueJson", () => {
  it("writes every value of a field", () => {
    expect([5, null, true, undefined, "a"].map((value) => valueJson(value))).toEqual([
      "5",
      "null",
      "true",
      "null",
      '"a"',
    ]);
  });
});
