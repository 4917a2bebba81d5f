import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./strict-json.ts";

const parse = (text: string): unknown => parseStrictJson(text, { file: "f.jsonl", line: 3 });

describe("parseStrictJson", () => {
  it.each([
    ['{"a": 1,}', 9, 'expected a key in double quotes, found "}"'],
    ['{"a": [1 2]}', 10, 'expected a comma or "]", found "2"'],
    ['{"a" 1}', 6, 'expected a colon after the key, found "1"'],
    ["{'a': 1}", 2, 'expected a key in double quotes, found "\'"'],
    ['{"a": NaN}', 7, "NaN is no value of JSON"],
    ['{"a": 01}', 7, "01 is no value of JSON"],
    ['{"a": True}', 7, "True is no value of JSON"],
    ['{"a": 1, "b": 2, "a": 3}', 18, 'the key "a" stands twice in one object'],
    ['{"a": 1, "\\u0061": 3}', 10, 'the key "a" stands twice in one object'],
    ['{"a": "x\ty"}', 9, "a raw tab inside a text"],
    ['{"a": "\u0001"}', 8, "a raw control character U+0001 inside a text"],
    ['{"a": "\\q"}', 8, '"\\\\q" is no escape of JSON'],
    ['{"a": 1} {"b": 2}', 10, "a second value after the first"],
    ['{"a": "the end', 15, "the value is cut off inside a text"],
    ['{"a": "\\u00', 12, "the value is cut off inside a text"],
    ['{"a": tru', 10, "the value is cut off"],
    ['{"a":', 6, "the value is cut off"],
    ["", 1, "the value is cut off"],
    ["\u00a0{}", 1, 'expected a value, found "\u00a0"'],
  ])("refuses %j at column %i: %s", (text, column, what) => {
    expect(() => parse(text)).toThrow(`f.jsonl:3:${column}: not valid JSON: ${what}.`);
  });

  it("counts lines and columns of a text over several lines", () => {
    expect(() => parse('{\n  "a": 1,\n  "b": oops\n}')).toThrow("f.jsonl:5:8: not valid JSON");
  });

  it("reads 64 levels and refuses 65", () => {
    const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
    expect(parse(nested(64))).toHaveLength(1);
    expect(() => parse(nested(65))).toThrow("f.jsonl:3:65: not valid JSON: nested deeper than 64");
    expect(() => parse("[".repeat(1_000_000))).toThrow("nested deeper than 64 levels");
  });

  it("keeps __proto__ as an ordinary key", () => {
    const value = parse('{"__proto__": {"polluted": true}}') as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
  });

  it("reads a text with six million escapes", () => {
    const text = "line\n".repeat(6_000_000);
    expect(parse(JSON.stringify({ text }))).toEqual({ text });
  }, 30_000);

  it("reads whatever JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value, undefined, 1);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("accepts nothing that JSON.parse refuses", () => {
    const letters = fc.constantFrom(...'{}[]":,\\ \n\ttrue0nul1-.e+u');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), (characters) => {
        const text = characters.join("");
        const accepted = outcome(() => parse(text));
        if (accepted !== undefined) expect(accepted).toEqual(outcome(() => JSON.parse(text)));
        else expect(accepted).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });
});

function outcome(read: () => unknown): { readonly value: unknown } | undefined {
  try {
    return { value: read() };
  } catch {
    return undefined;
  }
}
