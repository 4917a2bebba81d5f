import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tinyOnnxRow, writeTinyOnnx } from "../../../tests/tiny-onnx.ts";
import { sha256 } from "../../storage/index.ts";
import { describeEmbeddingModel } from "../embedding-model.contract.ts";
import { loadOnnxRuntime } from "./load-onnx-runtime.ts";
import { type OnnxEmbeddingModelOptions, openOnnxEmbeddingModel } from "./onnx-embedding-model.ts";

let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "longhand-onnx-"));
  writeTinyOnnx(folder);
  path = join(folder, "model.onnx");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (options: Partial<OnnxEmbeddingModelOptions> = {}) =>
  openOnnxEmbeddingModel({ path, name: "tiny", threads: 1, ...options });

describeEmbeddingModel("openOnnxEmbeddingModel", open);

/** The tiny encoder by hand: each row plus the mean of all. */
function rowsOf(tokens: readonly string[]): number[][] {
  const rows = tokens.map((token) => tinyOnnxRow(token));
  const mean = meanOf(rows);
  return rows.map((row) => row.map((number, at) => number + (mean[at] as number)));
}

function meanOf(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map(
    (_, at) => rows.reduce((sum, row) => sum + (row[at] as number), 0) / rows.length,
  );
}

function unit(vector: readonly number[]): number[] {
  const norm = Math.hypot(...vector);
  return vector.map((number) => number / norm);
}

const close = (numbers: readonly number[]) => numbers.map((number) => expect.closeTo(number, 5));

describe("openOnnxEmbeddingModel", () => {
  it("takes the mean of the token vectors, special tokens included, at length 1", async () => {
    const model = await open();
    const [vector] = await model.embed(["A river"]);
    expect([...(vector ?? [])]).toEqual(
      close(unit(meanOf(rowsOf(["[CLS]", "a", "river", "[SEP]"])))),
    );
    await model.close();
  });

  it("reads a long text in windows and cuts nothing off", async () => {
    const model = await open({ windowTokens: 8 });
    // Six tokens and two special ones fit: the windows are of 8, and of 2 + 2.
    const [vector] = await model.embed(["the tent the tent the tent a stone"]);
    const windows = [
      ["[CLS]", "the", "tent", "the", "tent", "the", "tent", "[SEP]"],
      ["[CLS]", "a", "stone", "[SEP]"],
    ];
    expect([...(vector ?? [])]).toEqual(close(unit(meanOf(windows.flatMap(rowsOf)))));
    await model.close();
  });

  it("begins no window inside a word, unless the word is longer than a window", async () => {
    const model = await open({ windowTokens: 8 });
    // The sixth and seventh token are "rain" and "##ing".
    const [tokens] = await model.embedTokens(["a a a a a raining stone"]);
    const [words] = [["[CLS]", "a", "a", "a", "a", "a", "[SEP]"]];
    expect(tokens?.tokens).toEqual([
      ...["[CLS]", "a", "a", "a", "a", "a", "rain", "##ing", "stone", "[SEP]"],
    ]);
    expect([...(tokens?.vectors[1] ?? [])]).toEqual(close(rowsOf(words ?? [])[1] ?? []));
    const [endless] = await model.embedTokens([`tent${"s".repeat(20)}`]);
    expect(endless?.tokens).toHaveLength(1 + 21 + 1);
    await model.close();
  });

  it("gives token vectors with weights that leave the special tokens out", async () => {
    const model = await open();
    const [tokens, none] = await model.embedTokens(["A river", ""]);
    expect(tokens?.tokens).toEqual(["[CLS]", "a", "river", "[SEP]"]);
    expect(tokens?.weights).toEqual([0, 1, 1, 0]);
    expect(tokens?.vectors.map((vector) => [...vector])).toEqual(
      rowsOf(["[CLS]", "a", "river", "[SEP]"]).map(close),
    );
    expect(none?.tokens).toEqual(["[CLS]", "[SEP]"]);
    expect(none?.weights).toEqual([0, 0]);
    await model.close();
  });

  it("takes the first token where it is told to", async () => {
    const model = await open({ pooling: "first-token", windowTokens: 8 });
    const [vector] = await model.embed(["the tent the tent the tent a stone"]);
    const first = rowsOf(["[CLS]", "the", "tent", "the", "tent", "the", "tent", "[SEP]"])[0] ?? [];
    const second = rowsOf(["[CLS]", "a", "stone", "[SEP]"])[0] ?? [];
    const sum = first.map((number, at) => 8 * number + 4 * (second[at] as number));
    expect([...(vector ?? [])]).toEqual(close(unit(sum)));
    await model.close();
  });

  it("describes its settings, and has the checksums of both files as its revision", async () => {
    const model = await open({ windowTokens: 64 });
    const sums = ["model.onnx", "tokenizer.json"].map((name) =>
      sha256(readFileSync(join(folder, name))),
    );
    expect(model.description).toEqual({
      adapter: "onnx",
      model: "tiny",
      revision: sha256(sums.map((sum) => `${sum}\n`).join("")),
      dimensions: 16,
      remote: false,
      settings: { pooling: "mean", windowTokens: 64, normalised: true },
    });
    await model.close();
  });

  it("finishes calls that were begun before it is closed, and ends one that is cancelled", async () => {
    const model = await open();
    const stop = new AbortController();
    const long = model.embed(Array<string>(200).fill("the tent"), { signal: stop.signal });
    const other = model.embed(["a river"]);
    stop.abort();
    const closing = model.close();
    await expect(long).rejects.toMatchObject({ code: "cancelled" });
    expect(await other).toHaveLength(1);
    await closing;
  });

  it("gives the same vectors on several threads", async () => {
    const [one, two] = [await open(), await open({ threads: 2 })];
    const texts = ["the same text, else longer tents", "a river"];
    expect(await two.embed(texts)).toEqual(await one.embed(texts));
    await Promise.all([one.close(), two.close()]);
  });

  it.each([
    [{ windowTokens: 3 }, "invalid-option", "windowTokens"],
    [{ threads: 0 }, "invalid-option", "threads"],
    [{ pooling: "max" as "mean" }, "invalid-option", "pooling"],
    [{ path: "/nowhere/model.onnx" }, "not-found", "/nowhere/tokenizer.json"],
  ])("refuses %j as %s", async (options, code, named) => {
    await expect(open(options)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(named),
    });
  });

  it.each([
    ["a model that needs more inputs", { inputs: ["input_ids", "pixels"] }, "also takes pixels"],
    ["a model without token ids", { inputs: ["ids"] }, "also takes ids"],
    ["a model without token vectors", { output: "logits" }, "it gives logits"],
  ])("refuses %s", async (_, options, why) => {
    const other = mkdtempSync(join(folder, "other-"));
    writeTinyOnnx(other, options);
    await expect(open({ path: join(other, "model.onnx") })).rejects.toMatchObject({
      code: "not-a-model",
      message: expect.stringContaining(why),
    });
  });

  it("takes a model with fewer inputs", async () => {
    const other = mkdtempSync(join(folder, "other-"));
    writeTinyOnnx(other, { inputs: ["input_ids"], output: "token_embeddings" });
    const [model, same] = [await open({ path: join(other, "model.onnx") }), await open()];
    expect(await model.embed(["a river"])).toEqual(await same.embed(["a river"]));
    await Promise.all([model.close(), same.close()]);
  });

  it("refuses files that are neither model nor tokenizer, naming them", async () => {
    const other = mkdtempSync(join(folder, "other-"));
    writeTinyOnnx(other);
    const broken = join(other, "broken.onnx");
    writeFileSync(broken, "<html>log in</html>");
    await expect(open({ path: broken })).rejects.toMatchObject({
      code: "not-a-model",
      message: expect.stringContaining(broken),
    });
    for (const text of ["<html>", "{}", '{"model": {"type": "WordPiece", "vocab": {}}}']) {
      writeFileSync(join(other, "tokenizer.json"), text);
      await expect(open({ path: join(other, "model.onnx") })).rejects.toMatchObject({
        code: "not-a-model",
        message: expect.stringContaining("tokenizer.json is not a tokenizer"),
      });
    }
  });
});

describe("loadOnnxRuntime", () => {
  const failing = (code: string) => async () => {
    throw Object.assign(new Error("it says why"), { code });
  };

  it("names the command that installs what is missing, and hands on other faults", async () => {
    await expect(loadOnnxRuntime(failing("ERR_MODULE_NOT_FOUND"))).rejects.toMatchObject({
      code: "missing-dependency",
      hint: expect.stringContaining("npm install onnxruntime-node@1.30.0"),
    });
    await expect(loadOnnxRuntime(failing("ERR_DLOPEN_FAILED"))).rejects.toMatchObject({
      code: "ERR_DLOPEN_FAILED",
    });
  });
});
