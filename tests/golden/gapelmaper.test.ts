import { describe, expect, it } from "vitest";
import {
  autocorrelation,
  type DroppingRule,
  fitDecay,
  floorOf,
  type UnitText,
  unitText,
  wordSequence,
} from "../../src/scoring/index.ts";
import { readGolden } from "./read-golden.ts";

interface TokenRow {
  readonly kind: "tokenize";
  readonly text: string;
  readonly tokens: readonly string[];
}

interface Law {
  readonly slope: number;
  readonly intercept: number;
  readonly mape: number;
}

interface Fit {
  readonly points: number;
  readonly power?: Law;
  readonly exp?: Law;
  readonly gapelmaper?: number;
  readonly undefined?: string;
}

interface FitRow {
  readonly kind: "fit";
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly through_last: Fit;
  readonly each: Fit;
}

interface CurveRow {
  readonly kind: "autocorr";
  readonly name: string;
  readonly table: readonly (readonly number[])[];
  readonly sequence: readonly number[];
  readonly n: number;
  readonly lags: readonly number[];
  readonly C_centred: readonly (number | null)[] | null;
  readonly C_raw: readonly (number | null)[] | null;
  readonly floor_centred?: number | null;
  readonly centred_through_last?: Fit;
  readonly centred_each?: Fit;
  readonly raw_each?: Fit;
}

const rows = readGolden<TokenRow | FitRow | CurveRow>("gapelmaper.jsonl");

describe("words of the published code", () => {
  it.each(rows.filter((row) => row.kind === "tokenize"))("$text", ({ text, tokens }) => {
    const { words, sequence } = wordSequence(text, "reference");
    expect([...sequence].map((number) => words[number])).toEqual(tokens);
  });
});

describe("fits of given curves", () => {
  const fits = rows.filter((row) => row.kind === "fit");
  it.each(fits)("$name", ({ x, y, each, through_last }) => {
    expectFit({ lags: x, correlations: y }, each, GIVEN("each"));
    expectFit({ lags: x, correlations: y }, through_last, GIVEN("through-last"));
  });
});

describe("autocorrelation of given vectors", () => {
  const curves = rows.filter((row) => row.kind === "autocorr");
  it.each(curves)("$name", (row) => {
    const text = textOf(row);
    const centred = unitText(text, true);
    const raw = unitText(text, false);
    expectCurve(row.lags, row.C_centred, centred);
    expectCurve(row.lags, row.C_raw, raw);
    if (typeof row.floor_centred === "number" && centred !== undefined) {
      expect(Math.abs(floorOf(centred) - row.floor_centred)).toBeLessThan(1e-12);
    }
    expectFitOfText(row.lags, centred, [
      [row.centred_each, "each"],
      [row.centred_through_last, "through-last"],
    ]);
    expectFitOfText(row.lags, raw, [[row.raw_each, "each"]]);
  });
});

function textOf({ table, sequence }: CurveRow): Parameters<typeof unitText>[0] {
  return {
    sequence: Int32Array.from(sequence),
    vectors: Float32Array.from(table.flat()),
    dimensions: table[0]?.length ?? 0,
  };
}

function expectCurve(
  lags: readonly number[],
  wanted: CurveRow["C_raw"],
  text: UnitText | undefined,
): void {
  if (wanted === null || wanted === undefined) {
    expect(text).toBeUndefined();
    return;
  }
  if (text === undefined) throw new Error("a text with a curve has unit vectors");
  const highest = lags.findLast((_, at) => wanted[at] !== null) ?? 0;
  const curve = autocorrelation(text, highest);
  for (const [at, lag] of lags.entries()) {
    const value = wanted[at];
    // A lag that the text does not have has no value.
    if (value === null || value === undefined) expect(curve[lag]).toBeUndefined();
    else expect(Math.abs((curve[lag] as number) - value)).toBeLessThan(1e-12);
  }
}

function expectFitOfText(
  lags: readonly number[],
  text: UnitText | undefined,
  fits: readonly (readonly [Fit | undefined, DroppingRule])[],
): void {
  if (text === undefined) return;
  const own = lags.filter((lag) => lag < text.sequence.length);
  const curve = autocorrelation(text, own.at(-1) ?? 0);
  const correlations = own.map((lag) => curve[lag] as number);
  for (const [fit, dropping] of fits) {
    if (fit !== undefined) expectFit({ lags: own, correlations }, fit, MEASURED(dropping));
  }
}

interface Allowed {
  readonly dropping: DroppingRule;
  /** For slopes and intercepts; for MAPEs times the MAPE where that is above 1. */
  readonly law: number;
  /** For ratios, as a share of the ratio. */
  readonly ratio: number;
}

/** Curves from the file. */
const GIVEN = (dropping: DroppingRule): Allowed => ({ dropping, law: 1e-12, ratio: 1e-9 });
/** Our own curves: a C of 1e-5 that is off by 1e-15 moves its logarithm by 1e-10. */
const MEASURED = (dropping: DroppingRule): Allowed => ({ dropping, law: 1e-9, ratio: 1e-8 });

function expectFit(values: Parameters<typeof fitDecay>[0], wanted: Fit, allowed: Allowed): void {
  const fit = fitDecay(values, { dropping: allowed.dropping, minPoints: 3 });
  expect(fit.used).toBe(wanted.points);
  expect(fit.reason).toBe(wanted.undefined);
  expectLaw(fit.power, wanted.power, allowed.law);
  expectLaw(fit.exponential, wanted.exp, allowed.law);
  if (wanted.gapelmaper === undefined) {
    expect(fit.ratio).toBeUndefined();
    return;
  }
  // A MAPE below 1e-9 counts as 0: what is left of it is rounding.
  const isExact = (wanted.power?.mape ?? 0) < 1e-9;
  const difference = Math.abs((fit.ratio ?? Number.NaN) - wanted.gapelmaper);
  expect(difference).toBeLessThanOrEqual(isExact ? 1e-9 : allowed.ratio * wanted.gapelmaper);
}

function expectLaw(law: Law | undefined, wanted: Law | undefined, tolerance: number): void {
  if (wanted === undefined) {
    expect(law).toBeUndefined();
    return;
  }
  const { slope, intercept, mape } = law ?? { slope: Number.NaN, intercept: 0, mape: 0 };
  expect(Math.abs(slope - wanted.slope)).toBeLessThan(tolerance);
  expect(Math.abs(intercept - wanted.intercept)).toBeLessThan(tolerance);
  expect(Math.abs(mape - wanted.mape)).toBeLessThan(tolerance * Math.max(1, wanted.mape));
}
