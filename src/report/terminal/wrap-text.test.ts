import { describe, expect, it } from "vitest";
import { wrapText } from "./wrap-text.ts";

describe("wrapText", () => {
  it("breaks between words and indents", () => {
    expect(wrapText("one two three four", { widthColumns: 11, first: "- ", rest: "  " })).toBe(
      "- one two\n  three\n  four",
    );
  });

  it("breaks a word that is wider than a line", () => {
    expect(wrapText("abcdefghijklmnopqrst", { widthColumns: 8 })).toBe("abcdefgh\nijklmnop\nqrst");
  });

  it("counts wide characters twice", () => {
    expect(wrapText("日本語日本 語", { widthColumns: 10 })).toBe("日本語日本\n語");
  });
});
