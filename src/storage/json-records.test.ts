import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonRecord } from "./json-record-scan.ts";
import { jsonRecords } from "./json-records.ts";

/** The records of a text that comes in pieces of so many bytes. */
async function recordsOf(text: string, pieceBytes = 1 << 20): Promise<JsonRecord[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const found: JsonRecord[] = [];
  for await (const record of jsonRecords(pieces())) found.push(record);
  return found;
}

function shown({ bytes, line, fault }: JsonRecord): string {
  return `${line} ${fault ?? bytes.toString("utf8")}`;
}

async function shownOf(text: string): Promise<string[]> {
  return (await recordsOf(text)).map(shown);
}

describe("jsonRecords", () => {
  it.each([
    ["one a line", '{"a":1}\n{"b":2}\n', ['1 {"a":1}', '2 {"b":2}']],
    ["one a line without a last feed", '{"a":1}\r\n{"b":2}', ['1 {"a":1}', '2 {"b":2}']],
    ["a list with commas at the ends", '[\n{"a":1},\n{"b":2}\n]\n', ['2 {"a":1}', '3 {"b":2}']],
    ["a list with leading commas", '[\n{"a":1}\n,{"b":2}\n]', ['2 {"a":1}', '3 {"b":2}']],
    ["a list on one line", '[{"a":1},{"b":[{}]}]', ['1 {"a":1}', '1 {"b":[{}]}']],
    ["joined, without commas", '{\n"a":1\n}{\n"b":2\n}', ['1 {\n"a":1\n}', '3 {\n"b":2\n}']],
    ["a comma after the last", '[ {"a":1}, ]', ['1 {"a":1}']],
    ["a byte-order mark", '\ufeff[{"a":1}]', ['1 {"a":1}']],
    [
      "braces and quotes in texts",
      '{"a":"}{\\"]","b":"\\\\"}\n{}',
      ['1 {"a":"}{\\"]","b":"\\\\"}', "2 {}"],
    ],
    ["nothing", " \n", []],
  ])("finds records in %s", async (_, text, expected) => {
    expect(await shownOf(text)).toEqual(expected);
  });

  it("notes brackets outside of texts, and only those", async () => {
    const [record] = await recordsOf('{"a":NumberInt(1),"b":"f(x)","c":ISODate("2(")}');
    // {"a":NumberInt is 14 bytes; …,"b":"f(x)","c":ISODate 26 more.
    expect(record?.calls).toEqual([14, 40]);
  });

  it("loses one line only where each line is a record and one is not closed", async () => {
    const text = '{"a":1}\n{"b":"open\n{"c":3\n{"d":4}\nwords\n{"e":5}';
    expect(await shownOf(text)).toEqual([
      '1 {"a":1}',
      "2 a text is not closed on its line",
      "3 the record is not closed before the next one",
      '4 {"d":4}',
      "5 this is no object",
      '6 {"e":5}',
    ]);
  });

  it("goes on at the next record of a list over many lines after a text that is not closed", async () => {
    const text = '[\n{\n  "a": "open,\n  "x": {}\n},\n{\n  "b": 2\n}\n]';
    expect(await shownOf(text)).toEqual(["2 a text is not closed on its line", '6 {\n  "b": 2\n}']);
  });

  it("goes back to the next record after one whose brace is missing", async () => {
    const text = '[\n{\n  "a": {\n    "x": 1\n},\n{\n  "b": 2\n},\n{\n  "c": 3\n}\n]';
    expect(await shownOf(text)).toEqual([
      "2 the record is not closed before the next one",
      '6 {\n  "b": 2\n}',
      '9 {\n  "c": 3\n}',
    ]);
  });

  it("says that the last record is cut off", async () => {
    expect(await shownOf('[{"a":1},{"b":"x\\')).toEqual(['1 {"a":1}', "1 the record is cut off"]);
  });

  it("can go on behind any record", async () => {
    const text = '[\n{"a":1},\n{\n"b":2},{"c":"é"}\n,{"d":4}]';
    const all = await recordsOf(text);
    expect(all.map(shown)).toHaveLength(4);
    for (const [at, { endByte, endLine }] of all.entries()) {
      async function* rest() {
        yield Buffer.from(text).subarray(endByte);
      }
      const found: JsonRecord[] = [];
      for await (const record of jsonRecords(rest(), { startByte: endByte, line: endLine })) {
        found.push(record);
      }
      expect(found.map(shown)).toEqual(all.slice(at + 1).map(shown));
      expect(found.map(({ startByte }) => startByte)).toEqual(
        all.slice(at + 1).map(({ startByte }) => startByte),
      );
    }
  });

  const layouts = fc.constantFrom<(texts: readonly string[]) => string>(
    (texts) => texts.join("\n"),
    (texts) => `[${texts.join(",")}]`,
    (texts) => `[\n${texts.join(",\n")}\n]`,
    (texts) => `[\n${texts.join("\n,")}\n]\n`,
    (texts) => texts.join(""),
  );
  const records = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 6 });

  it("gives back what was written, in any layout, indentation and size of pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        records,
        layouts,
        fc.nat(2),
        fc.integer({ min: 1, max: 40 }),
        async (...given) => {
          const [values, layout, indent, pieceBytes] = given;
          const text = layout(values.map((value) => JSON.stringify(value, null, indent)));
          const found = await recordsOf(text, pieceBytes);
          const read = found.map(({ bytes }) => JSON.parse(bytes.toString("utf8")));
          expect(read).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))));
        },
      ),
    );
  });
});
