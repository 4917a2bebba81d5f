import { describe, expect, it } from "vitest";
import { bm25L, bm25Okapi, bm25Plus } from "./variants.ts";

describe("BM25 variants", () => {
  it("are undefined for no documents and for empty ones only", () => {
    for (const variant of [bm25Okapi, bm25L, bm25Plus]) {
      expect(variant([])).toBeUndefined();
      expect(variant(["", " "])).toBeUndefined();
      expect(variant([[], []])).toBeUndefined();
    }
  });

  it("give Okapi values worked by hand", () => {
    // N = 3, n = 1: idf = ln 2.5 − ln 1.5. The document has the mean length: 2.5 / (1 + 1.5) = 1.
    const index = bm25Okapi(["red lamp", "blue chair", "old clock"]);
    const idf = Math.log(2.5) - Math.log(1.5);
    expect(index?.idf("lamp")).toBeCloseTo(idf, 12);
    expect([...(index?.scores(["lamp", "lamp"]) ?? [])]).toEqual([2 * idf, 0, 0]);
    expect(index?.averageIdf).toBeCloseTo(idf, 12);
    expect(index?.idf("table")).toBeUndefined();
  });

  it("compare words as they are when words are handed in, and split texts", () => {
    const words = bm25Okapi([["two words", "", "a"], ["a"], ["b"]]);
    expect(words?.scores(["two words"])[0]).toBeGreaterThan(0);
    expect(words?.scores(["", "two"])[0]).toBeCloseTo(words?.idf("") ?? 0, 0);
    expect(words?.idf("two")).toBeUndefined();
    expect(bm25Okapi(["two words", "a", "b"])?.idf("two words")).toBeUndefined();
  });

  it("answer a second and a long query as they answer the first", () => {
    const texts = Array.from({ length: 40 }, (_, index) => `w${index % 7} w${index % 3} v${index}`);
    const query = ["w1", "v3", "w1", "w0", "unknown"];
    const fresh = bm25Okapi(texts)?.scores(query);
    const used = bm25Okapi(texts);
    used?.scores(["w2"]);
    expect(used?.scores(query)).toEqual(fresh);
    expect(used?.scores(query)).toEqual(fresh);
    expect(used?.scores([])).toEqual(new Float64Array(40));
  });

  it("lift documents that lack a term in Plus, and in L as its repository has it", () => {
    const texts = ["red lamp", "blue chair", "old clock"];
    expect(bm25Plus(texts)?.scores(["lamp"])[1]).toBeCloseTo(Math.log(4), 12);
    expect(bm25L(texts)?.scores(["lamp"])[1]).toBe(0);
    // idf · 2.5 · 0.5 / (1.5 + 0.5), idf = ln 4 − ln 1.5.
    expect(bm25L(texts, { version: "head" })?.scores(["lamp"])[1]).toBeCloseTo(
      (Math.log(4) - Math.log(1.5)) * 0.625,
      12,
    );
  });

  it("refuse settings out of range", () => {
    expect(() => bm25Okapi(["a"], { k1: -1 })).toThrow(/k1 must be 0 or more/);
    expect(() => bm25Plus(["a"], { b: 1.5 })).toThrow(/b from 0 to 1/);
    expect(() => bm25L(["a"], { k1: Number.NaN })).toThrow(/k1/);
  });
});
