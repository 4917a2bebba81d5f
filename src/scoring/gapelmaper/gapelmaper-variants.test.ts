import { describe, expect, it } from "vitest";
import { GAPELMAPER_VARIANTS, gapelmaperSignature, variantRules } from "./gapelmaper-variants.ts";

const identity = { name: "toy", version: "1.0", sha256: "0123456789abcdef".repeat(4) };

describe("lags", () => {
  it("are 188 from 10 to 10,000 by default, fewer and shorter in short texts", () => {
    const { lagsAt } = variantRules("longhand");
    const long = lagsAt(1_000_000);
    expect([long.length, long[0], long.at(-1)]).toEqual([188, 10, 10_000]);
    expect(lagsAt(20_001)).toEqual(long);
    expect(lagsAt(2_000).at(-1)).toBe(999);
    expect(lagsAt(20)).toEqual([]);
  });

  it("are every one, or 28, in the proposal", () => {
    const all = variantRules("proposal-all").lagsAt(50_000);
    expect([all.length, all[0], all.at(-1)]).toEqual([9_991, 10, 10_000]);
    const few = variantRules("proposal-28").lagsAt(50_000);
    expect(few).toEqual([
      10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1_000, 2_000,
      3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000,
    ]);
    expect(variantRules("proposal-28").lagsAt(300).at(-1)).toBe(200);
  });

  it("are 40 in the published code, as far as the text has them", () => {
    const lags = variantRules("reference").lagsAt(40_001);
    expect(lags.length).toBe(40);
    expect(lags.slice(0, 12)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30]);
    expect(lags.slice(-4)).toEqual([10_000, 20_000, 30_000, 40_000]);
    // A lag that equals the length would divide by zero.
    expect(variantRules("reference-capped").lagsAt(5_000).at(-1)).toBe(4_000);
  });
});

describe("signatures", () => {
  it("name everything that must agree", () => {
    expect(gapelmaperSignature("longhand", identity)).toBe(
      "gapelmaper|v:longhand-1|tok:letters-1|oov:drop|vec:toy@1.0:0123456789ab|centre:token-mean|lags:log200(10..1e4,<N/2)|drop:each|fit:ols-log|mape:raw|min:20001",
    );
    expect(gapelmaperSignature("longhand", identity, true)).toMatch(/min:2000$/);
  });

  it("differ between variants and keep their form whatever the vectors are called", () => {
    const odd = { ...identity, name: "my|own: vectors" };
    const signatures = GAPELMAPER_VARIANTS.map((variant) => gapelmaperSignature(variant, odd));
    expect(new Set(signatures).size).toBe(5);
    for (const signature of signatures) expect(signature.split("|").length).toBe(11);
  });
});

it("refuses a variant that does not exist, and names those that do", () => {
  expect(() => variantRules("classic" as "longhand")).toThrow(
    "There is no GAPELMAPER variant classic",
  );
});
