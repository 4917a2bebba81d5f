import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { distinctNgrams, repeatedNgrams } from "./ngram-variety.ts";

describe("repeatedNgrams", () => {
  it("matches a value worked by hand", () => {
    // Bigrams: the rain, rain fell, fell the, the rain, rain fell: 3 different ones of 5.
    expect(repeatedNgrams("The rain fell. The rain fell.", { order: 2 })).toEqual({
      status: "scored",
      signature: "rep-2|tok:unicode-words|win:10000|v:1",
      value: 0.4,
      windows: 1,
      full: false,
    });
  });

  it("takes the mean over full windows and leaves out the rest", () => {
    // Ten times one word: 1 − 1/10. Ten different words: 0. The five words after them do not count.
    const text = `${"rain ".repeat(10)} a b c d e f g h i j ${"rain ".repeat(5)}`;
    const score = repeatedNgrams(text, { order: 1, windowWords: 10 });
    expect(score).toMatchObject({ value: expect.closeTo(0.45, 12), windows: 2, full: true });
    expect(score.signature).toBe("rep-1|tok:unicode-words|win:10|v:1");
  });

  it("does not see n-grams across two windows", () => {
    const text = "a b c d e f g h i j a b c d e f g h i j";
    expect(repeatedNgrams(text, { order: 2, windowWords: 10 })).toMatchObject({ value: 0 });
    // In one window: 10 different bigrams (a b, …, i j, j a) of 19.
    expect(repeatedNgrams(text, { order: 2 })).toMatchObject({ value: 1 - 10 / 19 });
  });

  it("counts letters of any script, each Han character by itself, and no case", () => {
    expect(repeatedNgrams("Дождь дождь", { order: 1 })).toMatchObject({ value: 0.5 });
    expect(repeatedNgrams("国道国道", { order: 2 })).toMatchObject({ value: 1 - 2 / 3 });
  });

  it("leaves texts unscored that are too short, and refuses settings out of range", () => {
    expect(repeatedNgrams("...", { order: 1 })).toMatchObject({ reason: "no-words" });
    expect(repeatedNgrams("rain fell", { order: 3 })).toMatchObject({ reason: "too-few-words" });
    for (const options of [{ order: 0 }, { order: 10 }, { order: 2, windowWords: 9 }]) {
      expect(() => repeatedNgrams("rain", options)).toThrow(
        expect.objectContaining({ code: "invalid-option" }),
      );
    }
  });
});

describe("distinctNgrams", () => {
  it("matches a value worked by hand, in windows of its own", () => {
    const score = distinctNgrams("The rain fell. The rain fell.", { order: 2 });
    expect(score).toMatchObject({ value: 0.6, windows: 1, full: false });
    expect(score.signature).toBe("distinct-2|tok:unicode-words|win:2000|v:1");
  });

  it("is what rep-n leaves, and counts like a set of joined n-grams", () => {
    const words = fc.array(fc.constantFrom("a", "b", "c", "constructor"), { maxLength: 60 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 9 }), (list, order) => {
        fc.pre(list.length >= order);
        const text = list.join(" ");
        const grams = list.slice(order - 1).map((_, at) => list.slice(at, at + order).join(" "));
        const expected = new Set(grams).size / grams.length;
        const distinct = distinctNgrams(text, { order });
        expect(distinct).toMatchObject({ value: expected });
        expect(repeatedNgrams(text, { order })).toMatchObject({ value: 1 - expected });
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
