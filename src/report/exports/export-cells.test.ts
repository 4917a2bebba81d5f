import { parse } from "csv-parse/sync";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import { cellOf, contrastOf, metricOf, ROUGE_L, summaryOf } from "../../../tests/sample-summary.ts";
import { type CellSummary, FAILURE_REASONS, type RunSummary } from "../../records/index.ts";
import { terminalSafe } from "../../text/index.ts";
import { exportCells, importCells } from "./export-cells.ts";

/** The traps as cells of one run, their texts wherever a cell holds one. */
function trapRun(): RunSummary {
  const cells = reportTraps().map(({ cell, userId, text, mean, reason }) =>
    cellOf(`${cell}: ${text}`, {
      retriever: text,
      model: userId,
      metrics: {
        "rouge-l": metricOf("rouge-l", {
          ...(typeof mean === "number" ? { mean } : {}),
          ...(reason === undefined ? {} : { reason }),
        }),
      },
    }),
  );
  const notes = reportTraps().map(({ text }) => text);
  return summaryOf({ cells, contrasts: [], notes });
}

const texts = fc.string({ unit: "binary", maxLength: 12 });
// Metrics and reasons are code words; zod leaves the one key out that is no ordinary one.
const names = texts.filter((name) => name !== "__proto__");
// JSON has no -0.
const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
const counts = fc.nat();
const anyMetrics = fc
  .dictionary(
    names,
    fc.record(
      {
        signature: texts,
        scored: counts,
        unscored: fc.dictionary(names, counts, { noNullPrototype: true }),
        mean: numbers,
        meanWithFailures: numbers,
        sd: numbers,
        ciLow: numbers,
        ciHigh: numbers,
        reason: texts,
      },
      { requiredKeys: ["signature", "scored", "unscored"], noNullPrototype: true },
    ),
    { noNullPrototype: true },
  )
  .map((metrics) =>
    Object.fromEntries(
      Object.entries(metrics).map(([metric, own]) => [metric, { ...own, metric }]),
    ),
  );
const anyCell: fc.Arbitrary<CellSummary> = fc
  .record({
    id: texts,
    retriever: texts,
    mode: texts,
    model: texts,
    k: counts,
    planned: counts,
    scored: counts,
    unscored: counts,
    failed: counts,
    pending: counts,
    noSignal: counts,
    overflowed: counts,
    promptTokens: counts,
    outputTokens: counts,
    failures: fc.dictionary(fc.constantFrom(...FAILURE_REASONS), counts, { noNullPrototype: true }),
    flags: fc.dictionary(fc.constantFrom("refusal", "prefix", "loop", "cut-off"), counts, {
      noNullPrototype: true,
    }),
    metrics: anyMetrics,
  })
  .map((cell) => cell as CellSummary);

describe("exportCells", () => {
  it.each(["csv", "jsonl"] as const)("gives every trap back from %s", (format) => {
    expect(importCells(exportCells(trapRun(), format), format)).toEqual(trapRun().cells);
  });

  it.each(["csv", "jsonl"] as const)("gives any cells back from %s", (format) => {
    fc.assert(
      fc.property(fc.array(anyCell, { maxLength: 4 }), (cells) => {
        const source = exportCells(summaryOf({ cells }), format);
        expect(importCells(source, format)).toEqual(cells);
      }),
    );
  });

  it("leaves a missing mean empty in CSV, its reason beside it, and quotes no number", () => {
    const rows = parse(exportCells(trapRun(), "csv"), { columns: true }) as Record<
      string,
      string
    >[];
    expect(rows[11]).toMatchObject({
      "metrics.rouge-l.mean": "",
      "metrics.rouge-l.reason": "no scored example",
    });
    expect(rows[2]).toMatchObject({ model: "'-5", "metrics.rouge-l.mean": "-0.25" });
    expect(rows[10]).toMatchObject({ model: "007" });
  });

  it("keeps full precision in CSV and rounds once for people", () => {
    const mean = 1 / 3;
    const cells = [cellOf("a", { metrics: { "rouge-l": metricOf("rouge-l", { mean }) } })];
    const run = summaryOf({ cells, contrasts: [] });
    expect(exportCells(run, "csv")).toContain(",0.3333333333333333,");
    expect(exportCells(run, "markdown")).toContain("| 0.3333 |");
    expect(exportCells(run, "latex")).toContain(" & 0.3333 & ");
  });

  it("writes a Markdown table in which every trap shows as its own text", () => {
    const reader = new MarkdownIt({ html: true });
    const tokens = reader.parse(exportCells(trapRun(), "markdown"), {});
    const inline = tokens.filter((token) => token.type === "inline");
    const kinds = new Set(inline.flatMap((token) => token.children?.map(({ type }) => type) ?? []));
    expect([...kinds].sort()).toEqual(["html_inline", "text"]);
    const markup = inline
      .flatMap(({ children }) => children ?? [])
      .filter(({ type }) => type === "html_inline");
    expect(new Set(markup.map(({ content }) => content))).toEqual(new Set(["<br>"]));
    const shown = inline.map(({ children }) =>
      (children ?? []).map(({ content }) => content).join(""),
    );
    for (const { text, userId } of reportTraps()) {
      const name = `${text} · ${userId}`.replaceAll("\n", "<br>");
      expect(shown).toContain(terminalSafe(name));
    }
    expect(tokens.filter(({ type }) => type === "tr_open")).toHaveLength(13);
  });

  it("writes a booktabs table with as many columns in each row", () => {
    const source = exportCells(trapRun(), "latex");
    const body = source.slice(source.indexOf("\\midrule"), source.indexOf("\\bottomrule"));
    const rows = body.trim().split("\n").slice(1);
    expect(rows).toHaveLength(12);
    for (const row of rows) expect(row.match(/(?<!\\)&/g)).toHaveLength(6);
    expect(source).toContain("\\toprule");
    expect(source).toContain("-0.2500");
  });

  it("marks in Markdown and LaTeX what the report marks", () => {
    const none = cellOf("none", { metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.1 }) } });
    const best = cellOf("bm25", {
      retriever: "bm25",
      k: 2,
      failed: 2,
      scored: 14,
      failures: { timeout: 2 },
      metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.3, ciLow: 0.2, ciHigh: 0.4 }) },
    });
    const contrasts = [
      contrastOf({ cell: "bm25", baseline: "none", verdict: "better", adjustedP: 0.001 }),
    ];
    const run = summaryOf({ cells: [none, best], contrasts });
    expect(exportCells(run, "markdown")).toContain("| **0.3000**†ᶠ2 \\[0.2000, 0.4000\\] |");
    expect(exportCells(run, "latex")).toContain(
      "\\textbf{0.3000}\\textdagger{}\\textsuperscript{f2} [0.2000, 0.4000] &",
    );
    for (const format of ["markdown", "latex"] as const) {
      expect(exportCells(run, format)).toContain("failed: 2 timeout");
      expect(exportCells(run, format)).toContain("seed: 12345");
    }
    expect(exportCells(run, "markdown")).toContain(ROUGE_L.replaceAll("|", "\\|"));
  });

  it("names the line of a row that is not a cell", () => {
    expect(() => importCells('{"v":1}\n', "jsonl")).toThrow(/^Line 1 is not a cell/);
    expect(() => importCells('"id"\r\n"a"\r\n', "csv")).toThrow(/^Line 2 is not a cell/);
  });
});
