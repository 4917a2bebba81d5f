import { describe, expect, it } from "vitest";
import { openText, readNovel } from "./demo-books.ts";

describe("the novel of the demo", () => {
  it("has its numbered chapters, in plain paragraphs", async () => {
    const novel = await readNovel();
    expect(novel).toHaveLength(135);
    expect(novel[0]).toMatchObject({ number: 1, title: "Loomings." });
    expect(novel[0]?.text).toMatch(/^Call me Ishmael\. Some years ago—/);
    expect(novel.every(({ text }) => !/[^\n]\n[^\n]|\n{3}/.test(text))).toBe(true);
  });
});

describe("the opening of a text", () => {
  it("is followed by a rest that ends with a sentence", () => {
    // Of the six words of the rest, the fourth ends a sentence.
    expect(openText("a b c d e f. g h i", { openingWords: 2, restWords: 6 })).toEqual({
      opening: "a b",
      rest: "c d e f.",
    });
  });

  it("is followed by as many words as there are where no sentence ends late", () => {
    expect(openText("a b c. d e f g h", { openingWords: 2, restWords: 5 })).toEqual({
      opening: "a b",
      rest: "c. d e f g",
    });
  });
});
