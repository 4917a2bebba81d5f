import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import { cellOf, contrastOf, metricOf, ROUGE_L, summaryOf } from "../../../tests/sample-summary.ts";
import { renderTerminalReport } from "./terminal-report.ts";

const plain = (widthColumns: number, own: Parameters<typeof summaryOf>[0] = {}) =>
  renderTerminalReport(summaryOf(own), { colour: false, widthColumns });

const widest = (drawn: string) => Math.max(...drawn.split("\n").map((line) => stringWidth(line)));

const broken = cellOf("bm25-k2--plain--fake", {
  retriever: "bm25",
  k: 2,
  scored: 11,
  unscored: 1,
  failed: 3,
  pending: 1,
  failures: { timeout: 3 },
  flags: { loop: 2 },
  metrics: {
    "rouge-l": metricOf("rouge-l", {
      mean: 0.2,
      meanWithFailures: 0.15,
      unscored: { "no-words": 1 } as never,
    }),
  },
});

describe("renderTerminalReport", () => {
  it("draws one table of scores and counts where the terminal is wide", () => {
    const lines = plain(120).split("\n");
    const at = lines.findIndex((line) => line.startsWith("setting  "));
    expect(lines.slice(at, at + 4)).toEqual([
      "setting       ROUGE-1                   ROUGE-L                   planned  scored  unscored  failed  pending",
      "────────────────────────────────────────────────────────────────────────────────────────────────────────────",
      "no retrieval  0.2838• [0.1200, 0.1600]  0.1389• [0.1200, 0.1600]       16      16         0       0        0",
      "BM25 (k = 2)  0.2890• [0.1200, 0.1600]  0.1412• [0.1200, 0.1600]       16      16         0       0        0",
    ]);
  });

  it("draws the differences with p, adjusted p and an honest verdict", () => {
    const contrasts = [
      contrastOf({
        verdict: "better",
        difference: 0.0123,
        ciLow: 0.0011,
        ciHigh: 0.0235,
        p: 0.0021,
        adjustedP: 0.0042,
      }),
      contrastOf({ cell: "none--plain--fake", pairs: 4, verdict: "n-too-small" }),
    ];
    const lines = plain(120, { contrasts }).split("\n");
    const at = lines.findIndex((line) => line.startsWith("metric"));
    expect(lines.slice(at, at + 4)).toEqual([
      "metric   setting       pairs  difference                  p       adj. p  verdict",
      "─────────────────────────────────────────────────────────────────────────────────────────────────",
      "ROUGE-L  BM25 (k = 2)     16  +0.0123 [+0.0011, +0.0235]  0.0021  0.0042  higher",
      "ROUGE-L  no retrieval      4  +0.0023 [-0.0101, +0.0147]  0.7134  0.7134  n too small to separate",
    ]);
  });

  it.each([40, 60, 80, 100, 160])(
    "fits into %i columns and leaves no number out",
    (widthColumns) => {
      const drawn = plain(widthColumns);
      expect(widest(drawn)).toBeLessThanOrEqual(widthColumns);
      for (const number of [
        "0.2838",
        "0.1389",
        "0.2890",
        "0.1412",
        "+0.0023",
        "-0.0101",
        "0.7134",
      ]) {
        expect(drawn).toContain(number);
      }
    },
  );

  it("says why texts are missing, and the means with failures as 0", () => {
    const drawn = plain(260, { cells: [cellOf("none--plain--fake"), broken] });
    expect(drawn).toContain(
      "BM25 (k = 2): failed: 3 timeout · unscored: 1 no-words (ROUGE-L) · flags: 2 loop · ROUGE-L with failures as 0: 0.1500",
    );
    expect(drawn).toContain("! 3 of 32 planned texts failed.");
    expect(drawn).toContain("0.2000ᶠ3");
    expect(drawn).toContain("not run");
  });

  it("prints signatures, seed, resamples, permutations, correction, profile and the partial mark", () => {
    const drawn = plain(260, { partial: true });
    for (const part of [
      `ROUGE-L: ${ROUGE_L}`,
      "seed: 12345 (generator rng:1).",
      "10,000 resamples",
      "10,000 draws or exact",
      "(1 comparison), corrected after Holm.",
      "profile: longhand.",
      "partial: Only part of the dataset was asked for.",
    ]) {
      expect(drawn).toContain(part);
    }
  });

  it("marks a correction meant for exploration", () => {
    const { statistics } = summaryOf();
    const drawn = plain(260, { statistics: { ...statistics, correction: "benjamini-hochberg" } });
    expect(drawn).toContain("corrected after Benjamini–Hochberg, for exploration.");
  });

  it("uses escape sequences only where colour is asked for", () => {
    const contrasts = [contrastOf({ verdict: "better", adjustedP: 0.001 })];
    const coloured = renderTerminalReport(summaryOf({ contrasts }), {
      colour: true,
      widthColumns: 120,
    });
    expect(coloured).toContain("\u001b[1m0.1412\u001b[22m†");
    expect(coloured).toContain("\u001b[32mhigher\u001b[39m");
    expect(plain(120, { contrasts })).not.toContain("\u001b");
    expect(plain(120, { contrasts })).toContain("*0.1412*†");
  });

  it("lets no name and no note steer the terminal", () => {
    const cells = reportTraps().map(({ text, userId }) =>
      cellOf(text, {
        retriever: text,
        model: userId,
        metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.1 }) },
      }),
    );
    const notes = reportTraps().map(({ text }) => text);
    const drawn = plain(100, { cells, contrasts: [], notes, name: notes[7] ?? "" });
    expect(drawn).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(drawn).toContain("\\u001b[31mred");
    expect(drawn).toContain("\\u202eevil");
  });

  it("draws a run without cells", () => {
    expect(plain(80, { cells: [], contrasts: [] })).toContain("No metric was run.");
  });
});
