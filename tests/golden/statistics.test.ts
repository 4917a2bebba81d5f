import { describe, expect, it } from "vitest";
import { randomStream } from "../../src/foundation/index.ts";
import { bcaInterval, percentileInterval } from "../../src/statistics/bootstrap.ts";
import {
  benjaminiHochberg,
  bradleyTerry,
  type Comparison,
  comparePairs,
  holm,
  kendallTauB,
  krippendorffAlpha,
  krippendorffInterval,
  type Measurement,
  rankCorrelationInterval,
  rankIntervals,
  spearman,
  summariseSample,
  wilsonInterval,
} from "../../src/statistics/index.ts";
import { normalCdf, normalQuantile } from "../../src/statistics/normal.ts";
import { readGolden } from "./read-golden.ts";

const MEASUREMENTS = ["nominal", "ordinal", "interval", "ratio"] as const;

interface GoldenStatistics {
  normal: { cdf: [number, number][]; quantile: [number, number][] };
  families: { ps: number[]; holm: number[]; benjaminiHochberg: number[] }[];
  wilson: { successes: number; n: number; level: number; low: number; high: number }[];
  signFlips: { differences: number[]; p: number }[];
  samples: {
    values: number[];
    mean: number;
    sd: number;
    distribution: number[];
    intervals: Record<string, [number, number]>;
  }[];
  correlations: { x: number[]; y: number[]; kendall: number; spearman: number }[];
  bradleyTerry: {
    comparisons: [string, string, Comparison["outcome"]][];
    strengths: number[];
    standardErrors: number[];
  }[];
  intervals: {
    correlation: { x: number[]; y: number[]; kendall: Ends; spearman: Ends };
    alpha: { ratings: (number | null)[][] } & Record<"nominal" | "ordinal" | "interval", Ends>;
    ranks: { scores: number[][]; ranks: number[]; intervals: Ends[] };
    bradleyTerry: { comparisons: [string, string, Comparison["outcome"]][]; intervals: Ends[] };
  };
}

type Ends = [number, number];

const golden = readGolden<GoldenStatistics>("statistics.json")[0] as GoldenStatistics;

function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-12) {
  expect(actual.length).toBe(expected.length);
  const off = actual.map((value, index) => Math.abs(value - (expected[index] as number)));
  expect(Math.max(0, ...off)).toBeLessThanOrEqual(tolerance);
}

describe("equal to SciPy", () => {
  it("the normal distribution, with relative precision in the tails", () => {
    for (const [z, share] of golden.normal.cdf) {
      expect(Math.abs(normalCdf(z) / share - 1)).toBeLessThan(1e-12);
    }
    for (const [share, z] of golden.normal.quantile) {
      expect(Math.abs(normalQuantile(share) - z)).toBeLessThan(1e-12 * Math.max(1, Math.abs(z)));
    }
  });

  it("the exact sign-flip test", () => {
    const ps = golden.signFlips.map(
      ({ differences }) =>
        comparePairs({
          differences,
          resamples: 1,
          permutations: 10_000,
          random: randomStream("golden"),
        }).p ?? Number.NaN,
    );

    expectClose(
      ps,
      golden.signFlips.map(({ p }) => p),
    );
  });

  it("mean, deviation and both bootstrap intervals of given distributions", () => {
    for (const { values, mean, sd, distribution, intervals } of golden.samples) {
      const summary = summariseSample({ values, resamples: 1, random: randomStream("golden") });
      const sum = values.reduce((total, value) => total + value, 0);
      const leftOut = Float64Array.from(values, (value) => (sum - value) / (values.length - 1));
      const sorted = Float64Array.from(distribution);
      expectClose([summary.mean ?? Number.NaN, summary.sd ?? Number.NaN], [mean, sd]);
      for (const level of [0.95, 0.8]) {
        const percentile = percentileInterval(sorted, level);
        const bca = bcaInterval({ distribution: sorted, observed: mean, leftOut, level });
        expectClose([percentile.low, percentile.high], intervals[`percentile-${level}`] ?? []);
        expectClose([bca?.low ?? Number.NaN, bca?.high ?? 0], intervals[`bca-${level}`] ?? []);
      }
    }
  });

  it("Kendall's tau-b and Spearman's rho", () => {
    for (const { x, y, kendall, spearman: rho } of golden.correlations) {
      const values = [kendallTauB({ x, y }), spearman({ x, y })].map((found) =>
        found.status === "defined" ? found.value : Number.NaN,
      );
      expectClose(values, [kendall, rho]);
    }
  });
});

describe("equal to statsmodels", () => {
  it("Holm and Benjamini–Hochberg", () => {
    for (const family of golden.families) {
      expectClose(holm(family.ps), family.holm);
      expectClose(benjaminiHochberg(family.ps), family.benjaminiHochberg);
    }
  });

  it("Wilson's interval", () => {
    for (const { successes, n, level, low, high } of golden.wilson) {
      const interval = wilsonInterval(successes, n, level);
      expectClose([interval?.low ?? Number.NaN, interval?.high ?? Number.NaN], [low, high]);
    }
  });

  it("Bradley–Terry strengths and standard errors, which it finds by logistic regression", () => {
    for (const { comparisons, strengths, standardErrors } of golden.bradleyTerry) {
      const result = bradleyTerry(
        comparisons.map(([first, second, outcome]) => ({ first, second, outcome })),
        { resamples: 1, random: randomStream("golden") },
      );
      const byName =
        result.status === "defined"
          ? [...result.strengths].sort((left, right) => (left.name < right.name ? -1 : 1))
          : [];
      expectClose(
        byName.map(({ strength }) => strength),
        strengths,
        1e-9,
      );
      expectClose(
        byName.map(({ standardError }) => standardError),
        standardErrors,
        1e-9,
      );
    }
  });
});

describe("Krippendorff's alpha", () => {
  it("equals fast-krippendorff on every table and names the reason where alpha is undefined", () => {
    const rows = readGolden<{
      name: string;
      data: (number | null)[][];
      alpha: Record<Measurement, number | { undefined: string }>;
    }>("krippendorff.jsonl");
    const results = rows.flatMap(({ name, data, alpha }) =>
      MEASUREMENTS.map((measurement) => {
        const found = krippendorffAlpha({ ratings: data, measurement });
        return { name, measurement, found, expected: alpha[measurement] };
      }),
    );
    const wrong = results.filter(({ found, expected }) =>
      found.status === "defined"
        ? !(Math.abs(found.value - Number(expected)) <= 1e-12)
        : found.reason !== (expected as { undefined: string }).undefined,
    );

    expect(results.length).toBe(77 * 4);
    expect(wrong).toEqual([]);
  });
});

describe("bootstrap intervals of what is no mean", () => {
  const { correlation, alpha, ranks, bradleyTerry: preferences } = golden.intervals;
  const bootstrap = (name: string) => ({ resamples: 10_000, random: randomStream("golden", name) });

  /**
   * Both sides draw. An end at 2.5 % of a normal distribution has a standard error of
   * √(0.025·0.975/B)/0.0584 deviations: 0.027 for 10,000 samples, 0.042 for the 4,000 of the slowest; an
   * interval is 3.92 deviations wide. Four standard errors of the difference are 0.05 of its width.
   */
  function expectEnds(
    found: { readonly ciLow?: number; readonly ciHigh?: number } | undefined,
    [low, high]: Ends,
  ): void {
    const allowed = 0.05 * (high - low);
    expect(Math.abs((found?.ciLow ?? Number.NaN) - low)).toBeLessThan(allowed);
    expect(Math.abs((found?.ciHigh ?? Number.NaN) - high)).toBeLessThan(allowed);
  }

  it.each(["kendall", "spearman"] as const)("of %s equal SciPy's", (kind) => {
    const { x, y } = correlation;
    expectEnds(rankCorrelationInterval({ x, y }, kind, bootstrap(kind)), correlation[kind]);
  });

  it.each(["nominal", "ordinal", "interval"] as const)(
    "of alpha (%s) equal those that fast-krippendorff's alpha has",
    (measurement) => {
      const table = { ratings: alpha.ratings, measurement };
      expectEnds(krippendorffInterval(table, bootstrap(measurement)), alpha[measurement]);
    },
  );

  it("of ranks equal NumPy's", () => {
    const found = rankIntervals({ scores: ranks.scores, best: "highest", ...bootstrap("ranks") });
    expect(found.map(({ rank }) => rank)).toEqual(ranks.ranks);
    expect(found.map(({ rankLow, rankHigh }) => [rankLow, rankHigh])).toEqual(ranks.intervals);
  });

  it("of Bradley–Terry strengths equal those of refitted logistic regressions", () => {
    const result = bradleyTerry(
      preferences.comparisons.map(([first, second, outcome]) => ({ first, second, outcome })),
      bootstrap("preferences"),
    );
    const strengths = result.status === "defined" ? result.strengths : [];
    for (const [system, ends] of preferences.intervals.entries()) {
      expectEnds(
        strengths.find(({ name }) => name === `s${system}`),
        ends,
      );
    }
  });
});
