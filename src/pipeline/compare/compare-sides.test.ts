import { describe, expect, it } from "vitest";
import { type ComparisonStatistics, compareSides } from "./compare-sides.ts";
import type { ComparedSide } from "./compared-side.ts";
import { comparisonTable } from "./comparison-table.ts";

const STATISTICS: ComparisonStatistics = {
  resamples: 500,
  permutations: 10_000,
  correction: "holm",
  clusterBy: "example",
  seed: 7,
};

function side(
  name: string,
  values: Readonly<Record<string, number | undefined>>,
  more: Partial<ComparedSide> = {},
): ComparedSide {
  const scores = new Map(
    Object.entries(values).map(([id, value]) => [
      id,
      new Map(value === undefined ? [] : [["rouge-l", value]]),
    ]),
  );
  const metrics = new Map([
    ["rouge-l", { signature: "rouge-l|v:1", lowest: 0, higherIsBetter: true }],
  ]);
  return { name, metrics, scores, pending: 0, ...more };
}

const compare = (left: ComparedSide, right: ComparedSide) =>
  compareSides({
    sides: [left, right],
    pairs: [{ cell: 1, baseline: 0 }],
    statistics: STATISTICS,
  });

const before = { a: 0.1, b: 0.2, c: 0.3, d: 0.4, e: 0.5, f: 0.6 };
const after = { a: 0.2, b: 0.4, c: 0.6, d: 0.8, e: 1, f: 1.2 };

describe("compareSides", () => {
  it("gives both means, the difference side minus baseline, and an exact p", () => {
    const [found] = compare(side("before", before), side("after", after)).comparisons;
    expect(found).toMatchObject({
      metric: "rouge-l",
      signature: "rouge-l|v:1",
      side: "after",
      baseline: "before",
      mean: expect.closeTo(0.7, 12),
      baselineMean: expect.closeTo(0.35, 12),
      difference: expect.closeTo(0.35, 12),
      pairs: 6,
      // All six differences are positive: 2 of 64 patterns of signs are as extreme.
      p: 2 / 64,
      adjustedP: 2 / 64,
      wins: 6,
      verdict: "better",
    });
  });

  it("compares what both have, and tells what was left out", () => {
    const { comparisons, notes } = compare(
      side("before", { ...before, x: 0.9 }),
      side("after", after),
    );
    expect(comparisons[0]).toMatchObject({ pairs: 6, verdict: "better" });
    expect(notes).toEqual(["before has 1 text that is not on every side: left out."]);
  });

  it("refuses a text of which the sides name different users, in either order", () => {
    const left = side("before", before, {
      users: new Map([
        ["a", "Ada"],
        ["b", "Ben"],
      ]),
    });
    const right = side("after", after, {
      users: new Map([
        ["a", "Ada"],
        ["b", "Bea"],
      ]),
    });
    expect(() => compare(left, right)).toThrow(
      "The sides do not agree whose a text is:\nb is of Ben in before, and of Bea in after",
    );
    expect(() => compare(right, left)).toThrow("b is of Bea in after, and of Ben in before");
    const silent = side("after", after, { users: new Map([["a", "Ada"]]) });
    expect(compare(left, silent).users).toBe(6);
  });

  it("claims nothing that a missing score as 0 would take back", () => {
    const { comparisons } = compare(
      side("before", { ...before, g: 5 }),
      side("after", { ...after, g: undefined }),
    );
    expect(comparisons[0]).toMatchObject({ verdict: "not-separated", reason: "missing data" });
  });

  it("refuses other signatures, splits, datasets and references, naming all of them", () => {
    const other = new Map([["rouge-l", { signature: "rouge-l|stem:porter-nltk|v:1" }]]);
    const left = side("before", before, { dataset: { hash: "aaaa", split: "test" } });
    const right = side("after", after, {
      metrics: other,
      dataset: { hash: "bbbb", split: "validation" },
    });
    expect(() => compare(left, right)).toThrow(
      expect.objectContaining({
        code: "unlike-scores",
        details: {
          differences: [
            "the splits differ: test and validation",
            "the datasets differ: aaaa and bbbb",
            "the signatures of rouge-l differ: rouge-l|v:1 and rouge-l|stem:porter-nltk|v:1",
          ],
        },
      }),
    );
    expect(() =>
      compare(
        side("before", before, { references: "00" }),
        side("after", after, { references: "01" }),
      ),
    ).toThrow(/the references differ for the same ids/);
  });

  it("says so when a side does not tell how its numbers were computed", () => {
    const unknown = new Map([["rouge-l", { lowest: 0 }]]);
    const { comparisons, notes } = compare(
      side("before", before),
      side("after", after, { metrics: unknown }),
    );
    expect(comparisons[0]?.signature).toBe("rouge-l|v:1");
    expect(notes[0]).toMatch(/after does not say how rouge-l was computed/);
  });

  it("calls less better where a side says that less is better, and notes what nobody says", () => {
    const metrics = (higherIsBetter?: boolean): Partial<ComparedSide> => ({
      metrics: new Map([
        [
          "rouge-l",
          {
            signature: "x|v:1",
            lowest: 0,
            ...(higherIsBetter === undefined ? {} : { higherIsBetter }),
          },
        ],
      ]),
    });
    // Every difference is positive and p is 2/64, so only the direction decides.
    const less = compare(
      side("before", before, metrics(false)),
      side("after", after, metrics(false)),
    );
    expect(less.comparisons[0]).toMatchObject({ verdict: "worse", lowerIsBetter: true });
    expect(less.notes).toEqual([]);
    expect(comparisonTable(less)).toMatch(/rouge-l \(less is better\).*higher, worse/);
    // Without the 0 that a missing score would count as: it would be the best score.
    const missing = compare(
      side("before", { ...before, g: undefined }, metrics(false)),
      side("after", { ...after, g: 5 }, metrics(false)),
    );
    expect(missing.comparisons[0]).toMatchObject({ verdict: "worse", pairs: 6 });

    const unknown = compare(side("before", before, metrics()), side("after", after, metrics()));
    expect(unknown.comparisons[0]).toMatchObject({ verdict: "better" });
    expect(unknown.comparisons[0]).not.toHaveProperty("lowerIsBetter");
    expect(unknown.notes).toEqual([
      "Nobody says whether more of rouge-l is better: it is taken to be.",
    ]);
    expect(comparisonTable(unknown)).toMatch(/ higher /);
  });

  it("refuses sides without a text or a metric in common, and a metric that is not there", () => {
    const left = side("before", before);
    expect(() => compare(left, side("after", { z: 1 }))).toThrow(/no text is on both sides/);
    expect(() => compare(left, side("after", after, { metrics: new Map() }))).toThrow(
      /no metric is on both sides/,
    );
    expect(() =>
      compareSides({
        sides: [left, side("after", after)],
        pairs: [{ cell: 1, baseline: 0 }],
        metrics: ["meteor"],
        statistics: STATISTICS,
      }),
    ).toThrow(/meteor is not on both sides/);
  });
});
