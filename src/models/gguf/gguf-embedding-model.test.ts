import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTinyGguf } from "../../../tests/tiny-gguf.ts";
import { describeEmbeddingModel } from "../embedding-model.contract.ts";
import type { EmbeddingModel } from "../embedding-model.ts";
import { openGgufEmbeddingModel } from "./gguf-embedding-model.ts";

const TIMEOUT_MS = 60_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-gguf-"));
  writeTinyGguf(join(folder, "bert.gguf"), { architecture: "bert" });
  writeTinyGguf(join(folder, "llama.gguf"));
  writeTinyGguf(join(folder, "t5.gguf"), { architecture: "t5" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function open(kind: "bert" | "llama" | "t5"): Promise<EmbeddingModel> {
  return openGgufEmbeddingModel({ path: join(folder, `${kind}.gguf`), name: kind, threads: 1 });
}

describeEmbeddingModel("openGgufEmbeddingModel", () => open("bert"));

describe("openGgufEmbeddingModel", { timeout: TIMEOUT_MS }, () => {
  it("also takes the vectors of a model that writes", async () => {
    const model = await open("llama");
    expect(model.description).toEqual({
      adapter: "gguf",
      model: "llama",
      revision: expect.stringMatching(/^[0-9a-f]{64}$/),
      dimensions: 64,
      remote: false,
    });
    const [river, nothing] = await model.embed(["a river", ""]);
    expect([river?.length, nothing?.length]).toEqual([64, 64]);

    const long = model.embed(["fine", "far too long ".repeat(200)]);
    await expect(long).rejects.toMatchObject({ reason: "context-overflow", retryable: false });
    expect((await model.embed(["a river"]))[0]).toEqual(river);

    const abort = new AbortController();
    const many = model.embed(
      Array.from({ length: 500 }, (_, place) => `text ${place}`),
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(), 5);
    await expect(many).rejects.toMatchObject({ reason: "cancelled" });
    expect((await model.embed(["a river"]))[0]).toEqual(river);
    await model.close();
  });

  it("refuses an encoder–decoder model", async () => {
    await expect(open("t5")).rejects.toMatchObject({ code: "unsupported-model" });
  });
});
