import { createHash } from "node:crypto";
import { parseHTML } from "linkedom";
import { describe, expect, it } from "vitest";
import { reportTraps } from "../../../tests/report-traps.ts";
import {
  cellOf,
  contrastOf,
  exampleOf,
  metricOf,
  ROUGE_1,
  summaryOf,
} from "../../../tests/sample-summary.ts";
import type { ExampleView, RunSummary } from "../../records/index.ts";
import { terminalSafe } from "../../text/index.ts";
import { renderHtmlReport } from "./html-report.ts";

const run = { name: "voices-01J", folder: "runs/voices-01J", command: "longhand run voices.yaml" };

function pageOf(summary: RunSummary, examples: readonly ExampleView[] = [exampleOf("e1")]) {
  const source = renderHtmlReport({ summary, examples, run });
  const { document } = parseHTML(source);
  const textOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map((element) =>
      (element.textContent ?? "").replace(/\s+/g, " ").trim(),
    );
  return { source, document, textOf };
}

function trapPage() {
  const traps = reportTraps();
  const [first, second] = summaryOf().cells;
  const ids = [traps[9]?.text ?? "", traps[7]?.text ?? ""];
  const cells = [first, second].map((cell, index) => ({
    ...cellOf("x"),
    ...cell,
    id: ids[index] ?? "",
    model: traps[index]?.text ?? "",
    mode: traps[6]?.text ?? "",
  }));
  const contrasts = [
    contrastOf({ cell: ids[1] ?? "", baseline: ids[0] ?? "" }),
    contrastOf({
      metric: "rouge-1",
      signature: ROUGE_1,
      cell: ids[1] ?? "",
      baseline: ids[0] ?? "",
    }),
  ];
  const examples = traps.map(({ text, userId }) =>
    exampleOf(text, {
      userId,
      input: text,
      reference: text,
      outputs: exampleOf("x").outputs.map((output, index) => ({
        ...output,
        cell: ids[index] ?? "",
        prompt: text,
        text,
        passages: [{ id: text, relevance: 1, text }],
      })),
    }),
  );
  const summary = summaryOf({
    cells,
    contrasts,
    name: traps[9]?.text ?? "",
    notes: traps.map(({ text }) => text),
  });
  return pageOf(summary, examples);
}

describe("renderHtmlReport", () => {
  it("says in plain words what was compared and found", () => {
    const { textOf } = pageOf(summaryOf());
    expect(textOf("h1")).toEqual(["voices"]);
    expect(textOf("#findings li")).toEqual([
      "With 16 examples, BM25 (k = 2) and no retrieval are not separated on ROUGE-1 and ROUGE-L.",
    ]);
  });

  it("shows means, intervals and marks of every setting", () => {
    const { textOf } = pageOf(summaryOf());
    expect(textOf("#scores tbody tr")).toEqual([
      "no retrieval0.2838• (in the leading group)[0.1200, 0.1600]0.1389• (in the leading group)[0.1200, 0.1600]16 / 16",
      "BM25 (k = 2)0.2890• (in the leading group)[0.1200, 0.1600]0.1412• (in the leading group)[0.1200, 0.1600]16 / 16",
    ]);
  });

  it("makes only a separated best stand out", () => {
    const separated = { verdict: "better", adjustedP: 0.001 } as const;
    expect(pageOf(summaryOf()).document.querySelector(".best")).toBeNull();
    const { textOf } = pageOf(summaryOf({ contrasts: [contrastOf(separated)] }));
    expect(textOf(".best")).toEqual(["0.1412"]);
  });

  it("shows the paired differences with honest verdicts", () => {
    const [none, bm25] = summaryOf().cells;
    const contrasts = [
      contrastOf({
        verdict: "worse",
        difference: -0.02,
        ciLow: -0.03,
        ciHigh: -0.01,
        p: 0.0001,
        adjustedP: 0.0002,
      }),
      contrastOf({
        metric: "rouge-1",
        signature: ROUGE_1,
        verdict: "not-separated",
        reason: "missing data",
      }),
    ];
    const { textOf } = pageOf(
      summaryOf({ cells: [none, bm25].flatMap((cell) => cell ?? []), contrasts }),
    );
    expect(textOf("#differences tbody tr:not(.group)")).toEqual([
      "BM25 (k = 2)+0.0023[−0.0101, +0.0147]0.71340.71340.099 / 0 / 7of 16not separatedmissing data",
      "BM25 (k = 2)−0.0200[−0.0300, −0.0100]0.000100.000200.099 / 0 / 7of 16lower",
    ]);
  });

  it("counts every text by outcome, with reasons and the means with failures as 0", () => {
    const metrics = {
      "rouge-l": metricOf("rouge-l", {
        mean: 0.2,
        meanWithFailures: 0.15,
        unscored: { "no-words": 2 } as never,
      }),
    };
    const cell = cellOf("bm25", {
      retriever: "bm25",
      k: 1,
      scored: 10,
      unscored: 2,
      failed: 3,
      pending: 1,
      failures: { timeout: 2, "empty-output": 1 },
      flags: { loop: 4 },
      noSignal: 1,
      overflowed: 2,
      metrics,
    });
    const { textOf } = pageOf(summaryOf({ cells: [cell], contrasts: [] }), []);
    expect(textOf("#counts tbody td").slice(0, 5)).toEqual(["16", "10", "2", "3", "1"]);
    expect(textOf("#counts .facts li")).toEqual([
      "failed 2 timeout, 1 empty-output",
      "unscored 2 no-words (ROUGE-L)",
      "means with failed as 0 ROUGE-L 0.1500",
      "flags 4 loop",
      "nothing relevant found 1",
      "prompts cut to fit 2",
      "tokens 1,600 read, 800 written",
    ]);
    expect(textOf(".warning")).toHaveLength(2);
  });

  it("lets the reader browse prompts, passages with relevance, outputs, reference and scores", () => {
    const { document, textOf } = pageOf(summaryOf(), [exampleOf("e1"), exampleOf("e2")]);
    expect(textOf("#examples .lead")[0]).toMatch(/^2 of 16 examples\./);
    expect(document.querySelectorAll("details.example")).toHaveLength(2);
    const sheets = textOf("#example-1 .sheet");
    expect(sheets[0]).toBe("What the person wrotethe policy of this Government");
    expect(sheets[1]).toContain("No passage in the prompt.");
    expect(sheets[2]).toContain("ROUGE-10.4000ROUGE-L0.3000");
    expect(sheets[2]).toContain("the policy of the day");
    expect(sheets[2]).toContain("sotu-1862-3 relevance 14.2031We can not escape history.");
    expect(sheets[2]).toContain("Here are passages. Complete the passage.");
    expect(textOf("#example-1 .sheet .badge")).toEqual(["cut-off"]);
  });

  it("tells a text that failed, a blank one and a score that does not exist apart", () => {
    const [one, other] = exampleOf("e").outputs;
    const { text: _none, ...failed } = { ...one, failure: "timeout: no reply", scores: {} };
    const blank = { ...other, text: "  ", scores: { "rouge-1": 0 } };
    const { textOf } = pageOf(summaryOf(), [exampleOf("e", { outputs: [failed, blank] as never })]);
    const sheets = textOf(".sheet");
    expect(sheets[1]).toContain("No text. timeout: no reply");
    expect(sheets[2]).toContain("ROUGE-10.0000ROUGE-Lnot scored");
    expect(sheets[2]).toContain("The text is blank (2 characters).");
    expect(textOf("#example-1 .badge.failed")).toEqual(["no text"]);
  });

  it("links the largest differences to their examples", () => {
    const { document } = pageOf(summaryOf(), [exampleOf("e1")]);
    const links = [...document.querySelectorAll(".largest a")].map((link) =>
      link.getAttribute("href"),
    );
    expect(links).toEqual(["#example-1"]);
    expect(document.querySelector("#example-1")).not.toBeNull();
  });

  it("follows a score over k, and says what was not run", () => {
    const cell = (retriever: string, k: number, mean: number) =>
      cellOf(`${retriever}-k${k}`, {
        retriever,
        k,
        metrics: { "rouge-l": metricOf("rouge-l", { mean }) },
      });
    const cells = [
      cellOf("none"),
      cell("bm25", 1, 0.2),
      cell("bm25", 4, 0.3),
      cell("recency", 1, 0.1),
    ];
    const { textOf, document } = pageOf(summaryOf({ cells, contrasts: [] }));
    expect(textOf("#against-k tbody tr")).toEqual(["BM250.20000.3000", "most recent0.1000not run"]);
    expect(document.querySelectorAll("#against-k svg")).toHaveLength(1);
    expect(pageOf(summaryOf()).document.querySelector("#against-k")).toBeNull();
  });

  it("gives every signature, the seed, the settings and where the run is", () => {
    const notes = pageOf(summaryOf({ partial: true, notes: ["A note."] })).textOf("#notes")[0];
    for (const part of [
      ROUGE_1,
      "12345 (generator rng:1)",
      "10,000 resamples",
      "Holm",
      "longhand.",
    ]) {
      expect(notes).toContain(part);
    }
    for (const part of [
      "Only part of the dataset",
      "A note.",
      run.folder,
      run.command,
      "3f9ac1d2",
    ]) {
      expect(notes).toContain(part);
    }
  });

  it("loads nothing, and allows only its own style sheet and script", () => {
    const { source, document } = pageOf(summaryOf());
    expect(source).not.toMatch(/https?:|url\(|@import|src=|\sstyle="|\son\w+="/);
    const policy = document.querySelector("meta[http-equiv]")?.getAttribute("content") ?? "";
    const hashOf = (content: string) => createHash("sha256").update(content).digest("base64");
    const script = /<script>([\s\S]*?)<\/script>/.exec(source)?.[1] ?? "";
    const style = /<style>([\s\S]*?)<\/style>/.exec(source)?.[1] ?? "";
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hashOf(style)}'; script-src 'sha256-${hashOf(script)}'; base-uri 'none'; form-action 'none'`,
    );
    expect(document.querySelectorAll("style, script")).toHaveLength(2);
  });

  it("hides nothing that only the script could show", () => {
    const { document } = pageOf(summaryOf());
    const hidden = [...document.querySelectorAll("[hidden]")].map((element) => element.id);
    expect(hidden).toEqual(["tools", "no-match"]);
  });

  it("makes no element of anyone's text and shows every trap as it is", () => {
    const { source, document } = trapPage();
    expect(document.querySelectorAll("script, style")).toHaveLength(2);
    expect(
      document.querySelectorAll("img, b:not(.key-facts b), iframe, base, object, a[href^='http']"),
    ).toHaveLength(0);
    expect(source).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
    const shown = [...document.querySelectorAll(".text")].map((block) => block.textContent);
    for (const { text } of reportTraps()) expect(shown).toContain(terminalSafe(text));
  });

  it("draws its plots without style, script or anything loaded", () => {
    const { document } = trapPage();
    const drawings = [...document.querySelectorAll("svg")];
    expect(drawings).toHaveLength(4);
    for (const drawing of drawings) {
      expect(drawing.getAttribute("role")).toBe("img");
      expect(drawing.getAttribute("aria-label")).toMatch(/95 % interval/);
      expect(drawing.querySelectorAll("style, script, image, a, foreignObject, use")).toHaveLength(
        0,
      );
    }
  });

  it("gives the same bytes for the same input", () => {
    expect(trapPage().source).toBe(trapPage().source);
  });

  it("can be made of a run without cells, metrics or examples", () => {
    const { textOf } = pageOf(summaryOf({ cells: [], contrasts: [] }), []);
    expect(textOf("#findings li")).toEqual(["No metric was run."]);
    expect(textOf("#examples p")).toEqual(["No example was put into this report."]);
  });
});
