import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createScriptedModel, type ScriptedTurn } from "../../../tests/scripted-model.ts";
import { writeTinyCrossEncoder } from "../../../tests/tiny-onnx.ts";
import type { Clock } from "../../foundation/index.ts";
import {
  type CrossEncoder,
  createFakeModel,
  ModelCallError,
  openOnnxCrossEncoder,
} from "../../models/index.ts";
import { bm25Retriever } from "../bm25-retriever.ts";
import { recencyRetriever } from "../recency-retriever.ts";
import { describeRetriever } from "../retriever.contract.ts";
import { crossEncoderJudge } from "./cross-encoder-judge.ts";
import { type Judging, llmJudge } from "./llm-judge.ts";
import { rerankedRetriever } from "./reranked-retriever.ts";

const clock: Clock = { nowMs: () => 0, sleep: async () => undefined };

let folder: string;
let model: CrossEncoder;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "longhand-rerank-"));
  writeTinyCrossEncoder(folder);
  model = await openOnnxCrossEncoder({
    path: join(folder, "model.onnx"),
    name: "tiny",
    threads: 1,
  });
});
afterAll(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

const byWords = () => {
  const fake = createFakeModel({ name: "fake", settings: {}, clock });
  return rerankedRetriever({
    name: "bm25+rerank:llm:fake",
    first: bm25Retriever("longhand"),
    judge: llmJudge({ model: fake, clock }),
    depth: 3,
  });
};

describeRetriever("a re-ranker whose language model never answers yes or no", byWords);
describeRetriever("a re-ranker with a cross-encoder", () =>
  rerankedRetriever({
    name: "recency+rerank:onnx:tiny",
    first: recencyRetriever("longhand"),
    judge: crossEncoderJudge(model),
    depth: 2,
  }),
);

const candidates = ["2024", "2023", "2022", "2021"].map((date, at) => ({
  id: `p${at + 1}`,
  text: `passage ${at + 1}`,
  date,
}));
const request = { exampleId: "e", userId: "u", query: "the query", k: 4, candidates };

function scripted(turns: readonly ScriptedTurn[], judging: Judging, depth = 3) {
  const language = createScriptedModel(turns);
  const retriever = rerankedRetriever({
    name: "recency+rerank:llm",
    first: recencyRetriever("longhand"),
    judge: llmJudge({ model: language, judging, clock, maxPassageWords: 1 }),
    depth,
  });
  const ids = async () => {
    const { passages } = await retriever.retrieve(request);
    return passages.map(({ id }) => id);
  };
  return { language, retriever, ids };
}

describe("a re-ranker with a language model", () => {
  it("puts passages with yes first and leaves what lies beyond its depth", async () => {
    const { retriever, ids, language } = scripted(["no", "Yes.", "yes"], "pointwise");
    expect(await ids()).toEqual(["p2", "p3", "p1", "p4"]);
    expect(language.requests).toHaveLength(3);
    const prompt = language.requests[0]?.messages[0]?.content ?? "";
    expect(prompt).toContain("TASK: the query\n\nPASSAGE: passage\n\n");
    expect(language.requests[0]?.sampling).toEqual({ temperature: 0 });
    expect(retriever.signature).toBe(
      "rerank|by:[llm fake/scripted@r1 pointwise words=1 prompt=1]|depth:3|first:[recency|order:date,id|profile:longhand|v:1]|v:1",
    );
  });

  it("keeps the place of a passage whose judgement failed, and counts it", async () => {
    const failing = new ModelCallError("It refused.", { reason: "refused", retryable: false });
    const { retriever } = scripted(["no", "maybe so", "yes", failing], "pointwise", 4);
    const { passages, warnings, calls } = await retriever.retrieve(request);
    // p2 and p4 keep the second and fourth place; p3 with yes goes before p1 with no.
    expect(passages.map(({ id }) => id)).toEqual(["p3", "p2", "p1", "p4"]);
    expect(warnings).toEqual([
      { kind: "judgement-failed", count: 2, example: 'the model said "maybe so"' },
    ]);
    expect(calls).toEqual({ made: 3, cached: 0, failed: 1, promptTokens: 30, outputTokens: 9 });
  });

  it("takes a whole order, and keeps the first stage's if the answer is none", async () => {
    expect(await scripted(["[3] > [1] > [2]"], "listwise").ids()).toEqual(["p3", "p1", "p2", "p4"]);
    const { retriever } = scripted(["[3] > [1]"], "listwise");
    const { passages, warnings } = await retriever.retrieve(request);
    expect(passages.map(({ id }) => id)).toEqual(["p1", "p2", "p3", "p4"]);
    expect(warnings).toEqual([
      { kind: "judgement-failed", count: 1, example: 'the model said "[3] > [1]"' },
    ]);
  });

  it("judges as many for every k, so that fewer are the beginning of more", async () => {
    const { language, retriever } = scripted(["no", "no", "yes"], "pointwise");
    const { passages } = await retriever.retrieve({ ...request, k: 1 });
    expect([language.requests.length, passages]).toEqual([3, [{ id: "p3", relevance: 1 }]]);
  });

  it("asks nothing where there is nothing to order", async () => {
    const { language, retriever } = scripted([], "pointwise");
    const alone = { ...request, candidates: candidates.slice(0, 1) };
    expect(await retriever.retrieve(alone)).toEqual({
      passages: [{ id: "p1", relevance: 1 }],
      noSignal: false,
    });
    expect(language.requests).toEqual([]);
  });

  it("says what the first stage and the judge made of each passage", async () => {
    const explained = await scripted(["no", "yes", "?"], "pointwise").retriever.explain?.(request);
    expect(explained?.reasons).toEqual([
      { judgement: "yes", parts: [{ retriever: "recency", rank: 2, relevance: 0 }] },
      { judgement: "no", parts: [{ retriever: "recency", rank: 1, relevance: 0 }] },
      { judgement: "no usable answer", parts: [{ retriever: "recency", rank: 3, relevance: 0 }] },
      { parts: [{ retriever: "recency", rank: 4, relevance: 0 }] },
    ]);
  });

  it.each([1, 0, 2.5])("refuses a depth of %d", (depth) => {
    expect(() => scripted([], "pointwise", depth)).toThrow(/depth must be a whole number/);
  });
});

describe("a re-ranker with a cross-encoder", () => {
  it("puts the highest score first, equal ones in the first stage's order", async () => {
    const scores = [1, 3, 1, 2];
    const judge = crossEncoderJudge({
      description: { adapter: "onnx", model: "/m/r.onnx", revision: "ab", remote: false },
      score: async (_, texts) => Float64Array.from(texts, (_text, at) => scores[at] ?? 0),
      close: async () => undefined,
    });
    const first = recencyRetriever("longhand");
    const retriever = rerankedRetriever({ name: "r", first, judge });
    const { passages } = await retriever.retrieve(request);
    expect(passages).toEqual([
      { id: "p2", relevance: 1 },
      { id: "p4", relevance: 1 / 2 },
      { id: "p1", relevance: 1 / 3 },
      { id: "p3", relevance: 1 / 4 },
    ]);
    expect(retriever.signature).toContain("by:[cross-encoder onnx/r.onnx@ab()]|depth:20|");
  });

  it("cannot read what another user's pool holds", async () => {
    const retriever = rerankedRetriever({
      name: "r",
      first: {
        name: "other",
        signature: "other|v:1",
        retrieve: async () => ({
          passages: ["x", "y"].map((id) => ({ id, userId: "ben", relevance: 0 })),
          noSignal: false,
        }),
      },
      judge: crossEncoderJudge(model),
    });
    await expect(retriever.retrieve(request)).rejects.toMatchObject({ code: "retrieval-failed" });
  });
});
