import { describe, expect, it } from "vitest";
import { cellOf, metricOf, summaryOf } from "../../tests/sample-summary.ts";
import type { CellSummary } from "../records/index.ts";
import { heatGroups, heatOf, heatScale } from "./heat-grid.ts";
import { renderHtmlReport } from "./html/html-report.ts";
import { metricColumns } from "./metric-columns.ts";

function cell(own: Partial<CellSummary>, mean: number): CellSummary {
  const { retriever = "none", k = 0, mode = "plain", model = "a" } = own;
  const metrics = { "rouge-l": metricOf("rouge-l", { mean }) };
  return cellOf(`${retriever}-${k}-${mode}-${model}`, { retriever, k, mode, model, metrics });
}

const cells = [
  cell({}, 0.1),
  cell({ retriever: "bm25", k: 1 }, 0.2),
  cell({ retriever: "bm25", k: 4 }, 0.3),
  cell({ retriever: "recency", k: 4 }, 0.25),
  cell({ retriever: "bm25", k: 4, mode: "style" }, 0.5),
  cell({ model: "b" }, 0.15),
  cell({ retriever: "bm25", k: 1, model: "b" }, 0.35),
];

describe("heatGroups", () => {
  it("make a map of retriever by k for each model and mode, each with the row without retrieval", () => {
    const [group] = heatGroups({ cells });
    expect(
      group?.grids.map(({ title, ks, rows }) => [title, ks, rows.map(({ name }) => name)]),
    ).toEqual([
      ["a, plain", [0, 1, 4], ["no retrieval", "BM25", "most recent"]],
      ["a, style", [0, 4], ["no retrieval", "BM25"]],
      ["b, plain", [0, 1], ["no retrieval", "BM25"]],
    ]);
  });

  it("keep datasets apart, and make none of two cells", () => {
    const twice = ["x", "y"].flatMap((dataset) => cells.map((one) => ({ ...one, dataset })));
    const titles = heatGroups({ cells: twice }).map(({ grids }) => grids[0]?.title);
    expect(titles).toEqual(["x, a, plain", "y, a, plain"]);
    expect(heatGroups({ cells: cells.slice(0, 2) })).toEqual([]);
  });

  it("shade by the worst and best mean of all maps, and the other way where less is better", () => {
    const summary = summaryOf({ cells });
    const [column] = metricColumns(summary);
    const [group] = heatGroups(summary);
    if (column === undefined || group === undefined) throw new RangeError("nothing to shade");
    expect(heatScale(group, column)).toEqual({ worst: 0.1, best: 0.5 });
    expect(heatOf(0.2, { worst: 0.1, best: 0.5 })).toBeCloseTo(0.25, 12);
    expect(heatOf(0.4, { worst: 0.5, best: 0.1 })).toBeCloseTo(0.25, 12);
    expect(heatOf(0.3, { worst: 0.3, best: 0.3 })).toBe(0.5);
  });
});

describe("heat maps in the report", () => {
  const page = renderHtmlReport({
    summary: summaryOf({ cells, contrasts: [] }),
    examples: [],
    run: { name: "voices" },
  });

  it("say in words what they show, and hold the same numbers as tables", () => {
    expect(page).toContain('<a href="#heat">Heat maps</a>');
    expect(page).toContain(
      'aria-label="Heat map of mean ROUGE-L: a, plain: one line per retriever, one column per k, from 0.1000 (faintest) to 0.5000 (strongest); the numbers are in the table below."',
    );
    expect(page).toContain("Mean ROUGE-L: a, style, by retriever and k");
  });

  it("take their colours from the page, so that they fit light and dark", () => {
    const [, heat = ""] = page.split('<section id="heat">');
    const [section = ""] = heat.split("</section>");
    expect(section.match(/fill="var\(--accent\)"/g)?.length).toBeGreaterThanOrEqual(3);
    expect(section).toContain('fill-opacity="0.06"');
    expect(section).toContain('fill-opacity="0.45"');
    expect(section).not.toMatch(/(?:fill|stroke)="(?:#|rgb)/);
    expect(section).not.toContain("style=");
  });

  const render = (shown: readonly CellSummary[]) =>
    renderHtmlReport({
      summary: summaryOf({ cells: shown, contrasts: [] }),
      examples: [],
      run: { name: "voices" },
    });

  it("say of equal means that they are, and point to differences only if there are some", () => {
    const equal = [cell({}, 0.0464), cells[1], cells[2]].map((one) => ({
      ...(one as CellSummary),
      metrics: { "rouge-l": metricOf("rouge-l", { mean: 0.0464 }) },
    }));
    const told = render(equal);
    expect(told).toContain("one column per k, all of them 0.0464; the numbers");
    expect(told).not.toContain("faintest");
    expect(told).toContain("Shades show means alone.</p>");
  });

  it("label two re-rankings so that they do not look alike", () => {
    const reranked = ["fake:a", "fake:b"].map((judge) =>
      cell({ retriever: `bm25+rerank:llm:${judge}`, k: 1 }, 0.2),
    );
    const [, heat = ""] = render([cell({}, 0.1), ...reranked]).split('<section id="heat">');
    const [svg = ""] = heat.split("</svg>");
    const labels = [...svg.matchAll(/<text[^>]*>(BM25[^<]*)<\/text>/g)].map(([, label]) => label);
    expect(labels).toEqual(["BM25, re-ran…odel (fake:a)", "BM25, re-ran…odel (fake:b)"]);
  });
});
