import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../storage/index.ts";
import type { EmbeddingModel } from "./embedding-model.ts";

/**
 * The suite that every embedding model passes.
 *
 * @param name - Name of the adapter, for the test report.
 * @param open - Opens the model.
 */
export function describeEmbeddingModel(name: string, open: () => Promise<EmbeddingModel>): void {
  describe(`${name} keeps the contract of embedding models`, { timeout: 30_000 }, () => {
    let model: EmbeddingModel;
    beforeAll(async () => {
      model = await open();
    }, 30_000);
    afterAll(async () => {
      await model.close();
    });

    it("gives one vector of finite numbers per text, in order", async () => {
      const [first, second] = await model.embed(["a river", "a stone"]);
      const [swapped] = await model.embed(["a stone", "a river"]);
      expect(second).toEqual(swapped);
      expect(first).not.toEqual(second);
      const dimensions = model.description.dimensions ?? first?.length;
      expect([first?.length, second?.length]).toEqual([dimensions, dimensions]);
      expect([...(first ?? [])].every(Number.isFinite)).toBe(true);
    });

    it("gives a text the same vector, whatever else is asked", async () => {
      const [alone] = await model.embed(["the same text"]);
      const [, among] = await model.embed(["something else, longer", "the same text", "x"]);
      expect(among).toEqual(alone);
    });

    it("takes no text, an empty one, and any Unicode", async () => {
      expect(await model.embed([])).toEqual([]);
      const vectors = await model.embed(["", "日本語 👩‍👩‍👧", "\u0000"]);
      expect(vectors.map((vector) => [...vector].every(Number.isFinite))).toEqual([
        true,
        true,
        true,
      ]);
    });

    it("describes itself in plain data", () => {
      const { description } = model;
      expect(JSON.parse(canonicalJson(description))).toEqual({ ...description });
    });

    it("rejects a call whose signal is aborted as cancelled", async () => {
      await expect(model.embed(["a"], { signal: AbortSignal.abort() })).rejects.toMatchObject({
        code: "cancelled",
      });
    });

    it("rejects calls after it was closed, and may be closed twice", async () => {
      const closed = await open();
      await closed.close();
      await closed.close();
      await expect(closed.embed(["a"])).rejects.toMatchObject({ code: expect.any(String) });
    });
  });
}
