import { describe, expect, it } from "vitest";
import { flagOf, optionWords } from "./option-flag.ts";

describe("flagOf", () => {
  it("writes an option as the command line spells it", () => {
    expect(["seed", "minReviewWords", "k"].map(flagOf)).toEqual([
      "--seed",
      "--min-review-words",
      "--k",
    ]);
  });
});

describe("optionWords", () => {
  it("names the flag first, and the library's name behind it", () => {
    expect(optionWords("splitShares")).toBe("--split-shares (splitShares)");
  });
});
