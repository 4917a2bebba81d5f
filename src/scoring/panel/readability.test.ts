import { describe, expect, it } from "vitest";
import { readability } from "./readability.ts";

describe("readability", () => {
  it("matches a grade worked by hand", () => {
    // 10 words in 2 sentences; ba-ker and to-day have two syllables, which makes 12.
    // 0.39 · 5 + 11.8 · 1.2 − 15.59 = 0.52.
    const score = readability("The baker sat on the mat. It was warm today.");
    expect(score).toMatchObject({
      status: "scored",
      value: expect.closeTo(0.52, 10),
      sentenceWords: 5,
      wordSyllables: 1.2,
    });
  });

  it("rises with longer words and longer sentences", () => {
    const gradeOf = (text: string): number => {
      const score = readability(text);
      return score.status === "scored" ? score.value : Number.NaN;
    };
    const plain = gradeOf("We saw the sea. It was cold. We went home.");
    const learned = gradeOf(
      "Considerable institutional deliberation preceded the administrative determination that supplementary appropriations were unavoidable.",
    );
    expect(plain).toBeLessThan(2);
    expect(learned).toBeGreaterThan(20);
  });

  it("says why there is no grade, and counts a number as spoken", () => {
    expect(readability(" … ")).toMatchObject({ status: "unscored", reason: "no-words" });
    expect(readability("7 7.")).toMatchObject({ status: "scored", wordSyllables: 1 });
  });
});
