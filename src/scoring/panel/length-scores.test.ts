import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { lengthScore, lifebenchLengthScore } from "./length-scores.ts";
import type { PanelScore } from "./panel-score.ts";

const outcomeOf = (score: PanelScore): unknown =>
  score.status === "scored" ? score.value : score.reason;

describe("lengthScore", () => {
  it.each([
    // l′ < l: 1 − (1000/500 − 1)/2; 1 − (1000/800 − 1)/2
    [500, 50],
    [800, 87.5],
    [1000, 100],
    // l′ > l: 1 − (1.5 − 1)/3; 1 − (4 − 1)/3
    [1500, 100 * (5 / 6)],
    [4000, 0],
    [9000, 0],
    [333, 0],
  ])("gives %i words of 1000 a score of %d", (writtenWords, expected) => {
    expect(outcomeOf(lengthScore({ writtenWords, askedWords: 1000 }))).toBeCloseTo(expected, 12);
  });
});

describe("lifebenchLengthScore", () => {
  it.each([
    // D = −0.5: e^(5·−0.5) = e^(−2.5); D = 0.5: e^(−2·0.5) = e^(−1)
    [500, 8.20849986238988],
    [1000, 100],
    [1500, 36.787944117144235],
  ])("gives %i words of 1000 a score of %d", (writtenWords, expected) => {
    expect(outcomeOf(lifebenchLengthScore({ writtenWords, askedWords: 1000 }))).toBeCloseTo(
      expected,
      10,
    );
  });
});

describe.each([
  ["lengthScore", lengthScore],
  ["lifebenchLengthScore", lifebenchLengthScore],
])("%s", (_, score) => {
  it("is highest at the very number, and falls with the distance on either side", () => {
    const lengths = fc.tuple(fc.integer({ min: 2, max: 5000 }), fc.integer({ min: 1, max: 5000 }));
    fc.assert(
      fc.property(lengths, ([askedWords, distance]) => {
        const at = (writtenWords: number): number =>
          Number(outcomeOf(score({ writtenWords, askedWords })));
        expect(at(askedWords)).toBe(100);
        expect(at(askedWords + distance)).toBeLessThan(100);
        expect(at(askedWords + distance + 1)).toBeLessThanOrEqual(at(askedWords + distance));
        if (distance + 1 >= askedWords) return;
        expect(at(askedWords - distance)).toBeLessThan(100);
        expect(at(askedWords - distance - 1)).toBeLessThanOrEqual(at(askedWords - distance));
      }),
      { seed: 5 },
    );
  });

  it("leaves a text without words unscored, and refuses a length that is none", () => {
    expect(outcomeOf(score({ writtenWords: 0, askedWords: 10 }))).toBe("no-words");
    const wrong = [
      { writtenWords: 10, askedWords: 0 },
      { writtenWords: 10, askedWords: 1.5 },
      { writtenWords: -1, askedWords: 10 },
      { writtenWords: Number.NaN, askedWords: 10 },
    ];
    for (const lengths of wrong) {
      expect(() => score(lengths)).toThrow(expect.objectContaining({ code: "invalid-option" }));
    }
  });

  it("names itself and its words in the signature", () => {
    const { signature } = score({ writtenWords: 10, askedWords: 10 });
    expect(signature).toMatch(/^l[a-z-]+\|impl:[a-z]+\|tok:unicode-words\|v:1$/);
  });
});
