import { describe, expect, it } from "vitest";
import { contrastOf } from "../../../tests/sample-summary.ts";
import type { MetricSummary } from "../../records/index.ts";
import type { CellComparer } from "./compared-cells.ts";
import { type PaperTablesInput, paperTables } from "./paper-tables.ts";
import type { ResultTable } from "./result-table.ts";
import type { TableCell } from "./table-cell.ts";

const STATISTICS = {
  resamples: 10_000,
  clusterBy: "user",
  correction: "holm",
  seed: 12_345,
} as const;

const NOTHING = {} as MetricSummary["unscored"];

/** A cell of 16 texts; means by metric. */
function cell(
  means: Readonly<Record<string, number | undefined>>,
  own: Partial<TableCell> = {},
): TableCell {
  const { retriever = "none", k = 0, split = "test", run = "run", profile = "longhand" } = own;
  const {
    task = "abstract",
    setting = "user",
    model = "openai:gpt-3.5-turbo",
    mode = "plain",
  } = own;
  const metrics = Object.fromEntries(
    Object.entries(means).map(([metric, mean]) => [
      metric,
      {
        metric,
        signature: `${metric}|profile:${profile}`,
        scored: mean === undefined ? 0 : 16,
        unscored: NOTHING,
        ...(mean === undefined ? { reason: "no scored example" } : { mean }),
      },
    ]),
  );
  const id = `${task}-${setting}-${split}-${retriever}-k${k}-${mode}-${model}`;
  return {
    key: `${run}#${id}`,
    run,
    id,
    dataset: `${task}-${setting}`,
    datasetHash: `${task}-${setting}-${split}`,
    task,
    setting,
    split,
    profile,
    partial: false,
    retriever,
    k,
    mode,
    model,
    planned: 16,
    scored: 16,
    failed: 0,
    pending: 0,
    metrics,
    ...own,
  };
}

/** Every cell is better than its baseline by a verdict, or nothing is. */
function comparer(verdict: "better" | "not-separated"): CellComparer {
  return {
    contrast: (metric, pair) =>
      contrastOf({
        metric,
        signature: pair.cell.metrics[metric]?.signature ?? "",
        cell: pair.cell.key,
        baseline: pair.baseline.key,
        verdict,
        adjustedP: verdict === "better" ? 0.01 : 0.5,
      }),
    gain: (_, pairs) => ({
      gain: 12.5,
      ciLow: 1,
      ciHigh: 20,
      difference: 0.02,
      pairs: pairs.length,
    }),
  };
}

function tables(
  cells: readonly TableCell[],
  own: Partial<PaperTablesInput> & { readonly verdict?: "better" } = {},
): readonly ResultTable[] {
  const { verdict = "not-separated", ...input } = own;
  return paperTables({ cells, comparer: comparer(verdict), statistics: STATISTICS, ...input });
}

/** The texts of a line: heads, then places with their marks and words. */
function line(table: ResultTable | undefined, ...heads: readonly string[]): readonly string[] {
  const row = table?.rows.find((one) => heads.every((head) => one.heads.includes(head)));
  return (row?.places ?? []).map(({ text, best, detail, reason }) =>
    [best ? `*${text}*` : text, detail, reason].filter((part) => part !== undefined).join(" | "),
  );
}

const none = { retriever: "none", k: 0 };
const bm25 = (k: number) => ({ retriever: "bm25", k });
const validation = { split: "validation" };

describe("Tables 2 and 3", () => {
  const cells = [
    cell({ "rouge-1": 0.2, meteor: 0.5 }, { ...validation, ...none }),
    cell({ "rouge-1": 0.3, meteor: 0.1 }, { ...validation, ...bm25(1) }),
    cell({ "rouge-1": 0.4, meteor: 0.2 }, { ...validation, ...bm25(4) }),
    cell({ "rouge-1": 0.35, meteor: 0.9 }, { ...validation, retriever: "contriever", k: 2 }),
    cell({ "rouge-1": 0.21, meteor: 0.51 }, none),
    // On the test split another setting is better: it must not be chosen.
    cell({ "rouge-1": 0.99, meteor: 0.99 }, bm25(1)),
    cell({ "rouge-1": 0.41, meteor: 0.22 }, bm25(4)),
    cell({ "rouge-1": 0.36, meteor: 0.91 }, { retriever: "contriever", k: 2 }),
  ];

  it("hold the test cell of the retriever and k that are best on validation", () => {
    const [table] = tables(cells, { tables: ["2"] });
    expect(line(table, "abstract generation", "openai:gpt-3.5-turbo")).toEqual([
      "0.2100",
      "0.4100",
      "not run",
      "not run",
      "0.5100",
      "0.2200",
      "BM25 (k = 4)",
    ]);
    expect(table?.columns.slice(0, 2)).toEqual([
      { group: "ROUGE-1", title: "none" },
      { group: "ROUGE-1", title: "personalised" },
    ]);
  });

  it("need no common name of the files that hold validation and test", () => {
    const files = cells.map((one) => ({ ...one, dataset: one.split }));
    const [table] = tables(files, { tables: ["2"] });
    expect(line(table, "abstract generation", "openai:gpt-3.5-turbo").at(-1)).toBe("BM25 (k = 4)");
    const second = files.map((one) => ({
      ...one,
      run: "b",
      key: `b${one.key}`,
      dataset: "second",
    }));
    const [both] = tables([...files, ...second], { tables: ["2"] });
    expect(both?.rows.map(({ heads }) => heads[0])).toContain("abstract generation (second)");
  });

  it("choose by another metric where that is asked for", () => {
    const [table] = tables(cells, { tables: ["2"], selectBy: "meteor" });
    expect(line(table, "abstract generation", "openai:gpt-3.5-turbo").at(-1)).toBe(
      "Contriever (k = 2)",
    );
  });

  it("say so where there is no validation run, or the chosen cell was not run on test", () => {
    const [alone] = tables(
      cells.filter(({ split }) => split === "test"),
      { tables: ["2"] },
    );
    expect(line(alone, "abstract generation", "openai:gpt-3.5-turbo")[1]).toBe(
      "not run | no validation run",
    );
    const [missing] = tables(
      cells.filter(({ split, k }) => split === "validation" || k === 0),
      { tables: ["2"] },
    );
    expect(line(missing, "abstract generation", "openai:gpt-3.5-turbo")[1]).toBe(
      "not run | validation chose BM25 (k = 4), not run on test",
    );
  });

  it("print every task and model of the paper, and tell not run from no number", () => {
    const [table] = tables(
      [...cells.slice(0, 4), cell({ "rouge-1": undefined, meteor: 0.5 }, none)],
      {
        tables: ["2"],
      },
    );
    expect(table?.rows.map(({ heads }) => heads)).toEqual(
      ["email completion", "abstract generation", "review writing", "topic writing"].flatMap(
        (task) => [
          [task, "openai:gpt-3.5-turbo"],
          [task, "LLaMA-2"],
        ],
      ),
    );
    expect(line(table, "email completion", "openai:gpt-3.5-turbo")[0]).toBe("not run");
    expect(line(table, "abstract generation", "openai:gpt-3.5-turbo")[0]).toBe(
      "— | no scored example",
    );
  });

  it("mark the best only if it is separated", () => {
    const [separated] = tables(cells, { tables: ["2"], verdict: "better" });
    expect(line(separated, "abstract generation", "openai:gpt-3.5-turbo").slice(0, 2)).toEqual([
      "0.2100",
      "*0.4100*",
    ]);
    const [open] = tables(cells, { tables: ["2"] });
    expect(open?.rows.flatMap(({ places }) => places).some(({ best }) => best)).toBe(false);
    expect(open?.notes.join(" ")).toContain("leading group");
  });

  it("count failed texts beside the mean", () => {
    const [table] = tables([cell({ "rouge-1": 0.2 }, { ...none, failed: 3 })], { tables: ["2"] });
    const [place] =
      table?.rows.find(({ heads }) => heads[0] === "abstract generation")?.places ?? [];
    expect(place).toMatchObject({ failed: 3, planned: 16, scored: 16 });
  });

  it("call topic writing's temporal setting random", () => {
    const [table] = tables([cell({ "rouge-1": 0.2 }, { task: "topic", setting: "temporal" })], {
      tables: ["3"],
    });
    expect(table?.rows.map(({ heads }) => heads[0])).toContain("topic writing, temporal (random)");
  });

  it("name both settings of topic writing where a line holds both, and not the user setting alone", () => {
    const both = (["user", "temporal"] as const).map((setting) =>
      cell({ "rouge-1": 0.2 }, { task: "topic", setting, split: "validation" }),
    );
    const heads = (...given: typeof both) =>
      tables(given, { tables: ["7", "2"] }).map(({ rows }) => rows.map((row) => row.heads[0]));
    const [grid, user] = heads(...both);
    expect(grid).toContain("topic writing, user and temporal (random)");
    expect(user).toContain("topic writing");
  });
});

describe("a best that hangs on failures", () => {
  it("is not named, and its place says why", () => {
    const fragile = cell({ "rouge-1": 0.5 }, { ...bm25(1), failed: 8 });
    const [metric = ""] = Object.keys(fragile.metrics);
    const entry = { ...fragile.metrics[metric], meanWithFailures: 0.25 } as MetricSummary;
    const cells = [
      cell({ "rouge-1": 0.3 }, none),
      { ...fragile, metrics: { [metric]: entry } },
      cell({ "rouge-1": 0.2 }, { ...validation, ...none }),
      cell({ "rouge-1": 0.4 }, { ...validation, ...bm25(1) }),
    ];
    const [table] = tables(cells, { tables: ["2"], verdict: "better" });
    expect(line(table, "abstract generation", "openai:gpt-3.5-turbo").slice(0, 2)).toEqual([
      "0.3000",
      "0.5000 | no best is named: with failures counted as 0, another setting leads",
    ]);
  });
});

describe("grids", () => {
  it("hold none, BM25 and Contriever at k 1, 2 and 4 in both settings, and what else was run", () => {
    const [table] = tables(
      [cell({ "rouge-1": 0.3 }, { ...validation, retriever: "hybrid", k: 2 })],
      {
        tables: ["7"],
      },
    );
    const own = [1, 2, 4].flatMap((k) =>
      ["BM25", "Contriever", "hybrid of BM25 and dense"].map((name) => `${name}, k = ${k}`),
    );
    expect(
      table?.columns
        .filter(({ group }) => group === "user")
        .map(({ title }) => title)
        .sort(),
    ).toEqual(["none", ...own].sort());
    expect(table?.columns.map(({ group }) => group)).toContain("temporal");
  });

  it("mark summaries and styles as no reproduction, and hold only their mode", () => {
    const cells = [
      cell({ "rouge-1": 0.3 }, { ...validation, ...bm25(1) }),
      cell({ "rouge-1": 0.6 }, { ...validation, ...bm25(1), mode: "summary" }),
    ];
    const [summaries, style, plain] = tables(cells, { tables: ["19", "20", "7"] });
    expect(summaries?.notes[0]).toContain("not a reproduction");
    expect(style?.notes[0]).toContain("not a reproduction");
    expect(plain?.notes.join(" ")).not.toContain("not a reproduction");
    expect(line(summaries, "abstract generation", "ROUGE-1")[1]).toBe("0.6000");
    expect(line(plain, "abstract generation", "ROUGE-1")[1]).toBe("0.3000");
    expect(line(style, "abstract generation", "ROUGE-1")[1]).toBe("not run");
  });

  it("put models into the paper's places", () => {
    const cells = [
      cell({ "rouge-1": 0.1 }, { ...validation, ...none, model: "openai:llama-2-7b-chat" }),
      cell({ "rouge-1": 0.2 }, { ...validation, ...none, model: "openai:flan-t5-base" }),
      cell({ "rouge-1": 0.3 }, { ...validation, ...none, model: "gguf:own" }),
    ];
    const [seven, eight, nine] = tables(cells, { tables: ["7", "8", "9"] });
    expect(line(seven, "abstract generation", "gguf:own", "ROUGE-1")[0]).toBe("0.3000");
    expect(seven?.notes).toContain("In the place of GPT-3.5: gguf:own.");
    expect(line(eight, "abstract generation", "openai:llama-2-7b-chat", "ROUGE-1")[0]).toBe(
      "0.1000",
    );
    expect(line(nine, "abstract generation", "openai:flan-t5-base", "ROUGE-1")[0]).toBe("0.2000");
  });
});

describe("random baselines and most recent texts", () => {
  it("stand at k = 1 beside the tuned system", () => {
    const cells = [
      cell({ "rouge-1": 0.3 }, { ...validation, ...bm25(2) }),
      cell({ "rouge-1": 0.9 }, { ...validation, retriever: "random-own", k: 1 }),
      cell({ "rouge-1": 0.31 }, bm25(2)),
      cell({ "rouge-1": 0.11 }, { retriever: "random-all", k: 1 }),
      cell({ "rouge-1": 0.22 }, { retriever: "random-own", k: 1 }),
    ];
    const [table] = tables(cells, { tables: ["12"] });
    expect(line(table, "abstract generation", "ROUGE-1")).toEqual([
      "0.1100",
      "0.2200",
      "0.3100 | BM25 (k = 2)",
    ]);
  });

  it("hold recency in the temporal setting", () => {
    const own = { ...validation, setting: "temporal", retriever: "recency", k: 4 };
    const [table] = tables([cell({ "rouge-1": 0.3 }, own)], { tables: ["10"] });
    expect(table?.columns.map(({ title }) => title)).toEqual([
      "none",
      "recency, k = 1",
      "recency, k = 2",
      "recency, k = 4",
    ]);
    expect(line(table, "abstract generation", "ROUGE-1")[3]).toBe("0.3000");
  });
});

describe("gains", () => {
  const model = "openai:llama-2-7b-chat";
  const of = (own: Partial<TableCell>) => [
    cell({ "rouge-1": 0.3 }, { ...validation, ...bm25(2), ...own }),
    cell({ "rouge-1": 0.31 }, { ...bm25(2), ...own }),
    cell({ "rouge-1": 0.2 }, { ...none, ...own }),
  ];

  it("stand with interval and difference, per model and over both", () => {
    const [table] = tables([...of({}), ...of({ model })], { tables: ["16"] });
    expect(table?.columns.map(({ title }) => title)).toEqual([
      "openai:gpt-3.5-turbo",
      model,
      "overall",
    ]);
    expect(line(table, "abstract generation", "ROUGE-1")).toEqual([
      "+12.50 % | +0.0200; BM25 (k = 2)",
      "+12.50 % | +0.0200; BM25 (k = 2)",
      "+12.50 % | +0.0200",
    ]);
    expect(table?.rows[3]?.places[0]?.ends).toBe("[+1.00, +20.00]");
  });

  it("need both models for the overall one", () => {
    const [table] = tables(of({}), { tables: ["16"] });
    expect(line(table, "abstract generation", "ROUGE-1").slice(1)).toEqual([
      "not run | no validation run",
      "not run | no validation run",
    ]);
  });
});

describe("Figure 2", () => {
  it("follows each retriever over k, from none on", () => {
    const cells = [
      cell({ "rouge-1": 0.1 }, none),
      cell({ "rouge-1": 0.2 }, bm25(1)),
      cell({ "rouge-1": 0.3 }, bm25(2)),
    ];
    const [table] = tables(cells, { tables: ["fig2"] });
    expect(table?.columns.map(({ title }) => title)).toEqual(["k = 0", "k = 1", "k = 2", "k = 4"]);
    expect(line(table, "abstract generation", "BM25", "ROUGE-1")).toEqual([
      "0.1000",
      "0.2000",
      "0.3000",
      "not run",
    ]);
  });
});

describe("unlike cells", () => {
  it("of two profiles or signatures come to two tables", () => {
    const paper = cell({ "rouge-1": 0.2 }, { profile: "longlamp-paper", run: "paper" });
    const other = cell({ "rouge-1": 0.3 }, { run: "other" });
    const found = tables([cell({ "rouge-1": 0.1 }), paper, other], { tables: ["2"] });
    expect(found.map(({ title }) => title.split(", profile ")[1])).toEqual([
      "longhand",
      "longlamp-paper",
    ]);
    const stemmed = {
      ...other,
      metrics: { "rouge-1": { ...other.metrics["rouge-1"], signature: "x" } },
    };
    expect(tables([cell({ "rouge-1": 0.1 }), stemmed as TableCell], { tables: ["2"] }).length).toBe(
      2,
    );
  });

  it("of one name and two contents are refused", () => {
    const changed = cell({ "rouge-1": 0.2 }, { run: "later", datasetHash: "changed" });
    expect(() => tables([cell({ "rouge-1": 0.1 }), changed])).toThrow(
      /two contents of abstract-user/,
    );
  });

  it("are printed from the first run, with a note, where two runs hold the same setting", () => {
    const [table] = tables([cell({ "rouge-1": 0.1 }), cell({ "rouge-1": 0.2 }, { run: "later" })], {
      tables: ["2"],
    });
    expect(line(table, "abstract generation", "openai:gpt-3.5-turbo")[0]).toBe("0.1000");
    expect(table?.notes.at(-1)).toContain("are printed from run");
  });

  it("of other tasks stand alone, without the paper's empty lines", () => {
    const [table] = tables([cell({ "rouge-1": 0.1 }, { task: "passage" })], { tables: ["2"] });
    expect(table?.rows.map(({ heads }) => heads[0])).toEqual(["passage completion"]);
  });
});
