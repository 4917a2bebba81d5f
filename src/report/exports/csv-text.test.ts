import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvField, csvLine, csvText, readCsvText } from "./csv-text.ts";

describe("csvText", () => {
  it("guards what a spreadsheet would run", () => {
    expect(csvText("=1+1")).toBe(`"'=1+1"`);
    expect(csvText("+44")).toBe(`"'+44"`);
    expect(csvText("-5 degrees")).toBe(`"'-5 degrees"`);
    expect(csvText("@here")).toBe(`"'@here"`);
    expect(csvText("\tindented")).toBe(`"'\tindented"`);
    expect(csvText("\rcarriage")).toBe(`"'\rcarriage"`);
  });

  it("doubles quotes and keeps commas and line breaks inside", () => {
    expect(csvText('comma, "quote"\nand newline')).toBe('"comma, ""quote""\nand newline"');
  });

  it("leaves an apostrophe alone unless it stands before a formula", () => {
    expect(csvText("'tis")).toBe(`"'tis"`);
    expect(csvText("'=1")).toBe(`"''=1"`);
  });

  it("quotes texts, so that 007 stays text, and no number", () => {
    expect(csvLine(["007", 7, -0.25, undefined, ""])).toBe('"007",7,-0.25,,""\r\n');
    expect(csvField(1 / 3)).toBe("0.3333333333333333");
  });

  it("is undone by reading, for every text", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (texts) => {
        const [row] = parse(csvLine(texts)) as string[][];
        expect(row?.map(readCsvText)).toEqual(texts);
      }),
    );
  });
});
