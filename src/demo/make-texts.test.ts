import { describe, expect, it } from "vitest";
import { mostLike } from "./make-texts.ts";

describe("the earlier passage that is most like an opening", () => {
  it("shares the largest part of its words with it", () => {
    // "the ship sails" has 2 of 3 words in the opening, the long one 3 of 6.
    const passages = ["a whale came", "the ship sails", "the ship at sea was lost"];
    expect(mostLike("The ship, the sea", passages)).toBe("the ship sails");
  });

  it("is the first of equals, and an empty text where there are none", () => {
    expect(mostLike("x", ["a b", "c d"])).toBe("a b");
    expect(mostLike("x", [])).toBe("");
  });
});
