import { describe, expect, it } from "vitest";
import { type PageItem, pageParagraphs } from "./page-paragraphs.ts";

/** Lines from the top of a page, with the gap above each and how far it is set in. */
function page(...lines: readonly (readonly [string, number, number?])[]): PageItem[] {
  let y = 700;
  return lines.map(([str, gap, indent = 0]) => {
    y -= gap;
    return { str, x: 72 + indent, y, fontSize: 10 };
  });
}

describe("pageParagraphs", () => {
  it("joins lines at the usual distance, and begins a paragraph at a larger one", () => {
    expect(
      pageParagraphs([page(["One", 0], ["two", 12], ["three", 12], ["Four", 20], ["five", 12])]),
    ).toBe("One two three\n\nFour five");
  });

  it("takes the distance that is usual in the document, double spacing too", () => {
    expect(pageParagraphs([page(["One", 0], ["two", 24], ["Three", 40], ["four", 24])])).toBe(
      "One two\n\nThree four",
    );
  });

  it("begins a paragraph at a line that is set in", () => {
    const lines = page(["One", 0, 15], ["two", 12], ["three", 12], ["Four", 12, 15], ["five", 12]);
    expect(pageParagraphs([lines])).toBe("One two three\n\nFour five");
  });

  it("makes broken words whole and keeps other hyphens", () => {
    expect(pageParagraphs([page(["an exam-", 0], ["ple of 1990-", 12], ["2000", 12])])).toBe(
      "an example of 1990- 2000",
    );
  });

  it("joins the pieces of one line and leaves blank pages out", () => {
    const pieces = ["One", " ", "line."].map((str, at) => ({
      str,
      x: at * 20,
      y: 9,
      fontSize: 10,
    }));
    expect(pageParagraphs([pieces, [], page(["Next.", 0])])).toBe("One line.\n\nNext.");
  });
});
