import { describe, expect, it } from "vitest";
import { type PanelPageInput, renderPanelPage } from "./panel-page.ts";

const HOSTILE = "<script>alert(1)</script>";

const panel: PanelPageInput = {
  run: "write-story-01k3",
  title: `The lamp ${HOSTILE}`,
  words: 12_480,
  targetWords: 12_000,
  rows: [
    {
      id: "rep-4",
      title: "rep-4",
      score: { status: "scored", signature: "rep-4|v:1", value: 0.0712 },
      usual: [0.004, 0.014],
      alarm: { side: "above", limit: 0.05 },
      isAlarming: true,
    },
    {
      id: "coherence",
      title: "Coherence",
      score: { status: "unscored", signature: "coherence|v:1", reason: "model-missing" },
    },
  ],
  sections: [
    {
      heading: `One ${HOSTILE}`,
      words: 6000,
      rows: [
        {
          id: "rep-4",
          title: "rep-4",
          score: { status: "scored", signature: "rep-4|v:1", value: 0.02 },
        },
      ],
    },
    { heading: "Two", words: 6480, rows: [] },
  ],
  curves: {
    "rep-4": [0.01, 0.02, null, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1],
    "issues-per-1000": new Array<null>(10).fill(null),
  },
  notes: [`${HOSTILE} is told`],
};

describe("renderPanelPage", () => {
  const page = renderPanelPage(panel);

  it("takes no text for markup, loads nothing and runs no script", () => {
    expect(page).not.toContain("<script");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain('http-equiv="Content-Security-Policy"');
    expect(page).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//);
  });

  it("shows values, reasons in place of values, alarms, and a chart of what has values", () => {
    expect(page).toContain("rep-4: 0.0712, the limit is above 0.05");
    expect(page).toContain("unscored: model-missing");
    expect(page).toContain("12,480 words of 12,000");
    // One curve has values; the other one has none and no chart.
    expect(page.match(/<figure>/g)).toHaveLength(1);
    expect(page).toContain("0.01, 0.02, —, 0.04");
  });

  it("says of a section what is not measured there, and gives the same bytes again", () => {
    expect(page).toMatch(/Two<\/bdi><\/th><td class="num"><bdi>6,480<\/bdi><\/td><td[^>]*><bdi>—/);
    expect(renderPanelPage(panel)).toBe(page);
  });
});
