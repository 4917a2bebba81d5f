import { describe, expect, it } from "vitest";
import { randomStream } from "../foundation/index.ts";
import { roundAndRound, shuffledSentences, stretchesOf } from "./long-texts.ts";

const CHAPTERS = ["one two three", "four five", "six seven eight", "nine"].map((text, at) => ({
  number: at + 1,
  title: `Chapter ${at + 1}`,
  text,
}));

describe("stretches of a novel", () => {
  it("hold whole chapters until they are long enough", () => {
    // 3 + 2 words reach 4; 3 + 1 words reach 4.
    expect(stretchesOf(CHAPTERS, { count: 5, words: 4 })).toEqual([
      "one two three\n\nfour five",
      "six seven eight\n\nnine",
    ]);
  });

  it("are no more than were asked for, and none is too short", () => {
    expect(stretchesOf(CHAPTERS, { count: 1, words: 4 })).toHaveLength(1);
    expect(stretchesOf(CHAPTERS, { count: 2, words: 7 })).toEqual([
      "one two three\n\nfour five\n\nsix seven eight",
    ]);
  });
});

describe("sentences out of order", () => {
  it("are all there, and the same for the same seed", () => {
    const text = "One came. Two went. Three stayed. Four slept. Five woke.";
    const mixed = shuffledSentences(text, randomStream(1));
    expect(mixed).not.toBe(text);
    expect(mixed.split(/(?<=\.) /).sort()).toEqual(text.split(/(?<=\.) /).sort());
    expect(shuffledSentences(text, randomStream(1))).toBe(mixed);
  });
});

describe("saying the same again and again", () => {
  it("goes on until there are enough words", () => {
    expect(roundAndRound(["a b", "c"], 7)).toBe("a b\n\nc\n\na b\n\nc\n\na b\n\nc");
  });

  it("has nothing to say without words", () => {
    expect(roundAndRound(["", " "], 7)).toBe("");
  });
});
