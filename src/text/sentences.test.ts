import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitSentences } from "./sentences.ts";

describe("splitSentences", () => {
  it("splits after end marks that white space follows", () => {
    expect(splitSentences("One. Two! Three? Four")).toEqual(["One. ", "Two! ", "Three? ", "Four"]);
  });

  it("keeps closing quotes and brackets with their sentence", () => {
    expect(splitSentences('He said "Go." Then (Stop!) It ended.')).toEqual([
      'He said "Go." ',
      "Then (Stop!) ",
      "It ended.",
    ]);
  });

  it("does not split after abbreviations, initials and dotted short forms", () => {
    const whole = "Mr. John Q. Adams of the U.S. Senate met Gen. Lee on No. 5 Main St. North.";
    expect(splitSentences(whole)).toEqual([whole]);
  });

  it("does not split before a lower-case letter or inside a number", () => {
    expect(splitSentences("It cost 3.50 dollars. ok? yes.")).toEqual([
      "It cost 3.50 dollars. ok? yes.",
    ]);
  });

  it("splits after I, and across line breaks", () => {
    expect(splitSentences("So do I. We\nall do.\n\nEnd.")).toEqual([
      "So do I. ",
      "We\nall do.\n\n",
      "End.",
    ]);
  });

  it("splits Chinese and Japanese, which write no spaces", () => {
    expect(splitSentences("國道三號。大甲！「好。」完")).toEqual([
      "國道三號。",
      "大甲！",
      "「好。」",
      "完",
    ]);
  });

  it("gives nothing for an empty text", () => {
    expect(splitSentences("")).toEqual([]);
  });

  it("loses no character of any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "B", ".", "!", " ", "\n", "。", '"') }),
        (text) => {
          const sentences = splitSentences(text);
          expect(sentences.join("")).toBe(text);
          expect(sentences).not.toContain("");
        },
      ),
    );
  });

  it("takes a megabyte without end marks, or of nothing but end marks", () => {
    const long = "word ".repeat(200_000);
    expect(splitSentences(long)).toEqual([long]);
    expect(splitSentences(".".repeat(1_000_000))).toHaveLength(1);
  });
});
