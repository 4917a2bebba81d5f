import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tinyPlace } from "../../../tests/tiny-run.ts";
import { defineRetriever } from "../../retrieval/index.ts";
import { previewRun } from "../run/preview-run.ts";
import { defineExperiment, resumeRun, startRun } from "../run/run-experiment.ts";
import type { RetrievalLine } from "./ask-retriever.ts";
import { inspectRetrieval } from "./inspect-retrieval.ts";
import { inspectRunRetrieval } from "./inspect-run.ts";
import { plantedRecall } from "./planted-recall.ts";
import { retrieveDataset } from "./retrieve-dataset.ts";

const place = tinyPlace();
const { context, folder } = place;
const dataset = place.topicDataset("verbs", { users: 4, profileItems: 6 });

function linesOf(file: string): RetrievalLine[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as RetrievalLine);
}

const base = {
  version: 1,
  name: "tiny",
  dataset: { path: dataset },
  generation: { maxOutputTokens: 20 },
  metrics: ["rouge-1"],
  statistics: { resamples: 100, permutations: 100 },
};

describe("inspectRetrieval", () => {
  it("shows words with their weights, whose sum is the relevance", async () => {
    const { json, text } = await inspectRetrieval({ dataset, k: 2 }, context);
    const { passages, candidates, query } = json as Awaited<
      ReturnType<typeof import("./inspect-retrieval.ts").inspectExample>
    >["json"];
    expect([candidates, passages.length, query.length > 0]).toEqual([6, 2, true]);
    for (const { relevance, terms = [] } of passages) {
      expect(terms.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(relevance, 9);
    }
    expect(text).toContain("words: ");
  });

  it("shows the ranks in the parts of a hybrid, judgements, and ties", async () => {
    const hybrid = await inspectRetrieval(
      { dataset, retriever: "hybrid:bm25+dense:hash", k: 1 },
      context,
    );
    expect(hybrid.text).toMatch(/from: bm25 (rank|not found).*; dense:hash rank \d+ \(/);
    const judged = await inspectRetrieval(
      { dataset, retriever: "recency+rerank:llm:fake", depth: 2, k: 3 },
      context,
    );
    expect(judged.text).toContain("judgement: no usable answer");
    expect(judged.text).toContain("judgement-failed: 2");
  });

  it("says what was left out as the target, what stays, and what is tied", async () => {
    const [first = ""] = readFileSync(dataset, "utf8").split("\n");
    const row = JSON.parse(first) as Record<string, unknown>;
    const profile = ["The tent  kept us dry.", "A dry harbour.", "A dry harbour."].map(
      (content, at) => ({
        author: row["author"],
        id: `p${at + 1}`,
        content,
        summary: "x",
      }),
    );
    const path = join(folder, "target.jsonl");
    writeFileSync(path, JSON.stringify({ ...row, output: "The tent kept us dry.", profile }));
    const { json, text } = await inspectRetrieval({ dataset: path, k: 3 }, context);
    expect(json).toMatchObject({ removed: [{ id: "p1" }], candidates: 2 });
    expect(text).toContain("left out as the target: p1 (");
    expect(json).toMatchObject({ passages: [{ tiedWith: ["p3"] }, { tiedWith: ["p2"] }] });
  });

  it.each([
    [{ retriever: "bm26" }, "invalid-option"],
    [{ exampleId: "nobody" }, "unknown-example"],
    [{ depth: 5 }, "invalid-option"],
    [{ task: "emial" }, "unknown-task"],
    [{ retriever: "dense" }, "model-missing"],
  ])("refuses %j as %s", async (options, code) => {
    await expect(inspectRetrieval({ dataset, ...options }, context)).rejects.toMatchObject({
      code,
    });
  });
});

describe("retrieveDataset", () => {
  it("writes one line per example, with query and texts, and counts", async () => {
    const out = join(folder, "passages.jsonl");
    const { json } = await retrieveDataset(
      { dataset, out, k: 2, retriever: "dense:hash" },
      context,
    );
    expect(json).toMatchObject({ lines: 4, failed: 0, retriever: "dense:hash" });
    const lines = linesOf(out);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatchObject({
      v: 1,
      retriever: "dense:hash",
      query: expect.any(String),
      passages: [{ text: expect.any(String) }, { text: expect.any(String) }],
    });
  });

  it("draws examples by seed, and leaves no file when it is stopped", async () => {
    const out = join(folder, "two.jsonl");
    await retrieveDataset({ dataset, out, maxExamples: 2 }, context);
    expect(linesOf(out)).toHaveLength(2);
    const stopped = { ...context, stopping: AbortSignal.abort() };
    const other = join(folder, "stopped.jsonl");
    await expect(retrieveDataset({ dataset, out: other }, stopped)).rejects.toThrow();
    expect(() => readFileSync(other)).toThrow(/ENOENT/);
  });
});

describe("plantedRecall", () => {
  const recallOf = async (options: object) =>
    (await plantedRecall({ dataset, ks: [4, 1, 7], ...options }, context)).json as {
      readonly sampled: number;
      readonly recall: readonly {
        readonly k: number;
        readonly n: number;
        readonly found: number;
        readonly controlFound: number;
        readonly chance: number;
        readonly bounds95: { readonly low: number; readonly high: number };
      }[];
    };

  it("finds a document of the target's own words by the target, at any k", async () => {
    const { sampled, recall } = await recallOf({ wordShare: 1 });
    expect(sampled).toBe(4);
    expect(recall.map(({ k, n, controlFound }) => [k, n, controlFound])).toEqual([
      [1, 4, 4],
      [4, 4, 4],
      [7, 4, 4],
    ]);
    // Seven documents to choose from, the planted one among them.
    expect(recall.map(({ chance }) => chance)).toEqual([
      expect.closeTo(1 / 7, 12),
      expect.closeTo(4 / 7, 12),
      1,
    ]);
    expect(recall[2]).toMatchObject({ found: 4, bounds95: { high: 1 } });
    expect(recall[2]?.bounds95.low).toBeCloseTo(0.5101, 4);
  });

  it("is the same for one seed, and does not find it by recency, which reads no query", async () => {
    expect(await recallOf({ seed: 3 })).toEqual(await recallOf({ seed: 3 }));
    const { recall } = await recallOf({ retriever: "recency" });
    expect(recall.map(({ controlFound }) => controlFound)).toEqual([0, 0, 4]);
  });

  it.each([
    [{ retriever: "none" }],
    [{ retriever: "random-all" }],
    [{ ks: [0] }],
    [{ sampleExamples: 0 }],
    [{ wordShare: 0 }],
  ])("refuses %j", async (options) => {
    expect(() => plantedRecall({ dataset, ...options }, context)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});

describe("experiments", () => {
  it("take every kind of retriever, with settings, and count failed judgements", async () => {
    const warnings: string[] = [];
    const onProgress = (event: { kind: string; text?: string }): void => {
      if (event.kind === "warning") warnings.push(event.text ?? "");
    };
    const experiment = defineExperiment({
      ...base,
      grid: {
        retriever: ["dense:hash", "hybrid:bm25+dense:hash", "bm25+rerank:llm:fake"],
        k: [1, 2],
        model: ["fake"],
      },
      retrievers: { "bm25+rerank:llm:fake": { depth: 3, judging: "pointwise" } },
    });
    const run = await startRun(experiment, {}, { ...context, onProgress });
    expect(run.summary.cells.map(({ scored }) => scored)).toEqual([4, 4, 4, 4, 4, 4]);
    const lines = linesOf(run.folder.retrieval);
    const judged = lines.filter(({ retriever }) => retriever === "bm25+rerank:llm:fake");
    expect(judged.map(({ warnings: told, calls }) => [told?.[0]?.count, calls?.made])).toEqual([
      [3, 3],
      [3, 3],
      [3, 3],
      [3, 3],
    ]);
    expect(warnings.join()).toContain("12 judgements of re-rankers gave no usable answer");
    const inspected = await inspectRunRetrieval(
      { run: run.folder.path, retriever: "hybrid:bm25+dense:hash" },
      context,
    );
    expect(inspected.json).toMatchObject({ k: 2, recorded: { same: true } });
    const again = await resumeRun(run.folder.path, { generate: false }, context);
    expect(again.summary.cells).toEqual(run.summary.cells);
    await expect(
      inspectRunRetrieval({ run: run.folder.path, retriever: "dense:hsah" }, context),
    ).rejects.toMatchObject({
      code: "invalid-option",
      hint: expect.stringContaining("dense:hash"),
    });
  });

  it("are previewed without a call of a re-ranker", async () => {
    const experiment = defineExperiment({
      ...base,
      grid: {
        retriever: ["none", "bm25+rerank:llm:fake:judge", "recency+rerank:llm:fake:judge"],
        k: [1],
        model: ["fake"],
      },
      retrievers: { "recency+rerank:llm:fake:judge": { judging: "listwise" } },
      models: { "fake:judge": { callLog: join(place.folder, "previewed.jsonl") } },
    });
    const { json, text } = await previewRun(experiment, {}, context);
    // Four examples with six passages each: of every passage one call, and one call for all.
    expect(json.rerankCalls).toEqual({ about: 28, most: 4 * (20 + 1) });
    expect(json.unpriced).toEqual(["fake", "fake:judge"]);
    expect(text).toContain("About 28 calls to re-rank passages, at most 84");
    expect(existsSync(join(place.folder, "previewed.jsonl"))).toBe(false);
  });

  it("take a retriever of one's own, alone, in a hybrid and before a re-ranker", async () => {
    const longest = defineRetriever({
      name: "longest",
      create: ({ settings }) => ({
        name: "longest",
        signature: `longest|sign:${String(settings["sign"] ?? 1)}|v:1`,
        retrieve: async ({ k, candidates }) => ({
          passages: candidates
            .map(({ id, text }) => ({ id, relevance: text.length }))
            .sort((left, right) => right.relevance - left.relevance)
            .slice(0, k),
          noSignal: false,
        }),
      }),
    });
    const retriever = ["longest", "hybrid:longest+bm25", "longest+rerank:llm:fake"];
    const described = { ...base, grid: { retriever, k: [1], model: ["fake"] } };
    expect(() => defineExperiment(described)).toThrow(/unknown retriever "longest"/);
    const experiment = defineExperiment(described, [longest]);
    const run = await startRun(experiment, {}, { ...context, retrievers: [longest] });
    expect(run.summary.cells.map(({ retriever: name, scored }) => [name, scored])).toEqual(
      retriever.map((name) => [name, 4]),
    );
    expect(readFileSync(run.folder.manifest, "utf8")).toContain("longest|sign:1|v:1");
  });

  it("refuse settings that no retriever of the grid has", () => {
    const grid = { retriever: ["bm25+rerank:llm:fake"], k: [1], model: ["fake"] };
    const faults = (retrievers: object) => () => defineExperiment({ ...base, grid, retrievers });
    expect(faults({ "bm25+rerank:llm:fake": { deepth: 3 } })).toThrow(/deepth.*depth/s);
    expect(faults({ dense: {} })).toThrow(/retrievers\.dense: no such retriever is used/);
    expect(faults({ "bm25+rerank:llm:fake": { depth: 1 } })).toThrow(/depth/);
  });
});
