import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import type { GapelmaperRecord } from "../../records/index.ts";
import { svgToPng } from "../plots/svg-to-png.ts";
import { autocorrelationCsv } from "./autocorrelation-csv.ts";
import { renderAutocorrelationPage } from "./autocorrelation-page.ts";
import {
  type AutocorrelationSeries,
  drawnPoints,
  seriesByVariant,
} from "./autocorrelation-series.ts";
import { renderAutocorrelationSvg } from "./autocorrelation-svg.ts";
import { renderGapelmaperTable } from "./autocorrelation-table.ts";
import { axisTicks } from "./axis-ticks.ts";

const LAGS = Array.from({ length: 40 }, (_, at) => Math.round(10 * 1000 ** (at / 39)));

function record(overrides: Partial<GapelmaperRecord> = {}): GapelmaperRecord {
  return {
    variant: "longhand",
    signature: "gapelmaper|v:longhand-1",
    value: 0.27123,
    tokens: 50_000,
    inVocabulary: 48_000,
    oovShare: 0.04,
    lagsAsked: 40,
    lagsUsed: 39,
    lagsDropped: 1,
    power: { slope: -0.5, intercept: -0.5, mape: 0.05 },
    exponential: { slope: -1e-4, intercept: -1.5, mape: 0.18 },
    floor: 0.008,
    landmarks: [],
    flags: [],
    missingWords: [{ word: "queequeg", count: 12 }],
    curve: LAGS.map((lag, at) => ({
      lag,
      correlation: at === 7 ? -0.001 : lag ** -0.5 / 3,
      used: at !== 7,
    })),
    ...overrides,
  };
}

const { value: _, power: __, exponential: ___, ...rest } = record();
const undefinedRecord: GapelmaperRecord = {
  ...rest,
  reason: "too-short",
  lagsAsked: 5,
  lagsUsed: 0,
  curve: [],
  missingWords: [],
};

const hostile = '</svg><script>alert(1)</script> & "\u202etxt\u001b[31m';
const series: readonly AutocorrelationSeries[] = [
  { name: "whale.txt", record: record() },
  { name: hostile, record: record({ flags: ["noisy"], inVocabulary: 30_000 }) },
  { name: "short.txt", record: undefinedRecord },
];

describe("the picture", () => {
  const svg = renderAutocorrelationSvg({ variant: "longhand", series }) ?? "";
  const { document } = parseHTML(`<!doctype html><html><body>${svg}</body></html>`);

  it("shows points, both laws for each text, and dropped lags, in both kinds of axes", () => {
    const plots = [...document.querySelectorAll("svg svg")];
    expect(plots.length).toBe(2);
    for (const plot of plots) {
      expect(plot.querySelectorAll("circle").length).toBe(2 * 39);
      const lines = [...plot.querySelectorAll("[stroke-dasharray]")];
      expect(lines.length).toBe(2);
      expect(plot.innerHTML).toContain("10,000");
    }
  });

  it("says what each text came to", () => {
    const words = document.body.textContent ?? "";
    expect(words).toContain("GAPELMAPER 0.2712");
    expect(words).toContain("GAPELMAPER 0.2712, noisy");
    expect(words).toContain("no value: too-short");
    expect(words).toContain("48,000 words with a vector");
  });

  it("holds only concrete colours and no markup from texts", () => {
    for (const part of ["var(", "<script", "\u202e", "\u001b"]) expect(svg).not.toContain(part);
    expect(document.querySelectorAll("script").length).toBe(0);
  });

  it("is the same each time, and becomes a PNG of twice its size", async () => {
    expect(renderAutocorrelationSvg({ variant: "longhand", series })).toBe(svg);
    const png = Buffer.from(await svgToPng(svg));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    const [width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      2 * Number(width),
      2 * Number(height),
    ]);
    expect(Buffer.from(await svgToPng(svg)).equals(png)).toBe(true);
  });

  it("marks a point that is far from all others at the edge", () => {
    const far = record({
      curve: Array.from({ length: 300 }, (_, at) => ({
        lag: 10 + at,
        correlation: at === 50 ? 1 : 0.4 + 1e-4 * (at % 7),
        used: true,
      })),
    });
    const drawn = renderAutocorrelationSvg({
      variant: "longhand",
      series: [{ name: "far", record: far }],
    });
    const plot = parseHTML(
      `<!doctype html><html><body>${drawn}</body></html>`,
    ).document.querySelector("svg svg");
    expect(plot?.querySelectorAll("circle").length).toBe(299);
    expect(plot?.innerHTML).not.toContain(">0.9<");
  });

  it("does not exist without a curve", () => {
    const none = [{ name: "short.txt", record: undefinedRecord }];
    expect(renderAutocorrelationSvg({ variant: "longhand", series: none })).toBeUndefined();
  });
});

describe("the page", () => {
  const source = renderAutocorrelationPage(series);
  const { document } = parseHTML(source);

  it("loads nothing and runs nothing", () => {
    expect(document.querySelectorAll("script, link, img, iframe").length).toBe(0);
    const policy = document.querySelector("meta[http-equiv]")?.getAttribute("content");
    expect(policy).toContain("default-src 'none'; style-src 'sha256-");
    expect(source).not.toContain("\u001b");
    expect(renderAutocorrelationPage(series)).toBe(source);
  });

  it("tells every value, both plots, the signature, and the words without a vector", () => {
    expect(document.querySelectorAll("tbody tr").length).toBe(3 + 2);
    expect(document.querySelectorAll("figure svg").length).toBe(2);
    expect(document.body.textContent).toContain("gapelmaper|v:longhand-1");
    expect(document.body.textContent).toContain("queequeg (12)");
    expect(document.body.textContent).toContain("The texts differ in length N");
  });

  it("says so where nothing can be drawn", () => {
    const page = renderAutocorrelationPage([{ name: "short.txt", record: undefinedRecord }]);
    expect(page).toContain("No text has a curve to draw.");
    expect(page).not.toContain("Words without a vector");
  });
});

describe("the table", () => {
  it("has a line for each text, with the reason where there is no value", () => {
    const lines = renderGapelmaperTable(series).split("\n");
    expect(lines[2]).toMatch(
      /^whale\.txt +longhand +0\.2712 +0\.0500 +0\.1800 +-0\.5000 +48,000 +4\.0 % +39 of 40$/,
    );
    expect(lines[4]).toMatch(/^short\.txt +longhand +— +— +— +— .* 0 of 5 +too-short$/);
    expect(lines.join("\n")).toContain("\\u001b[31m");
    expect(lines.at(-1)).toBe("  gapelmaper|v:longhand-1");
  });
});

describe("the data", () => {
  it("are one row for each lag, with what the laws say", () => {
    const lines = [...autocorrelationCsv(series.slice(0, 1))];
    expect(lines.length).toBe(41);
    expect(lines[0]).toBe('"text","variant","lag","correlation","used","power","exponential"\r\n');
    // 10^(−0.5 − 0.5·log₁₀ 10) = 0.1 and 10^(−1.5 − 10⁻⁴·10) = 0.0316…
    const [text, , lag, , used, power, exponential] = (lines[1] ?? "").trim().split(",");
    expect([text, lag, used]).toEqual(['"whale.txt"', "10", "1"]);
    expect(Number(power)).toBeCloseTo(0.1, 12);
    expect(Number(exponential)).toBeCloseTo(10 ** -1.501, 12);
  });
});

it("puts texts of one variant together, in order", () => {
  const mixed = [
    { name: "a", record: record({ variant: "reference" }) },
    { name: "a", record: record() },
    { name: "b", record: record({ variant: "reference" }) },
  ];
  const groups = seriesByVariant(mixed);
  expect(groups.map((group) => [group.variant, group.series.map(({ name }) => name)])).toEqual([
    ["reference", ["a", "b"]],
    ["longhand", ["a"]],
  ]);
});

it("draws a part of long curves, spread evenly", () => {
  const curve = Array.from({ length: 9_991 }, (_, at) => ({
    lag: 10 + at,
    correlation: 0.4,
    used: true,
  }));
  const drawn = drawnPoints(curve);
  expect(drawn.length).toBeLessThanOrEqual(401);
  expect(drawn.length).toBeGreaterThan(250);
  expect(drawn[0]).toBe(curve[0]);
  expect(drawnPoints(curve.slice(0, 300))).toEqual(curve.slice(0, 300));
});

it("marks axes at round numbers", () => {
  expect(axisTicks(0, 10_000, false)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000]);
  expect(axisTicks(10, 10_000, true)).toEqual([
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000,
  ]);
  expect(axisTicks(0.006, 0.026, true)).toEqual([0.01, 0.015, 0.02, 0.025]);
  expect(axisTicks(1e-6, 0.5, true)).toEqual([1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1]);
});
