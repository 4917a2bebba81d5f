import { describe, expect, it } from "vitest";
import { fitDecay } from "./fit-decay.ts";
import { variantRules } from "./gapelmaper-variants.ts";

const lags = variantRules("longhand").lagsAt(20_001);

function fitted(curve: (lag: number) => number): ReturnType<typeof fitDecay> {
  return fitDecay({ lags, correlations: lags.map(curve) }, { dropping: "each" });
}

describe("fitDecay", () => {
  it("fits a power law exactly and tells the exponential law's error", () => {
    const { ratio, power, exponential } = fitted((lag) => lag ** -0.5);
    expect(power?.slope).toBeCloseTo(-0.5, 12);
    expect(power?.mape).toBeLessThan(1e-12);
    expect(exponential?.mape).toBeCloseTo(0.5116092465, 10);
    expect(ratio).toBeLessThan(1e-11);
  });

  it("has no ratio where the exponential law fits exactly", () => {
    const { ratio, reason, power } = fitted((lag) => Math.exp(-lag / 2000));
    expect(power?.mape).toBeCloseTo(0.8373427193, 10);
    expect(reason).toBe("exponential-exact");
    expect(ratio).toBeUndefined();
  });

  it("gives values measured elsewhere for a power law on a floor", () => {
    const { ratio, power, exponential } = fitted((lag) => 0.1 * lag ** -0.5 + 0.008);
    expect(power?.mape).toBeCloseTo(0.07770482, 8);
    expect(exponential?.mape).toBeCloseTo(0.24811258, 8);
    expect(ratio).toBeCloseTo(0.31318371, 8);
  });

  it("gives values measured elsewhere at the lags of the other variants", () => {
    for (const [variant, mape] of [
      ["reference", 1.2127417908],
      ["proposal-28", 0.529723729],
    ] as const) {
      const own = variantRules(variant).lagsAt(50_000);
      const correlations = own.map((lag) => lag ** -0.5);
      const { exponential } = fitDecay({ lags: own, correlations }, { dropping: "each" });
      // Measured with an iterative fit, which differs by up to 1e-7.
      expect(exponential?.mape).toBeCloseTo(mape, 6);
    }
  });

  it("has no shape to fit where C is the same everywhere", () => {
    expect(fitted(() => 0.3)).toMatchObject({ reason: "no-variation", used: 188 });
  });

  it("drops lags with C of 0 or less, or all up to the last of them", () => {
    const values = { lags: [1, 2, 3, 4, 5, 6], correlations: [0.5, -0.1, 0.3, 1e-13, 0.2, 0.1] };
    const used = (dropping: "each" | "through-last"): readonly number[] =>
      fitDecay(values, { dropping, minPoints: 2 })
        .points.filter((point) => point.used)
        .map((point) => point.lag);
    expect(used("each")).toEqual([1, 3, 5, 6]);
    expect(used("through-last")).toEqual([5, 6]);
  });

  it("needs 20 points unless told otherwise", () => {
    const few = { lags: lags.slice(0, 19), correlations: lags.slice(0, 19).map((lag) => 1 / lag) };
    expect(fitDecay(few, { dropping: "each" })).toMatchObject({ reason: "few-points", used: 19 });
  });
});
