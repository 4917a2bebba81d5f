import { describe, expect, it } from "vitest";
import { thinned } from "./measure-given-texts.ts";

describe("thinned", () => {
  it("keeps all points up to lag 100, and few of those beyond", () => {
    const curve = Array.from({ length: 100_000 }, (_, at) => ({
      lag: at + 1,
      correlation: 1 / (at + 1),
      used: true,
    }));
    const kept = thinned(curve);
    expect(kept.slice(0, 100)).toEqual(curve.slice(0, 100));
    // Three decades of 120 points, whose first steps hold fewer whole lags than points.
    expect(kept.length).toBeGreaterThan(100 + 300);
    expect(kept.length).toBeLessThanOrEqual(100 + 3 * 120 + 1);
    expect(kept.every((point, at) => at === 0 || point.lag > (kept[at - 1]?.lag ?? 0))).toBe(true);
  });
});
