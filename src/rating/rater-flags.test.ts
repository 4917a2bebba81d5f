import { describe, expect, it } from "vitest";
import { type CompleteReading, flagRaters } from "./rater-flags.ts";

const RULE = { tooFastShare: 0.5, straightLiningShare: 0.9, controlMisses: 2, minTexts: 3 };

function reading(text: string, changes: Partial<CompleteReading> = {}): CompleteReading {
  const answers = { fluency: { value: 4 }, coherence: { value: 3 } };
  // 9,000 words at 900 a minute take ten minutes.
  return { rater: "r1", text, words: 9000, readMs: 600_000, answers, ...changes };
}

describe("flagRaters", () => {
  it("flags texts that nobody can have read in the time", () => {
    const [flags] = flagRaters(
      [reading("a"), reading("b", { readMs: 599_999 }), reading("c", { readMs: 0 }), reading("d")],
      RULE,
    );
    expect(flags).toMatchObject({ texts: 4, tooFast: ["b", "c"], reasons: ["too-fast"] });
  });

  it("flags one and the same mark throughout, and leaves out who does nothing else", () => {
    const answers = { fluency: { value: 3 }, coherence: { value: 3 } };
    const lined = ["a", "b", "c"].map((text) => reading(text, { answers }));
    expect(flagRaters(lined, RULE)[0]).toMatchObject({
      straightLined: ["a", "b", "c"],
      reasons: ["straight-lining"],
    });
    // Three of four are less than nine tenths.
    expect(flagRaters([...lined, reading("d")], RULE)[0]?.reasons).toEqual([]);
  });

  it("draws no conclusion from few texts", () => {
    expect(flagRaters([reading("a", { readMs: 0 })], RULE)[0]).toMatchObject({
      tooFast: ["a"],
      reasons: [],
    });
  });

  it("counts controls with an answer outside what is expected, and only those", () => {
    const expected = { coherence: { most: 2 } };
    const controls = [reading("x", { expected }), reading("y", { expected, readMs: 0 })];
    const [flags] = flagRaters(
      [...controls, reading("z", { expected: { fluency: { least: 2 } } })],
      RULE,
    );
    expect(flags).toMatchObject({
      texts: 0,
      tooFast: [],
      controlMisses: ["x", "y"],
      reasons: ["control-misses"],
    });
  });

  it("takes an answer that could not be given for no miss and no line", () => {
    const answers = { fluency: { cannotJudge: "cut" }, coherence: { cannotJudge: "cut" } };
    const found = flagRaters([reading("x", { answers, expected: { fluency: { most: 1 } } })], RULE);
    expect(found[0]).toMatchObject({ controlMisses: [], straightLined: [] });
  });
});
