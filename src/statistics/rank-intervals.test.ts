import { describe, expect, it } from "vitest";
import { randomStream, shuffled } from "../foundation/index.ts";
import { type RankIntervalsInput, rankIntervals } from "./rank-intervals.ts";

function ranks(input: Partial<RankIntervalsInput>) {
  return rankIntervals({
    scores: [],
    best: "highest",
    resamples: 400,
    random: randomStream(7, "ranks"),
    ...input,
  });
}

describe("rankIntervals", () => {
  it("gives a system that is better on every item rank 1 without doubt", () => {
    const scores = [
      [0.2, 0.1, 0.3, 0.2, 0.1],
      [0.9, 0.8, 0.9, 0.7, 0.8],
    ];
    expect(ranks({ scores })).toEqual([
      { rank: 2, rankLow: 2, rankHigh: 2 },
      { rank: 1, rankLow: 1, rankHigh: 1 },
    ]);
    expect(ranks({ scores, best: "lowest" }).map(({ rank }) => rank)).toEqual([1, 2]);
  });

  it("lets equal systems share the better rank: 1, 1, 3", () => {
    const high = [0.5, 0.6, 0.7, 0.5, 0.6];
    const low = high.map((score) => score - 0.1);
    expect(ranks({ scores: [high, high, low] })).toEqual([
      { rank: 1, rankLow: 1, rankHigh: 1 },
      { rank: 1, rankLow: 1, rankHigh: 1 },
      { rank: 3, rankLow: 3, rankHigh: 3 },
    ]);
  });

  it("spans the ranks of systems that noise could swap", () => {
    const random = randomStream("noise");
    const scores = [0, 0.02, 3].map((level) =>
      Array.from({ length: 30 }, () => level + random.next()),
    );
    const [first, second, third] = ranks({ scores });
    expect([first?.rankLow, first?.rankHigh, second?.rankLow, second?.rankHigh]).toEqual([
      2, 3, 2, 3,
    ]);
    expect(third).toEqual({ rank: 1, rankLow: 1, rankHigh: 1 });
  });

  it("does not depend on the order of the items", () => {
    const random = randomStream("order");
    const scores = [0, 0.1, 0.2].map((level) =>
      Array.from({ length: 20 }, () => level + random.next()),
    );
    const clusters = Array.from({ length: 20 }, (_, item) => item % 7);
    const order = shuffled([...clusters.keys()], randomStream(9));
    const mixed = scores.map((row) => order.map((item) => row[item] ?? 0));
    expect(ranks({ scores: mixed, clusters: order.map((item) => clusters[item] ?? 0) })).toEqual(
      ranks({ scores, clusters }),
    );
  });

  it("gives ranks but no interval below five items or clusters", () => {
    expect(
      ranks({
        scores: [
          [1, 2],
          [2, 3],
        ],
      }),
    ).toEqual([{ rank: 2 }, { rank: 1 }]);
    expect(ranks({ scores: [[1, 2, 3, 4, 5, 6]], clusters: [1, 1, 2, 2, 3, 3] })).toEqual([
      { rank: 1 },
    ]);
    expect(ranks({ scores: [] })).toEqual([]);
  });

  it("refuses systems that were not scored on the same items", () => {
    expect(() => ranks({ scores: [[1, 2], [1]] })).toThrow(/2 items stand against 1/);
    expect(() => ranks({ scores: [[1], [Number.NaN]] })).toThrow(/system 2 has a score/);
    expect(() => ranks({ scores: [[1, 2]], clusters: ["a"] })).toThrow(/2 items stand against 1/);
  });
});
