import { describe, expect, it } from "vitest";
import { bm25Retriever } from "./bm25-retriever.ts";
import { hybridRetriever } from "./hybrid-retriever.ts";
import { recencyRetriever } from "./recency-retriever.ts";
import { describeRetriever } from "./retriever.contract.ts";
import type { RetrievalProfile, Retriever } from "./retriever.ts";

const hybrid = (profile: RetrievalProfile = "longhand") =>
  hybridRetriever({
    name: "hybrid:bm25+recency",
    profile,
    parts: [bm25Retriever(profile), recencyRetriever(profile)],
  });

describeRetriever("hybrid", () => hybrid());
describeRetriever("hybrid, longlamp-paper", () => hybrid("longlamp-paper"), { needsWords: true });

const candidates = [
  { id: "a", text: "quiet lamp", date: "2019" },
  { id: "b", text: "green chairs", date: "2021" },
  { id: "c", text: "lamp", date: "2020" },
];
const request = { exampleId: "e", userId: "u", query: "quiet lamp", k: 3, candidates };

describe("hybridRetriever", () => {
  it("adds the reciprocal ranks of those parts that found a passage", async () => {
    // BM25: a, c; it does not find b. Recency: b, c, a.
    const { passages } = await hybrid().retrieve(request);
    expect(passages).toEqual([
      { id: "a", relevance: 1 / 61 + 1 / 63 },
      { id: "c", relevance: 1 / 62 + 1 / 62 },
      { id: "b", relevance: 1 / 61 },
    ]);
  });

  it("tells the rank in each part", async () => {
    const explained = await hybrid().explain?.(request);
    expect(explained?.reasons[2]?.parts).toEqual([
      { retriever: "bm25" },
      { retriever: "recency", rank: 1, relevance: 0 },
    ]);
    expect(explained?.reasons[1]?.parts?.[0]).toMatchObject({ retriever: "bm25", rank: 2 });
    expect(explained?.result).toEqual(await hybrid().retrieve(request));
  });

  it("leaves a part without signal out, and has none itself if no part has", async () => {
    const { passages, noSignal } = await hybrid().retrieve({ ...request, query: "zebra" });
    expect(passages.map(({ id, relevance }) => [id, relevance])).toEqual([
      ["b", 1 / 61],
      ["c", 1 / 62],
      ["a", 1 / 63],
    ]);
    expect(noSignal).toBe(false);
    const words = [bm25Retriever("longhand"), { ...bm25Retriever("longhand"), name: "other" }];
    const both = hybridRetriever({ name: "hybrid", parts: words, profile: "longhand" });
    expect(await both.retrieve({ ...request, query: "zebra" })).toMatchObject({ noSignal: true });
  });

  it("breaks ties by newest date, in the paper's profile by reverse stored order", async () => {
    const fixed = (name: string, ids: readonly string[]): Retriever => ({
      name,
      signature: `${name}|v:1`,
      retrieve: async () => ({
        passages: ids.map((id, at) => ({ id, relevance: 9 - at })),
        noSignal: false,
      }),
    });
    const ids = async (profile: RetrievalProfile) => {
      const parts = [fixed("one", ["a", "b"]), fixed("two", ["b", "a"])];
      const { passages } = await hybridRetriever({ name: "h", parts, profile }).retrieve(request);
      return passages.map(({ id }) => id);
    };
    expect(await ids("longhand")).toEqual(["b", "a", "c"]);
    expect(await ids("longlamp-paper")).toEqual(["b", "a", "c"]);
  });

  it("names constant and parts in its signature", () => {
    expect(hybrid().signature).toMatch(
      /^hybrid\|rrf:60\|of:\[bm25\|.*v:1\]\[recency\|.*v:1\]\|ties:newest,id\|/,
    );
  });
});
