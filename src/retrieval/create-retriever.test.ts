import { describe, expect, it } from "vitest";
import { createRetriever } from "./create-retriever.ts";
import { passagePool } from "./passage-pool.ts";
import type { RetrievalProfile } from "./retriever.ts";

const PROFILES = ["longhand", "longlamp-paper"] as const;
const pool = passagePool([{ userId: "ann", passages: [{ id: "a1" }] }]);

describe("createRetriever", () => {
  it("makes every retriever by its name, in both profiles", () => {
    for (const name of ["none", "bm25", "recency", "random-own", "random-all"]) {
      for (const profile of PROFILES) {
        expect(createRetriever({ name, profile, seed: 7, pool }).name).toBe(name);
      }
    }
  });

  it("gives the profiles different signatures wherever they differ", () => {
    const signature = (name: string, profile: RetrievalProfile) =>
      createRetriever({ name, profile, seed: 7, pool }).signature;
    for (const name of ["bm25", "recency", "random-own", "random-all"]) {
      expect(signature(name, "longhand")).not.toBe(signature(name, "longlamp-paper"));
      expect(signature(name, "longlamp-paper")).toContain("profile:longlamp-paper");
    }
    expect(signature("none", "longhand")).toBe(signature("none", "longlamp-paper"));
  });

  it("gives random retrievers with different seeds different signatures", () => {
    const signature = (seed: number) =>
      createRetriever({ name: "random-own", profile: "longhand", seed }).signature;
    expect(signature(7)).not.toBe(signature(8));
  });

  it("names the nearest retriever for one that does not exist", () => {
    const create = (name: string) => () => createRetriever({ name, profile: "longhand", seed: 7 });
    expect(create("bm52")).toThrow(
      expect.objectContaining({
        code: "invalid-option",
        message: 'There is no retriever "bm52".',
        hint: expect.stringContaining('Did you mean "bm25"?'),
      }),
    );
    expect(create("constructor")).toThrow(/no retriever "constructor"/);
  });

  it("sends whoever wants a retriever with a model to openRetriever", () => {
    expect(() => createRetriever({ name: "dense", profile: "longhand", seed: 7 })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("openRetriever") }),
    );
  });

  it("needs a pool for random-all", () => {
    expect(() => createRetriever({ name: "random-all", profile: "longhand", seed: 7 })).toThrow(
      /needs the passages of all users/,
    );
  });
});
