import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { randomStream, shuffled } from "../foundation/index.ts";
import { krippendorffAlpha, krippendorffInterval, type Measurement } from "./krippendorff.ts";

interface AgreementCase {
  name: string;
  values: (number | null)[][];
  nominal?: number;
  ordinal?: number;
  interval?: number;
  ratio?: number;
  undefined?: string;
}

const MEASUREMENTS = ["nominal", "ordinal", "interval", "ratio"] as const;
const cases = JSON.parse(
  readFileSync(new URL("../../tests/cases/rating/agreement.json", import.meta.url), "utf8"),
) as AgreementCase[];

function alphaOf(ratings: (number | null)[][], measurement: Measurement): number | string {
  const alpha = krippendorffAlpha({ ratings, measurement });
  return alpha.status === "defined" ? alpha.value : alpha.reason;
}

function rounded(alpha: number | string): number | string {
  return typeof alpha === "number" ? Math.round(alpha * 1e6) / 1e6 : alpha;
}

describe("krippendorffAlpha", () => {
  it("gives the published values, or the reason why there is none", () => {
    const rows = cases.flatMap((row) =>
      MEASUREMENTS.map((measurement) => ({
        name: row.name,
        measurement,
        alpha: row[measurement] ?? row.undefined,
        ratings: row.values,
      })),
    );
    const stated = rows.filter(({ alpha }) => alpha !== undefined);
    const found = stated.map((row) => ({
      ...row,
      alpha: rounded(alphaOf(row.ratings, row.measurement)),
    }));
    expect(found).toEqual(stated);
    expect(found.length).toBe(32);
  });

  it("is 1 for full agreement and undefined, not 1, without variation", () => {
    expect(
      alphaOf(
        [
          [1, 2],
          [1, 2],
        ],
        "nominal",
      ),
    ).toBe(1);
    expect(
      alphaOf(
        [
          [2, 2],
          [2, 2],
        ],
        "interval",
      ),
    ).toBe("no-variation");
    // The 5 stands alone and pairs with nothing.
    expect(
      alphaOf(
        [
          [2, 2, 5],
          [2, 2, null],
        ],
        "interval",
      ),
    ).toBe("no-variation");
  });

  it("takes opposite numbers for equal on a ratio scale, where their sum is 0", () => {
    expect(
      alphaOf(
        [
          [1, -1],
          [-1, 1],
        ],
        "ratio",
      ),
    ).toBe("no-variation");
  });

  it("names the text whose rating is not finite", () => {
    expect(() =>
      alphaOf(
        [
          [1, Number.NaN],
          [1, 2],
        ],
        "ordinal",
      ),
    ).toThrow(/text 2 is NaN/);
  });

  it("reads 200 raters × 2,000 texts", () => {
    const random = randomStream("ratings");
    const ratings = Array.from({ length: 200 }, () =>
      Array.from({ length: 2000 }, () => 1 + random.nextBelow(5)),
    );
    expect(Math.abs(Number(alphaOf(ratings, "ordinal")))).toBeLessThan(0.01);
  });
});

describe("krippendorffInterval", () => {
  const ratings = cases.find(({ name }) => name === "five-raters-six-texts")?.values ?? [];
  const bootstrap = () => ({ resamples: 2000, random: randomStream(7, "alpha") });

  it("holds alpha, and does not depend on the order of texts or raters", () => {
    const table = { ratings, measurement: "ordinal" as const };
    const { ciLow = 1, ciHigh = 0, undefinedResamples } = krippendorffInterval(table, bootstrap());
    expect(ciLow).toBeLessThan(0.817059);
    expect(ciHigh).toBeGreaterThan(0.817059);
    expect(ciHigh).toBeLessThanOrEqual(1);
    expect(undefinedResamples).toBeLessThan(20);
    const order = shuffled([0, 1, 2, 3, 4, 5], randomStream(3));
    const mixed = ratings.map((row) => order.map((text) => row[text] ?? null)).reverse();
    expect(krippendorffInterval({ ratings: mixed, measurement: "ordinal" }, bootstrap())).toEqual({
      ciLow,
      ciHigh,
      undefinedResamples,
    });
  });

  it("does not exist where too many resamples have no alpha", () => {
    // Without its one deviating text, which (4/5)^5 = 33 % of the resamples lack, nothing varies.
    const deviating = cases.find(({ name }) => name === "one-deviating-value")?.values ?? [];
    const interval = krippendorffInterval(
      { ratings: deviating, measurement: "nominal" },
      bootstrap(),
    );
    expect(interval.undefinedResamples).toBeGreaterThan(550);
    expect(interval.reason).toMatch(/undefined in \d+ of 2000 resamples/);
    expect(interval).not.toHaveProperty("ciLow");
  });

  it("does not exist for fewer than five texts, or where alpha does not", () => {
    const few = [
      [1, 2, 3, 4],
      [1, 2, 4, 4],
    ];
    const constant = [
      [1, 1, 1, 1, 1, 1],
      [1, 1, 1, 1, 1, 1],
    ];
    expect(krippendorffInterval({ ratings: few, measurement: "nominal" }, bootstrap()).reason).toBe(
      "n is below 5: no interval",
    );
    expect(
      krippendorffInterval({ ratings: constant, measurement: "nominal" }, bootstrap()).reason,
    ).toBe("no-variation");
  });
});
