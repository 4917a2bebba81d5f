import { describe, expect, it } from "vitest";
import { cellOf, summaryOf } from "../../tests/sample-summary.ts";
import {
  cellNames,
  listed,
  metricName,
  retrieverWord,
  sentenceStart,
  taskName,
} from "./display-names.ts";

describe("names in print", () => {
  it("writes metrics as papers do", () => {
    expect(["rouge-1", "rouge-l", "rouge-lsum", "meteor"].map(metricName)).toEqual([
      "ROUGE-1",
      "ROUGE-L",
      "ROUGE-Lsum",
      "METEOR",
    ]);
    expect(metricName("my-metric")).toBe("my-metric");
  });

  it("does not take a property of every object for a name", () => {
    expect(taskName("constructor")).toBe("constructor");
  });

  it("names a cell by retriever and k", () => {
    expect([...cellNames(summaryOf()).values()]).toEqual(["no retrieval", "BM25 (k = 2)"]);
  });

  it.each([
    ["dense", "dense"],
    ["dense:gguf:bge", "dense (gguf:bge)"],
    ["contriever:/models/c", "Contriever (/models/c)"],
    ["hybrid", "hybrid of BM25 and dense"],
    ["hybrid:bm25+recency+dense:hash", "hybrid of BM25, most recent and dense (hash)"],
    ["bm25+rerank:llm", "BM25, re-ranked by a language model"],
    ["bm25+rerank:llm:openai:some", "BM25, re-ranked by a language model (openai:some)"],
    [
      "hybrid+rerank:onnx:/m/r+rerank:llm",
      "hybrid of BM25 and dense, re-ranked by a cross-encoder (/m/r), re-ranked by a language model",
    ],
    ["my-own", "my-own"],
    ["my-own+rerank:other", "my-own+rerank:other"],
  ])("says %s as %s", (retriever, words) => {
    expect(retrieverWord(retriever)).toBe(words);
  });

  it("adds model and mode only where they tell cells apart", () => {
    const cells = [
      cellOf("a"),
      cellOf("b", { model: "gguf:tiny" }),
      cellOf("c", { mode: "style" }),
    ];
    expect([...cellNames(summaryOf({ cells })).values()]).toEqual([
      "no retrieval · plain · fake",
      "no retrieval · plain · gguf:tiny",
      "no retrieval · style · fake",
    ]);
  });

  it("falls back to the ids of cells that would share a name", () => {
    const cells = [cellOf("x--none"), cellOf("y--none"), cellOf("z", { retriever: "bm25", k: 1 })];
    expect([...cellNames(summaryOf({ cells })).values()]).toEqual([
      "x--none",
      "y--none",
      "BM25 (k = 1)",
    ]);
  });

  it("gives a capital to its own words, not to ids", () => {
    expect(sentenceStart("no retrieval")).toBe("No retrieval");
    expect(sentenceStart("hybrid of BM25 and dense")).toBe("Hybrid of BM25 and dense");
    expect(sentenceStart("openai:model")).toBe("openai:model");
  });

  it("joins words as a sentence does", () => {
    expect([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])]).toEqual([
      "",
      "a",
      "a and b",
      "a, b and c",
    ]);
  });
});
