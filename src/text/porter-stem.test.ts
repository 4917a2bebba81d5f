import { expect, it } from "vitest";

import { porterStem } from "./porter-stem.ts";

it("stems as NLTK documents it", () => {
  const words = ["caresses", "flies", "dies", "mules", "denied", "agreed", "owned", "humbled"];
  const stems = ["caress", "fli", "die", "mule", "deni", "agre", "own", "humbl"];
  expect(words.map(porterStem)).toEqual(stems);
});

it("keeps words of two characters, counted as written in code points", () => {
  expect(porterStem("As")).toBe("as");
  expect(porterStem("🙂s")).toBe("🙂s");
});

it("repeats step 2 after -alli", () => {
  expect(porterStem("constitutionally")).toBe("constitut");
});

it("treats characters beyond the basic plane as consonants, each by itself", () => {
  // Two different ones are no double consonant; two equal ones are, and lose one.
  expect(porterStem("a🙂🙃ing")).toBe("a🙂🙃");
  expect(porterStem("a🙂🙂ing")).toBe("a🙂");
});

it("stems a word of a million letters", () => {
  expect(porterStem(`${"y".repeat(1_000_000)}ing`)).toHaveLength(1_000_000);
});

it("drops the asterisk of a word that ends in *d, as the original does", () => {
  expect(porterStem("xa*ding")).toBe("xad");
});
