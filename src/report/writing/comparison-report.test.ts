import { describe, expect, it } from "vitest";
import { sampleComparison as comparison } from "../../../tests/sample-comparison.ts";
import { writingContrastsCsv, writingCurvesCsv, writingScoresCsv } from "./comparison-csv.ts";
import { renderWritingMarkdown, renderWritingTerminal } from "./comparison-markdown.ts";
import { renderWritingPage } from "./comparison-page.ts";
import { writingSections } from "./comparison-sections.ts";
import { armCurves, meansTable, verdictSentences } from "./comparison-tables.ts";

describe("the report of a comparison", () => {
  it("means scores over runs, and says why there is none", () => {
    const { rows } = meansTable(comparison, "completion");
    expect(rows).toEqual([
      // (0.5 + 0.7) / 2 and (0.8 + 0.9) / 2
      ["Recall ↑", "0.6000", "0.8500"],
      ["Cost ↓", "12,480", "12,480"],
      ["GAPELMAPER ↓", "unscored: too-short", "unscored: too-short"],
    ]);
  });

  it("says a sentence for each primary contrast, whichever way it falls", () => {
    expect(verdictSentences(comparison)).toEqual([
      "Recall: tree is better than rolling, +0.2500 [+0.1000, +0.4000], adjusted p 0.0156.",
    ]);
    const [primary] = comparison.contrasts;
    const fallen = { ...primary, verdict: "not separated", reason: "2 briefs cannot" } as const;
    expect(
      verdictSentences({ ...comparison, contrasts: [fallen as (typeof comparison.contrasts)[0]] }),
    ).toEqual([
      "Recall: tree and rolling are not separated, +0.2500 [+0.1000, +0.4000], adjusted p 0.0156 (2 briefs cannot).",
    ]);
  });

  it("means curves where runs have a value", () => {
    expect(armCurves(comparison, "recall", "completion")).toEqual([
      { arm: "rolling", values: [0.6, null, 1, 1, 1, 1, 1, 1, 1, 1] },
      { arm: "tree", values: [expect.closeTo(0.85, 12), null, 1, 1, 1, 1, 1, 1, 1, 1] },
    ]);
  });

  it("escapes titles in Markdown and HTML, and draws charts", () => {
    const markdown = renderWritingMarkdown(comparison);
    expect(markdown).toContain("The \\<harbour\\> \\| report");
    expect(markdown).toContain("## What is separated");
    expect(markdown).toContain("budget: its budget ended it");
    const page = renderWritingPage(comparison);
    expect(page).toContain("The &lt;harbour&gt; | report");
    expect(page.match(/<svg role="img"/g)).toHaveLength(2);
    expect(page).not.toContain("<script");
    expect(renderWritingPage(comparison)).toBe(page);
  });

  it("tells verdicts, rule and notes at a terminal", () => {
    const text = renderWritingTerminal(comparison);
    expect(text).toContain("Recall: tree is better than rolling");
    expect(text).toContain("Stop rule: not met.");
    expect(text).toContain("Note: Targets are shortened");
  });

  it("writes scores, contrasts and curves as CSV with reasons for what is missing", () => {
    const scores = writingScoresCsv(comparison).split("\r\n");
    expect(scores).toHaveLength(1 + 4 * 3 + 1);
    expect(scores[3]).toBe(
      '"harbour-s1-rolling-completion","harbour",1,"rolling","completion","complete","gapelmaper",,"too-short"',
    );
    expect(writingContrastsCsv(comparison).split("\r\n")[1]).toBe(
      '"primary","completion","recall","tree","rolling",8,16,0.25,0.1,0.4,0.0078125,0.015625,"better",,',
    );
    expect(writingCurvesCsv(comparison).split("\r\n")[2]).toBe(
      '"harbour-s1-rolling-completion","harbour",1,"rolling","completion","recall",2,',
    );
  });

  it("is laid out for a page as plain text, with all tables that have lines", () => {
    const sections = writingSections(comparison);
    expect(sections.map(({ title }) => title)).toEqual([
      "What is separated",
      "What to know first",
      "Ways of writing",
      "Budget in tokens written",
      "Briefs and runs",
    ]);
    expect(sections[0]?.points).toEqual([
      "Recall: tree is better than rolling, +0.2500 [+0.1000, +0.4000], adjusted p 0.0156.",
      "Stop rule: not met.",
    ]);
    const tables = sections.flatMap((section) => section.tables);
    expect(tables.map(({ id, rows }) => `${id} ${rows.length}`)).toEqual([
      "completion-means 3",
      "completion-primary 1",
      "completion-curve-recall 2",
      "completion-exploratory 1",
      "briefs 1",
      "documents 4",
    ]);
    expect(tables.find(({ id }) => id === "briefs")).toMatchObject({
      rowHeads: ["brief"],
      columns: [{ title: "title", numeric: false }, { title: "kind" }, { numeric: true }, {}, {}],
      rows: [{ heads: ["harbour"], places: [{ text: "The <harbour> | report" }, {}, {}, {}, {}] }],
    });
  });
});
