import { describe, expect, it } from "vitest";
import { parseRetrieverSpec, retrieverNameFault, retrieverNames } from "./retriever-spec.ts";

describe("parseRetrieverSpec", () => {
  it("knows every name that it lists", () => {
    expect(retrieverNames().map((name) => retrieverNameFault(name))).toEqual(
      retrieverNames().map(() => undefined),
    );
  });

  it("reads which encoder a dense retriever takes", () => {
    const model = (name: string) => parseRetrieverSpec(name);
    expect(model("dense")).toEqual({
      kind: "dense",
      name: "dense",
      model: "onnx:all-minilm-l6-v2",
    });
    expect(model("dense:my-encoder")).toMatchObject({ model: "onnx:my-encoder" });
    expect(model("dense:onnx:/m/model.onnx@0123abcd")).toMatchObject({
      model: "onnx:/m/model.onnx@0123abcd",
    });
    expect(model("dense:gguf:e5")).toMatchObject({ model: "gguf:e5" });
    expect(model("dense:hash")).toMatchObject({ model: "hash" });
    expect(model("dense:embeddings:e.jsonl")).toMatchObject({ model: "embeddings:e.jsonl" });
    expect(model("contriever")).toMatchObject({ kind: "contriever", model: "onnx:contriever" });
    expect(model("contriever:/m/contriever")).toMatchObject({ model: "onnx:/m/contriever" });
  });

  it("reads the parts of a hybrid, a plus sign inside a path included", () => {
    const parts = (name: string) => {
      const spec = parseRetrieverSpec(name);
      return spec.kind === "hybrid" ? spec.parts.map((part) => part.name) : [];
    };
    expect(parts("hybrid")).toEqual(["bm25", "dense"]);
    expect(parts("hybrid:recency+dense:hash+bm25")).toEqual(["recency", "dense:hash", "bm25"]);
    expect(parts("hybrid:bm25+dense:onnx:/a+b/m.onnx")).toEqual(["bm25", "dense:onnx:/a+b/m.onnx"]);
  });

  it("reads re-rankers behind any retriever, and behind each other", () => {
    expect(parseRetrieverSpec("bm25+rerank:llm")).toEqual({
      kind: "rerank",
      name: "bm25+rerank:llm",
      first: { kind: "plain", name: "bm25" },
      judge: { kind: "llm", model: "gguf:smollm2-135m-instruct" },
    });
    expect(parseRetrieverSpec("hybrid+rerank:onnx:/m/r+1+rerank:llm:openai:gpt-x")).toMatchObject({
      first: { first: { kind: "hybrid" }, judge: { kind: "cross-encoder", model: "/m/r+1" } },
      judge: { kind: "llm", model: "openai:gpt-x" },
    });
  });

  it("knows names of one's own, alone and inside others", () => {
    for (const name of ["opening", "hybrid:opening+bm25", "opening+rerank:llm"]) {
      expect(retrieverNameFault(name)).toContain("opening");
      expect(retrieverNameFault(name, ["opening"])).toBeUndefined();
    }
  });

  it.each([
    ["bm26", 'unknown retriever "bm26": did you mean "bm25"?'],
    ["dens:hash", 'unknown retriever "dens:hash": did you mean "dense:hash"?'],
    ["hybird", 'unknown retriever "hybird": did you mean "hybrid"?'],
    ["hybrid:bm25+densse", 'unknown retriever "densse": did you mean "dense"?'],
    ["hybrid:bm25", "a hybrid needs two retrievers or more"],
    ["hybrid:bm25+bm25", "a part is named twice"],
    ["hybrid:bm25+none", "none cannot be part of a hybrid"],
    ["bm25+rerank:lm", 'did you mean "llm"?'],
    ["bm25+rerank:llm:gtp", "There is no model"],
    ["bm25+rerank:onnx:", "onnx:PATH"],
    ["bm52+rerank:llm", 'unknown retriever "bm52": did you mean "bm25"?'],
    ["none+rerank:llm", "none cannot be re-ranked"],
    ["random-all+rerank:llm", "random-all cannot be re-ranked"],
    ["dense:", "no model stands after dense:"],
    ["dense:onnx:", "no name or path"],
    ["contriever:", "no path"],
    ["bm25:fast", "known are none, bm25"],
    ["constructor", "known are none, bm25"],
    ["", "known are none, bm25"],
  ])("says what is wrong with %j", (name, said) => {
    expect(retrieverNameFault(name)).toContain(said);
    expect(() => parseRetrieverSpec(name)).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });
});
