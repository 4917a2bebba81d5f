import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { firstWords, pythonStrip, pythonWords } from "./python-strings.ts";
import { wordsWithSpaces } from "./words-with-spaces.ts";

interface WordCase {
  readonly name: string;
  readonly text: string;
  readonly pythonWords: readonly string[];
  readonly firstTwo: string;
}

const cases = JSON.parse(readFileSync("tests/cases/prompt/word-limits.json", "utf8")) as WordCase[];

describe("words as Python splits them", () => {
  it.each(cases)("$name", ({ text, pythonWords: expected, firstTwo }) => {
    expect(pythonWords(text)).toEqual(expected);
    expect(firstWords(text, 2)).toBe(firstTwo);
    expect(wordsWithSpaces(text)).toHaveLength(expected.length);
  });

  it("keep their white space where it is wanted, so that nothing is lost", () => {
    expect(wordsWithSpaces(" one\u0085two\n\nthree ")).toEqual([" one\u0085", "two\n\n", "three "]);
  });

  it("strip the same white space at both ends, and nothing inside", () => {
    expect(pythonStrip("\u0085 \ufeffa  b\u001c\n")).toBe("\ufeffa  b");
    expect(pythonStrip(" \u3000 ")).toBe("");
  });
});
