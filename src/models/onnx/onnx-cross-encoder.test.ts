import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tinyOnnxRow, writeTinyCrossEncoder, writeTinyOnnx } from "../../../tests/tiny-onnx.ts";
import { readTokenizer } from "./encoder-tokenizer.ts";
import { openOnnxCrossEncoder } from "./onnx-cross-encoder.ts";
import { openOnnxEmbeddingModel } from "./onnx-embedding-model.ts";
import { readWeightPrecision } from "./weight-precision.ts";

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-cross-"));
  writeTinyCrossEncoder(folder);
  path = join(folder, "model.onnx");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (options: object = {}) =>
  openOnnxCrossEncoder({ path, name: "tiny", threads: 1, ...options });

/** The tiny cross-encoder by hand: the mean of all numbers in the rows of the tokens. */
function scoreOf(tokens: readonly string[]): number {
  const numbers = tokens.flatMap((token) => tinyOnnxRow(token));
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

describe("openOnnxCrossEncoder", () => {
  it("reads query and passage together, as the tokenizer's template puts a pair", async () => {
    const model = await open();
    const scores = await model.score("the tent", ["a river", ""]);
    expect([...scores]).toEqual([
      expect.closeTo(scoreOf(["[CLS]", "the", "tent", "[SEP]", "a", "river", "[SEP]"]), 5),
      expect.closeTo(scoreOf(["[CLS]", "the", "tent", "[SEP]", "[SEP]"]), 5),
    ]);
    await model.close();
  });

  it("shortens the passage, not the query", async () => {
    const model = await open({ maxTokens: 8 });
    const [score] = await model.score("the tent", ["a river a stone a stone"]);
    const kept = ["[CLS]", "the", "tent", "[SEP]", "a", "river", "a", "[SEP]"];
    expect(score).toBeCloseTo(scoreOf(kept), 5);
    await model.close();
  });

  it("gives a passage the same score alone and beside others, and takes any text", async () => {
    const model = await open();
    const texts = ["a river", "日本語 👩‍👩‍👧", "\u0000", "x ".repeat(5000)];
    const together = await model.score("the", texts);
    for (const [at, text] of texts.entries()) {
      expect((await model.score("the", [text]))[0]).toBe(together[at]);
    }
    expect(await model.score("the", [])).toHaveLength(0);
    await model.close();
  });

  it("describes itself with the format of its weights", async () => {
    const model = await open({ maxTokens: 64 });
    expect(model.description).toMatchObject({
      adapter: "onnx",
      model: "tiny",
      settings: { maxTokens: 64, precision: "fp32" },
    });
    await model.close();
  });

  it("rejects cancelled calls, and all after it was closed", async () => {
    const model = await open();
    const cancelled = model.score("a", ["a"], { signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    await model.close();
    await model.close();
    await expect(model.score("a", ["a"])).rejects.toMatchObject({ code: "model-closed" });
  });

  it.each([
    ["an encoder of single texts", { output: "last_hidden_state" }, "no logits"],
    ["a model that needs more inputs", { inputs: ["input_ids", "pixels"] }, "also takes pixels"],
    ["a model that gives more than two numbers", { axes: [1] }, "gave no score"],
  ])("refuses %s", async (_, options, why) => {
    const other = mkdtempSync(join(folder, "other-"));
    writeTinyCrossEncoder(other, options);
    await expect(open({ path: join(other, "model.onnx") })).rejects.toMatchObject({
      code: "not-a-model",
      message: expect.stringContaining(why),
    });
  });

  it("refuses a bound that leaves no room, and files that are no model", async () => {
    await expect(open({ maxTokens: 2 })).rejects.toMatchObject({ code: "invalid-option" });
    const other = mkdtempSync(join(folder, "other-"));
    writeTinyCrossEncoder(other);
    writeFileSync(join(other, "model.onnx"), "<html>");
    await expect(open({ path: join(other, "model.onnx") })).rejects.toMatchObject({
      code: "not-a-model",
    });
  });
});

describe("pairs of texts", () => {
  it("keep half of a query that fills the whole length, and mark the second text", async () => {
    const tokenizer = await readTokenizer(join(folder, "tokenizer.json"));
    const { ids, segments } = tokenizer.pair(["a a a a a a a a", "river river river"], 9);
    // [CLS] a a a [SEP] river river river [SEP]: six tokens have room.
    expect(ids).toEqual([2, 4, 4, 4, 3, 5, 5, 5, 3]);
    expect(segments).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1]);
  });
});

describe("an encoder that reads as Contriever does", () => {
  it("cuts at its window, takes the mean of all tokens and keeps the vector's length", async () => {
    const other = mkdtempSync(join(folder, "other-"));
    writeTinyOnnx(other);
    const options = { longTexts: "cut", normalised: false, windowTokens: 8 } as const;
    const file = join(other, "model.onnx");
    const model = await openOnnxEmbeddingModel({ path: file, name: "tiny", ...options });
    const [vector] = await model.embed(["the tent the tent the tent a stone"]);
    const rows = ["[CLS]", "the", "tent", "the", "tent", "the", "tent", "[SEP]"].map((token) =>
      tinyOnnxRow(token),
    );
    // Each token's vector is its row plus the mean of all, so that their mean is twice that of the rows.
    const mean = (rows[0] ?? []).map(
      (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0) / rows.length,
    );
    expect([...(vector ?? [])]).toEqual(mean.map((number) => expect.closeTo(2 * number, 5)));
    expect(model.description.settings).toEqual({
      pooling: "mean",
      windowTokens: 8,
      normalised: false,
      longTexts: "cut",
    });
    await model.close();
    const wrong = { path: file, name: "tiny", longTexts: "half" as "cut" };
    await expect(openOnnxEmbeddingModel(wrong)).rejects.toMatchObject({ code: "invalid-option" });
  });
});

describe("readWeightPrecision", () => {
  it("tells the format of most weights, and of none in another file", async () => {
    expect(await readWeightPrecision(path)).toBe("fp32");
    const other = join(folder, "other.bin");
    writeFileSync(other, "<html>log in</html>");
    expect(await readWeightPrecision(other)).toBe("unknown");
    await expect(readWeightPrecision("/nowhere/m.onnx")).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
