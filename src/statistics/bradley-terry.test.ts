import { describe, expect, it } from "vitest";
import { randomStream, shuffled } from "../foundation/index.ts";
import { bradleyTerry, type Comparison } from "./bradley-terry.ts";

/** So many judgements for the first of two systems, then so many for the second: "a b 30 10". */
function judged(results: string): Comparison[] {
  const [first = "", second = "", wins, losses] = results.split(" ");
  return [
    ...Array.from({ length: Number(wins) }, () => ({ first, second, outcome: "first" as const })),
    ...Array.from({ length: Number(losses) }, () => ({
      first,
      second,
      outcome: "second" as const,
    })),
  ];
}

function bootstrap() {
  return { resamples: 400, random: randomStream(7, "bradley-terry") };
}

describe("bradleyTerry", () => {
  it("gives two systems the logarithm of their odds, halved", () => {
    // 30 of 40: log(3) apart, so ±log(3) / 2. The error of the difference is √(1/30 + 1/10).
    const result = bradleyTerry(judged("a b 30 10"), bootstrap());
    const [first, second] = result.status === "defined" ? result.strengths : [];
    expect(first?.name).toBe("a");
    expect(first?.strength).toBeCloseTo(Math.log(3) / 2, 12);
    expect(second?.strength).toBeCloseTo(-Math.log(3) / 2, 12);
    expect(first?.standardError).toBeCloseTo(Math.sqrt(1 / 30 + 1 / 10) / 2, 12);
    expect(first?.ciLow).toBeLessThan(Math.log(3) / 2);
    expect(first?.ciHigh).toBeGreaterThan(Math.log(3) / 2);
    // About 1.96 standard errors to each side.
    expect((first?.ciHigh ?? 0) - (first?.ciLow ?? 0)).toBeCloseTo(4 * 0.1826, 0);
  });

  it("counts a tie as half a win for each", () => {
    const ties = Array.from({ length: 8 }, () => ({
      first: "a",
      second: "b",
      outcome: "tie" as const,
    }));
    const result = bradleyTerry(ties, bootstrap());
    expect(result).toMatchObject({
      status: "defined",
      strengths: [
        { name: "a", strength: 0 },
        { name: "b", strength: 0 },
      ],
    });
  });

  it("has no answer where one group never won, nor without comparisons", () => {
    expect(bradleyTerry(judged("a b 5 0"), bootstrap())).toEqual({
      status: "undefined",
      reason: "not-connected",
    });
    const islands = [...judged("a b 2 2"), ...judged("c d 2 2")];
    expect(bradleyTerry(islands, bootstrap())).toMatchObject({ reason: "not-connected" });
    expect(bradleyTerry([], bootstrap())).toMatchObject({ reason: "no-comparisons" });
  });

  it("reaches the answer for lopsided results, too", () => {
    const result = bradleyTerry([...judged("a b 5000 1"), ...judged("b c 5000 1")], {
      ...bootstrap(),
      resamples: 1,
    });
    const strengths = result.status === "defined" ? result.strengths : [];
    expect(strengths.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect((strengths[0]?.strength ?? 0) - (strengths[1]?.strength ?? 0)).toBeCloseTo(
      Math.log(5000),
      8,
    );
  });

  it("leaves the intervals out where resamples often have no answer", () => {
    // The one loss is missing from (9/10)^10 = 35 % of the resamples.
    const result = bradleyTerry(judged("a b 9 1"), bootstrap());
    const strengths = result.status === "defined" ? result.strengths : [];
    expect(result).toMatchObject({ status: "defined" });
    expect(result.reason).toMatch(/undefined in \d+ of 400 resamples/);
    expect(strengths[0]).not.toHaveProperty("ciLow");
  });

  it("resamples whole clusters, and has no interval for fewer than five", () => {
    const one = judged("a b 30 10").map((judgement, index) => ({
      ...judgement,
      cluster: `text-${index % 4}`,
    }));
    expect(bradleyTerry(one, bootstrap()).reason).toBe("fewer than 5 clusters: no interval");
  });

  it("does not depend on the order of the judgements", () => {
    const judgements = [...judged("a b 12 7"), ...judged("b c 9 8")].map((judgement, index) => ({
      ...judgement,
      cluster: `judge-${index % 9}`,
    }));
    expect(bradleyTerry(shuffled(judgements, randomStream(4)), bootstrap())).toEqual(
      bradleyTerry(judgements, bootstrap()),
    );
  });

  it("refuses to compare a system with itself", () => {
    expect(() => bradleyTerry(judged("a a 1 0"), bootstrap())).toThrow(/"a" is compared with/);
  });
});
