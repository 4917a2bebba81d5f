import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { randomStream, shuffled } from "../foundation/index.ts";
import { kendallTauB, rankCorrelationInterval, spearman } from "./rank-correlation.ts";

function numbers(found: ReturnType<typeof spearman>): number | string {
  return found.status === "defined" ? found.value : found.reason;
}

describe("rank correlations", () => {
  it("give values worked by hand", () => {
    // Of six pairs one is discordant: (5 − 1) / 6. Rank differences 0, 1, 1, 0: 1 − 6·2 / (4·15).
    const pairs = { x: [1, 2, 3, 4], y: [1, 3, 2, 4] };
    expect(numbers(kendallTauB(pairs))).toBeCloseTo(4 / 6, 12);
    expect(numbers(spearman(pairs))).toBeCloseTo(0.8, 12);
  });

  it("are 1 for the same order and −1 for the opposite", () => {
    const x = [3, 1, 4, 1.5, 9, 2.6];
    expect(numbers(kendallTauB({ x, y: x }))).toBe(1);
    expect(numbers(spearman({ x, y: x.map((value) => -value) }))).toBe(-1);
  });

  it("are undefined for one item and where a side does not vary", () => {
    expect(numbers(kendallTauB({ x: [1], y: [1] }))).toBe("too-few-pairs");
    expect(numbers(spearman({ x: [], y: [] }))).toBe("too-few-pairs");
    expect(numbers(kendallTauB({ x: [1, 1, 1], y: [1, 2, 3] }))).toBe("no-variation");
    expect(numbers(spearman({ x: [1, 2, 3], y: [0.5, 0.5, 0.5] }))).toBe("no-variation");
  });

  it("count pairs as the definition does, with ties", () => {
    const small = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 2, maxLength: 25 });
    fc.assert(
      fc.property(small, (items) => {
        const x = items.map(([value]) => value);
        const y = items.map(([, value]) => value);
        const found = kendallTauB({ x, y });
        const expected = tauByDefinition(x, y);
        if (found.status === "undefined") expect(expected).toBeNaN();
        else expect(found.value).toBeCloseTo(expected, 12);
      }),
    );
  });

  it("have an interval that holds them and does not depend on the order of the items", () => {
    const random = randomStream("items");
    const x = Array.from({ length: 30 }, () => random.next());
    const y = x.map((value) => value + random.next());
    const order = shuffled([...x.keys()], randomStream(5));
    const mixed = {
      x: order.map((item) => x[item] ?? 0),
      y: order.map((item) => y[item] ?? 0),
    };
    for (const kind of ["kendall", "spearman"] as const) {
      const bootstrap = () => ({ resamples: 500, random: randomStream(1, kind) });
      const interval = rankCorrelationInterval({ x, y }, kind, bootstrap());
      const value = Number(
        numbers(kind === "kendall" ? kendallTauB({ x, y }) : spearman({ x, y })),
      );
      expect(interval.ciLow).toBeLessThan(value);
      expect(interval.ciHigh).toBeGreaterThan(value);
      expect(rankCorrelationInterval(mixed, kind, bootstrap())).toEqual(interval);
    }
  });

  it("have no interval below five items or where they are undefined", () => {
    const bootstrap = { resamples: 100, random: randomStream(1) };
    const few = rankCorrelationInterval({ x: [1, 2, 3], y: [1, 3, 2] }, "kendall", bootstrap);
    expect(few.reason).toBe("n is below 5: no interval");
    const flat = rankCorrelationInterval({ x: [1, 1], y: [1, 2] }, "spearman", bootstrap);
    expect(flat.reason).toBe("no-variation");
  });

  it("refuse lists of unequal length and numbers that are not finite", () => {
    expect(() => spearman({ x: [1, 2], y: [1] })).toThrow(/2 values stand against 1/);
    expect(() => kendallTauB({ x: [1, Number.NaN], y: [1, 2] })).toThrow(/not finite/);
  });
});

function tauByDefinition(x: number[], y: number[]): number {
  let excess = 0;
  let untiedX = 0;
  let untiedY = 0;
  for (const i of x.keys()) {
    for (let j = 0; j < i; j++) {
      const alongX = Math.sign((x[i] ?? 0) - (x[j] ?? 0));
      const alongY = Math.sign((y[i] ?? 0) - (y[j] ?? 0));
      excess += alongX * alongY;
      untiedX += Math.abs(alongX);
      untiedY += Math.abs(alongY);
    }
  }
  return excess / Math.sqrt(untiedX * untiedY);
}
