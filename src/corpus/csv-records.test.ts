import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvRecord, csvRecords } from "./csv-records.ts";
import { textLines } from "./text-lines.ts";

async function* inPieces(text: string, units: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += units) yield text.slice(at, at + units);
}

async function read(text: string, units = 1_000): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of csvRecords(textLines(inPieces(text, units)), ","))
    records.push(record);
  return records;
}

describe("csvRecords", () => {
  it("reads quoted delimiters, quotes and line ends, and says where a record begins", async () => {
    expect(await read('a,"b, ""c""\nd"\n"",e\n')).toEqual([
      { kind: "record", fields: ["a", 'b, "c"\nd'], line: 1 },
      { kind: "record", fields: ["", "e"], line: 3 },
    ]);
  });

  it("goes on after a quote in an unquoted field", async () => {
    expect(await read('a,5" pipe\nb,c\n')).toMatchObject([
      { kind: "fault", reason: "stray-quote", line: 1, column: 4, lastLine: 1 },
      { kind: "record", fields: ["b", "c"], line: 2 },
    ]);
  });

  it("goes on after text behind a closing quote", async () => {
    expect(await read('a,"abc"d\nb,"fine"\n')).toMatchObject([
      { kind: "fault", reason: "stray-quote", line: 1, column: 8 },
      { kind: "record", fields: ["b", "fine"] },
    ]);
  });

  it("places an unclosed quote where it was opened, and says which lines it took along", async () => {
    expect(await read('a,"never ends\nb,"Quoted"\nc,"plain"\n')).toMatchObject([
      {
        kind: "fault",
        reason: "unclosed-quote",
        line: 1,
        column: 3,
        lastLine: 2,
        message:
          'the quote opened here meets "Q" after a quote on line 2; lines 1 to 2 were not read',
      },
      { kind: "record", fields: ["c", "plain"], line: 3 },
    ]);
  });

  it("ends lines at CR LF, LF and a lone CR alike, wherever the text is cut in pieces", async () => {
    const expected = [
      { kind: "record", fields: ["a", "b\nc"], line: 1 },
      { kind: "record", fields: ["d", "e"], line: 3 },
      { kind: "blank", line: 4 },
      { kind: "record", fields: ["f", "g"], line: 5 },
    ];
    for (const units of [1, 2, 3, 100]) {
      expect(await read('a,"b\r\nc"\r\nd,e\r\rf,g\r\n', units)).toEqual(expected);
    }
  });

  it("agrees with csv-parse on every table without a fault", async () => {
    const cell = fc.array(fc.constantFrom("a", "ü", '"', ",", "\n", " ", "😀"), { maxLength: 6 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 9 }), async (rows, units) => {
        const text = rows
          .map((row) => row.map((cells) => `"${cells.join("").replaceAll('"', '""')}"`).join(","))
          .join("\n");
        const ours = (await read(text, units)).map((record) =>
          record.kind === "record" ? record.fields : record,
        );
        expect(ours).toEqual(parse(text, { relax_column_count: true }));
      }),
    );
  });
});

describe("textLines", () => {
  it("refuses a line that no memory should hold", async () => {
    async function* endless(): AsyncGenerator<string> {
      for (let piece = 0; piece < 70; piece++) yield "x".repeat(1024 * 1024);
    }
    const lines = textLines(endless());
    await expect(lines.next()).rejects.toMatchObject({ code: "line-too-long" });
  }, 30_000);
});
