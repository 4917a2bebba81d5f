import { copyFileSync, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fastClock, temporaryFolder, writeUserCatalogue } from "../../tests/model-sources.ts";
import { writeTinyGguf } from "../../tests/tiny-gguf.ts";
import { writeTinyOnnx } from "../../tests/tiny-onnx.ts";
import { pullModel } from "./catalogue/pull-model.ts";
import { openEmbeddingModel } from "./open-embedding-model.ts";

let home: string;
let files: string;
let cleanUp: () => void;
beforeEach(() => {
  const folder = temporaryFolder();
  home = join(folder.path, "home");
  files = join(folder.path, "files");
  cleanUp = folder.remove;
  writeTinyOnnx(files);
  writeTinyGguf(join(files, "writer.gguf"));
});
afterEach(() => cleanUp());

function listModels(): void {
  const entry = { licence: "MIT", contextTokens: 32 };
  const from = (name: string) => [{ kind: "file", path: join(files, name) }];
  writeUserCatalogue(home, [
    {
      ...entry,
      name: "tiny",
      title: "Tiny encoder",
      kind: "embedding",
      fileName: "model.onnx",
      sources: from("model.onnx"),
      moreFiles: [{ fileName: "tokenizer.json", sources: from("tokenizer.json") }],
    },
    {
      ...entry,
      name: "writer",
      title: "Tiny writer",
      kind: "language",
      fileName: "writer.gguf",
      sources: from("writer.gguf"),
    },
  ]);
}

const open = (spec: string) => openEmbeddingModel({ spec, home, threads: 1 });
const pull = (name: string) => pullModel(name, { home, clock: fastClock(20), environment: {} });

describe("openEmbeddingModel", () => {
  it("opens a model of the catalogue by its name, with the window it was trained for", async () => {
    listModels();
    await expect(open("onnx:tiny")).rejects.toMatchObject({
      code: "model-missing",
      hint: expect.stringContaining("longhand models pull tiny"),
    });
    await pull("tiny");
    const model = await open("onnx:tiny");
    expect(model.description).toMatchObject({
      adapter: "onnx",
      model: "tiny",
      settings: { windowTokens: 32 },
    });
    const revision = model.description.revision ?? "";
    await model.close();
    const same = await open(`onnx:tiny@${revision.slice(0, 12)}`);
    expect(same.description).toEqual(model.description);
    await same.close();
    await expect(open("onnx:tiny@00000000")).rejects.toMatchObject({ code: "revision-mismatch" });
  });

  it("opens a file, with the tokenizer beside it and the same revision", async () => {
    const path = join(files, "model.onnx");
    const model = await open(`onnx:${path}`);
    expect(model.description).toMatchObject({ adapter: "onnx", model: path, dimensions: 16 });
    await model.close();
    const same = await open(`onnx:${path}@${model.description.revision?.slice(0, 8)}`);
    await same.close();
    await expect(open(`onnx:${path}@00000000`)).rejects.toMatchObject({
      code: "revision-mismatch",
    });
    renameSync(join(files, "tokenizer.json"), join(files, "words.json"));
    await expect(open(`onnx:${path}`)).rejects.toMatchObject({ code: "not-found" });
  });

  it("opens a folder, the model in it or in its folder onnx, with settings of its reading", async () => {
    const exported = join(home, "exported");
    mkdirSync(join(exported, "onnx"), { recursive: true });
    copyFileSync(join(files, "model.onnx"), join(exported, "onnx", "model.onnx"));
    copyFileSync(join(files, "tokenizer.json"), join(exported, "tokenizer.json"));
    const reading = { windowTokens: 8, longTexts: "cut", normalised: false } as const;
    const spec = `onnx:${exported}`;
    const model = await openEmbeddingModel({
      spec,
      home,
      threads: 1,
      reading: { ...reading, showPrecision: true },
    });
    expect(model.description.settings).toEqual({ ...reading, pooling: "mean", precision: "fp32" });
    const plain = await open(`onnx:${files}`);
    expect(plain.description.revision).toBe(model.description.revision);
    await Promise.all([model.close(), plain.close()]);
  });

  it("opens the fake", async () => {
    const model = await open("fake");
    expect(model.description.adapter).toBe("fake");
    await model.close();
  });

  it("refuses a model that writes, one in another format, and names it cannot read", async () => {
    listModels();
    await pull("tiny");
    await pull("writer");
    for (const spec of ["onnx:writer", "gguf:tiny", "onnx:", "tiny", "onnx:nothing", "openai:m"]) {
      await expect(open(spec)).rejects.toMatchObject({ code: "unknown-model" });
    }
    expect(existsSync(join(home, "models", "tiny", "model.onnx"))).toBe(true);
  });
});
