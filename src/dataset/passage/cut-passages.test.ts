import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pythonWords } from "../../text/index.ts";
import { cutPassages } from "./cut-passages.ts";

const lengths = (passages: readonly string[]): number[] =>
  passages.map((text) => pythonWords(text).length);
/** A sentence of some words. */
const sentence = (words: number): string => `${"Word ".repeat(words - 1)}end.`;

describe("cutPassages", () => {
  it("cuts at the sentence end nearest to the middle of the range", () => {
    // Range 10–20, middle 15. Sentences of 6: 12 is 3 away, 18 is 3 away; the first is taken.
    expect(lengths(cutPassages(Array(5).fill(sentence(6)).join(" "), [10, 20]))).toEqual([12, 18]);
  });

  it("cuts a text without any line break at sentence ends only", () => {
    const text = Array.from({ length: 200 }, (_, index) => sentence(10 + (index % 30))).join(" ");
    const passages = cutPassages(text, [150, 300]);
    expect(passages.join(" ")).toBe(text);
    for (const passage of passages) expect(passage).toMatch(/end\.$/);
    for (const words of lengths(passages).slice(0, -1)) {
      expect(words).toBeGreaterThanOrEqual(150);
      expect(words).toBeLessThanOrEqual(300);
    }
  });

  it("prefers the first paragraph end in the range, marked by a blank line", () => {
    const text = `${sentence(6)} ${sentence(5)}\n\n${sentence(6)} ${sentence(9)}`;
    expect(lengths(cutPassages(text, [10, 20]))).toEqual([11, 15]);
  });

  it("takes a line break after a sentence for a paragraph end, and one inside it for a space", () => {
    const text = `Word\n${sentence(12)}\n${sentence(5)} ${sentence(12)}`;
    expect(lengths(cutPassages(text, [10, 20]))).toEqual([13, 17]);
  });

  it("joins a rest that is too short to the last passage", () => {
    // 15 + 15 + 4: the last 4 make no passage.
    expect(lengths(cutPassages([15, 15, 4].map(sentence).join(" "), [10, 20]))).toEqual([15, 19]);
  });

  it("gives a text that is too short whole, and nothing for a blank one", () => {
    expect(cutPassages(" Too short. ", [10, 20])).toEqual(["Too short."]);
    expect(cutPassages(" \n\n ", [10, 20])).toEqual([]);
    expect(cutPassages("", [10, 20])).toEqual([]);
  });

  it("cuts a sentence without end at a semicolon, else at a comma, else at a word", () => {
    const run = (mark: string): string => `${"a ".repeat(13)}a${mark} ${"b ".repeat(20)}`;
    expect(cutPassages(run(";"), [10, 30])[0]).toMatch(/a;$/);
    expect(cutPassages(run(","), [10, 30])[0]).toMatch(/a,$/);
    expect(lengths(cutPassages("a ".repeat(100), [10, 30]))).toEqual([20, 20, 20, 20, 20]);
  });

  it("loses no word and keeps to the range, whatever the text", () => {
    const unit = fc.constantFrom("a ", "bc ", "D. ", "e;", " f, ", "\n", "\n\n", "\u0085", "g! ");
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 400 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(40),
        (units, min, wider) => {
          const text = units.join("");
          const max = min + wider;
          const passages = cutPassages(text, [min, max]);
          expect(passages.flatMap(pythonWords)).toEqual(pythonWords(text));
          const counts = lengths(passages);
          for (const words of counts.slice(0, -1)) {
            expect(words).toBeGreaterThanOrEqual(min);
            expect(words).toBeLessThanOrEqual(max);
          }
          expect(counts.at(-1) ?? 0).toBeLessThan(max + min);
        },
      ),
    );
  });
});
