import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "../../storage/index.ts";
import { pythonWords } from "../../text/index.ts";
import { type RecordScanner, recordScanner, VALUE_KINDS } from "./record-scan.ts";

const plain = recordScanner([]);

function scan(scanner: RecordScanner, lines: string): boolean {
  scanner.load(Buffer.from(lines));
  return scanner.scan(0);
}

const accepts = (line: string): boolean => scan(plain, `${line}\n`);

function strictly(line: string): unknown {
  try {
    return parseStrictJson(line, { file: "x", line: 1 });
  } catch {
    return undefined;
  }
}

function hasEscapedKey(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  const isEscaped = keys.some((key) => JSON.stringify(key).includes("\\"));
  return isEscaped || Object.values(value).some(hasEscapedKey);
}

describe("recordScanner", () => {
  it.each([
    "{}",
    ' {"a": 1, "b": [], "c": {"a": {}}} \r',
    '{"a": -0.5e+10, "b": true, "c": null, "d": [1, {"x": "y"}]}',
    '{"a": "\\u00e9 \\" \\\\ \\n é 🎉"}',
    '{"__proto__": 1, "constructor": 2}',
  ])("accepts %s", (line) => {
    expect(accepts(line)).toBe(true);
    expect(strictly(line)).toBeDefined();
  });

  it.each([
    "",
    "[]",
    '"a"',
    '{"a": 1',
    '{"a": 1} {}',
    '{"a": 1,}',
    '{"a": [1,]}',
    '{"a": NaN}',
    '{"a": 01}',
    '{"a": 1.}',
    '{"a": .5}',
    '{"a": tru}',
    '{"a": truer}',
    "{'a': 1}",
    '{"a": 1, "a": 2}',
    '{"b": {"a": 1, "c": 3, "a": 2}}',
    '{"a": 1, "\\u0061": 2}',
    '{"a": "raw\ttab"}',
    '{"a": "\\x"}',
    '{"a": "half \\ud800"}',
    '{"a" 1}',
    '{"a": 1 "b": 2}',
    `${'{"a":'.repeat(65)}1${"}".repeat(65)}`,
  ])("wants a closer look at %s", (line) => {
    expect(accepts(line)).toBe(false);
  });

  it("finds the values of the keys it looks for, of the record itself only", () => {
    const scanner = recordScanner(["text", "stars", "none", "list", "gone"]);
    const line =
      '{"x": {"stars": 1}, "text": "so it is", "stars": 4.5, "none": null, "list": [1]}\n';
    expect(scan(scanner, line)).toBe(true);
    const { bytes, kinds, starts, ends } = scanner.found;
    const { text, number, nothing, nested, absent } = VALUE_KINDS;
    expect([...kinds].slice(0, 5)).toEqual([text, number, nothing, nested, absent]);
    const values = [0, 1, 3].map((key) =>
      Buffer.from(bytes.slice(starts[key], ends[key])).toString(),
    );
    expect(values).toEqual(["so it is", "4.5", "[1]"]);
  });

  it("accepts every object that JSON.stringify writes, unless it holds halves of characters", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (record) => {
        const line = JSON.stringify(record);
        expect(accepts(line) || hasEscapedKey(record)).toBe(true);
      }),
    );
  });

  it("never accepts what strict reading refuses", () => {
    const broken = fc
      .tuple(
        fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue({ maxDepth: 3 })),
        fc.nat(),
        fc.constantFrom("", '"', "{", "}", ",", "[", "]", ":", "\\", "0", "e", "\t", '"a":1,'),
        fc.nat(3),
      )
      .map(([record, at, piece, cut]) => {
        const line = JSON.stringify(record);
        const place = at % (line.length + 1);
        return line.slice(0, place) + piece + line.slice(place + cut);
      });
    fc.assert(
      fc.property(broken, (line) => {
        expect(accepts(line) && strictly(line) === undefined).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("counts the words of texts as Python does", () => {
    const scanner = recordScanner(["a", "b"]);
    // Escaped and plain white space, also beyond ASCII; U+FEFF, U+200B and \\b are no white space to Python.
    const line =
      '{"a": " one\\ntwo \\u0085\\u3000three\u00a0four\u2003five\u205fsix ", "b": "\u00e9\ufeffx\\bx\u200by \u4e2d"}\n';
    expect(scan(scanner, line)).toBe(true);
    expect([...scanner.found.words].slice(0, 2)).toEqual([6, 2]);
  });

  it("counts the words of any text as its parsed form has them", () => {
    const spaces = [
      " ",
      "\n",
      "\t",
      "\u001c",
      "\u0085",
      "\u00a0",
      "\u1680",
      "\u2000",
      "\u200a",
      "\u2028",
      "\u202f",
      "\u205f",
      "\u3000",
    ];
    const others = [
      "a",
      "\u00e9",
      "\u00c2",
      "\u200b",
      "\u180e",
      "\ufeff",
      "\u{1f389}",
      "\\",
      '"',
      "\b",
      "\u1681",
      "\u3001",
    ];
    const texts = fc.array(fc.constantFrom(...spaces, ...others), { maxLength: 30 });
    const scanner = recordScanner(["a"]);
    fc.assert(
      fc.property(texts, fc.boolean(), (characters, isEscaped) => {
        const text = characters.join("");
        const json = JSON.stringify(text);
        const written = isEscaped
          ? json.replace(
              /[\u0080-\ud7ff\ue000-\uffff]/g,
              (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
            )
          : json;
        expect(scan(scanner, `{"a": ${written}}\n`)).toBe(true);
        expect(scanner.found.words[0]).toBe(pythonWords(text).length);
      }),
    );
  });
});
