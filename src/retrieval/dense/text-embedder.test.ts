import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeEmbeddingModel, type EmbeddingModel } from "../../models/index.ts";
import { cachedEmbedder } from "./text-embedder.ts";

let cacheFolder: string;
beforeEach(() => {
  cacheFolder = mkdtempSync(join(tmpdir(), "longhand-embedder-"));
});
afterEach(() => rmSync(cacheFolder, { recursive: true, force: true }));

/** A model that notes what it is asked. */
function watched(dimensions = 8): { model: EmbeddingModel; batches: string[][] } {
  const inner = createFakeEmbeddingModel({ dimensions });
  const batches: string[][] = [];
  const embed: EmbeddingModel["embed"] = (texts, options) => {
    batches.push([...texts]);
    return inner.embed(texts, options);
  };
  return { model: { description: inner.description, embed, close: inner.close }, batches };
}

describe("cachedEmbedder", () => {
  it("embeds each text once for all embedders that share a folder", async () => {
    const [first, second] = [watched(), watched()];
    const one = cachedEmbedder(first.model, { cacheFolder });
    const made = await one.embed(["longer text", "b", "longer text"]);
    expect(first.batches).toEqual([["b", "longer text"]]);
    await one.close();
    const two = cachedEmbedder(second.model, { cacheFolder });
    expect(await two.embed(["b", "longer text", "new"])).toEqual([
      made[1],
      made[0],
      expect.anything(),
    ]);
    expect(second.batches).toEqual([["new"]]);
    await two.close();
  });

  it("hands over 32 texts at a time, shortest first, and tells how far it is", async () => {
    const { model, batches } = watched();
    const progress: number[][] = [];
    const onProgress = (done: number, total: number) => void progress.push([done, total]);
    const embedder = cachedEmbedder(model, { onProgress });
    await embedder.embed(Array.from({ length: 70 }, (_, at) => "x".repeat(70 - at)));
    expect(batches.map((batch) => [batch.length, batch[0]?.length])).toEqual([
      [32, 1],
      [32, 33],
      [6, 65],
    ]);
    expect(progress).toEqual([
      [32, 70],
      [64, 70],
      [70, 70],
    ]);
  });

  it("stops between batches, and has kept those before", async () => {
    const { model, batches } = watched();
    const stop = new AbortController();
    const texts = Array.from({ length: 40 }, (_, at) => `text ${at + 10}`);
    const embedder = cachedEmbedder(model, { cacheFolder, onProgress: () => stop.abort() });
    await expect(embedder.embed(texts, stop.signal)).rejects.toMatchObject({ code: "cancelled" });
    await embedder.embed(texts);
    expect(batches.map(({ length }) => length)).toEqual([32, 8]);
    await embedder.close();
  });

  it("refuses vectors that are not finite", async () => {
    const { model } = watched();
    const embedder = cachedEmbedder({
      ...model,
      embed: async (texts) => texts.map(() => Float32Array.of(Number.NaN)),
    });
    await expect(embedder.embed(["a"])).rejects.toMatchObject({ code: "invalid-vectors" });
  });

  it("names model, revision and settings in its signature", () => {
    const { model } = watched();
    const settings = { pooling: "mean", precision: "int8" };
    const description = {
      ...model.description,
      model: "/home/me/m.onnx",
      revision: "a".repeat(64),
      settings,
    };
    expect(cachedEmbedder({ ...model, description }).signature).toBe(
      "fake/m.onnx@aaaaaaaaaaaa(pooling=mean,precision=int8)",
    );
  });
});
