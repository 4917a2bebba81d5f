import { describe, expect, it } from "vitest";
import { randomStream } from "../foundation/index.ts";
import { summariseSample } from "./summarise-sample.ts";

/** Skewed scores from 0 to 1. */
function scores(n: number): number[] {
  const random = randomStream("expansion", n);
  return Array.from({ length: n }, () => random.next() ** 3);
}

const random = () => randomStream("expansion-draws");

describe("the interval by expansion", () => {
  it("is the limit of the percentile interval: nearer than the chance of its draws", () => {
    const values = scores(400);
    const by = (method: "percentile" | "expansion") =>
      summariseSample({ values, resamples: 200_000, random: random(), method });
    const [drawn, computed] = [by("percentile"), by("expansion")];
    const error = (drawn.sd ?? 0) / 20;
    // An end drawn 200,000 times has a standard deviation of 0.006 standard errors.
    expect(Math.abs((drawn.ciLow ?? 0) - (computed.ciLow ?? 1))).toBeLessThan(0.02 * error);
    expect(Math.abs((drawn.ciHigh ?? 0) - (computed.ciHigh ?? 1))).toBeLessThan(0.02 * error);
    expect([drawn.method, computed.method]).toEqual([undefined, "expansion"]);
  });

  it("leans to the side of the long tail", () => {
    const summary = summariseSample({
      values: scores(100),
      resamples: 1,
      random: random(),
      method: "expansion",
    });
    const { mean = 0, ciLow = 0, ciHigh = 0 } = summary;
    expect(ciHigh - mean).toBeGreaterThan(mean - ciLow);
  });

  it("resamples whole users as the drawn interval does", () => {
    const values = scores(600);
    const clusters = values.map((_, index) => Math.floor(Math.sqrt(index)));
    const by = (method: "percentile" | "expansion") =>
      summariseSample({ values, clusters, resamples: 50_000, random: random(), method });
    const [drawn, computed] = [by("percentile"), by("expansion")];
    const width = (drawn.ciHigh ?? 0) - (drawn.ciLow ?? 0);
    expect(Math.abs((drawn.ciLow ?? 0) - (computed.ciLow ?? 1))).toBeLessThan(0.05 * width);
    expect(Math.abs((drawn.ciHigh ?? 0) - (computed.ciHigh ?? 1))).toBeLessThan(0.05 * width);
  });

  it("is drawn after all where a few values decide the mean", () => {
    // A share p = 2/3000 has skewness (1 − 2p)/√(p(1 − p)) ≈ 38.7; over 6√3000 that is 0.118.
    const values = Array.from({ length: 3_000 }, (_, index) => (index < 2 ? 1 : 0));
    const summary = summariseSample({
      values,
      resamples: 500,
      random: random(),
      method: "expansion",
    });
    expect(summary.method).toBe("percentile");
    expect(summary.ciLow).toBe(0);
  });

  it("gives a constant the interval of that constant", () => {
    const summary = summariseSample({
      values: [2, 2, 2, 2, 2],
      resamples: 1,
      random: random(),
      method: "expansion",
    });
    expect([summary.ciLow, summary.ciHigh]).toEqual([2, 2]);
  });
});
