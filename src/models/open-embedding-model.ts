import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { LonghandError } from "../foundation/index.ts";
import { sha256 } from "../storage/index.ts";
import { knownHash } from "./catalogue/file-hashes.ts";
import { type LocatedModel, locateModel } from "./catalogue/locate-model.ts";
import type { EmbeddingModel } from "./embedding-model.ts";
import { createFakeEmbeddingModel } from "./fake/fake-embedding-model.ts";
import type { OnnxEmbeddingModelOptions } from "./onnx/onnx-embedding-model.ts";
import { readWeightPrecision } from "./onnx/weight-precision.ts";

/** Options of {@link openEmbeddingModel}. */
export interface OpenEmbeddingModelOptions {
  /**
   * Which model: `onnx:NAME` or `gguf:NAME` of the catalogue, `onnx:/path/model.onnx` with its
   * `tokenizer.json` beside it, `onnx:/path/folder` with both, or `gguf:/path/model.gguf`, each with `@REVISION` if wanted; or `fake`.
   */
  readonly spec: string;
  /** Longhand's home folder. */
  readonly home: string;
  /** Processor threads. @defaultValue as many as there are cores */
  readonly threads?: number;
  /**
   * How an ONNX model reads: pooling, longest window, what happens to longer texts, length of the
   * vectors. @defaultValue those of `openOnnxEmbeddingModel`; the window of the catalogue
   */
  readonly reading?: OnnxReading;
}

/** How an ONNX model reads texts; see `openOnnxEmbeddingModel`. */
export interface OnnxReading
  extends Pick<OnnxEmbeddingModelOptions, "pooling" | "windowTokens" | "longTexts" | "normalised"> {
  /** Whether results name the format of the weights. @defaultValue `false` */
  readonly showPrecision?: boolean;
}

/**
 * Opens a model of this machine that turns texts into vectors, by its name. Models behind an endpoint
 * are opened with `createOpenAiEmbeddingModel`.
 *
 * @param options - Name, home folder, threads.
 * @returns The model; close it after use.
 * @throws LonghandError `unknown-model`; `model-missing`, saying how to pull it; `model-damaged`;
 *   `revision-mismatch`; `not-found`; `missing-dependency`; and what the adapter throws when a file
 *   cannot be loaded.
 *
 * @example
 * ```ts
 * import { openEmbeddingModel } from "longhand/models";
 *
 * const model = await openEmbeddingModel({ spec: "onnx:all-minilm-l6-v2", home: "/home/me/longhand" });
 * const [vector] = await model.embed(["The tent kept us dry."]);
 * console.log(vector?.length); // 384
 * await model.close();
 * ```
 */
export async function openEmbeddingModel(
  options: OpenEmbeddingModelOptions,
): Promise<EmbeddingModel> {
  if (options.spec === "fake") return createFakeEmbeddingModel();
  const parts = /^(onnx|gguf):(.*?)(?:@([0-9a-f]{8,64}))?$/is.exec(options.spec);
  const [, adapter, name = "", revision] = parts ?? [];
  if (adapter === undefined || name === "") throw unknownSpec(options.spec);
  const wanted = { name, ...(revision === undefined ? {} : { revision }) };
  return adapter.toLowerCase() === "onnx"
    ? openOnnx(await locateOnnx(wanted, options), options)
    : openGguf(await locateModel(name, { ...wanted, home: options.home }), options);
}

interface Wanted {
  readonly name: string;
  readonly revision?: string;
}

async function locateOnnx(
  { name, revision }: Wanted,
  { home }: OpenEmbeddingModelOptions,
): Promise<LocatedModel> {
  if (!/[\\/]|\.onnx$/i.test(name)) {
    return locateModel(name, { home, ...(revision === undefined ? {} : { revision }) });
  }
  const path = await onnxFileAt(resolve(name));
  const tokenizer = await tokenizerBeside(path);
  const sums = [await knownHash(path, { home }), await knownHash(tokenizer, { home })];
  const found = sha256(sums.map((sum) => `${sum}\n`).join(""));
  if (revision !== undefined && !found.startsWith(revision.toLowerCase())) {
    throw new LonghandError(`${path} has the revision ${found}, but ${revision} is asked for.`, {
      code: "revision-mismatch",
      hint: `Write @${found.slice(0, 12)}, or leave it out.`,
      details: { model: name, revision: found, wanted: revision },
    });
  }
  return { path, files: { "tokenizer.json": tokenizer }, name, revision: found };
}

/**
 * The model's file: itself, or the one inside its folder, as exporters name it.
 *
 * @param path - A file, or a folder.
 * @returns The file; a path that is neither stays as it is.
 */
export async function onnxFileAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return path;
  const inside = [join(path, "model.onnx"), join(path, "onnx", "model.onnx")];
  for (const file of inside) if (await stat(file).catch(() => undefined)) return file;
  return inside[0] as string;
}

/**
 * The tokenizer of an ONNX model: beside it, or one folder up, as exporters lay them out.
 *
 * @param path - The model's file.
 * @returns Where the tokenizer is, or should be.
 */
export async function tokenizerBeside(path: string): Promise<string> {
  const beside = join(dirname(path), "tokenizer.json");
  const above = join(dirname(path), "..", "tokenizer.json");
  const isAbove =
    !(await stat(beside).catch(() => undefined)) && (await stat(above).catch(() => undefined));
  return isAbove ? above : beside;
}

async function openOnnx(
  found: LocatedModel,
  { threads, reading = {} }: OpenEmbeddingModelOptions,
): Promise<EmbeddingModel> {
  const tokenizerPath = found.files["tokenizer.json"];
  if (found.kind === "language" || tokenizerPath === undefined) throw notOfKind(found, "onnx");
  // Loaded when it is needed: most commands run without the runtime.
  const { openOnnxEmbeddingModel } = await import("./onnx/onnx-embedding-model.ts");
  const { showPrecision = false, ...settings } = reading;
  const precision = showPrecision ? await readWeightPrecision(found.path) : undefined;
  return openOnnxEmbeddingModel({
    path: found.path,
    tokenizerPath,
    name: found.name,
    revision: found.revision,
    ...(found.contextTokens === undefined ? {} : { windowTokens: found.contextTokens }),
    ...settings,
    ...(precision === undefined ? {} : { precision }),
    ...(threads === undefined ? {} : { threads }),
  });
}

async function openGguf(
  found: LocatedModel,
  { threads }: OpenEmbeddingModelOptions,
): Promise<EmbeddingModel> {
  if (!found.path.toLowerCase().endsWith(".gguf")) throw notOfKind(found, "gguf");
  const { openGgufEmbeddingModel } = await import("./gguf/gguf-embedding-model.ts");
  return openGgufEmbeddingModel({
    path: found.path,
    name: found.name,
    revision: found.revision,
    ...(threads === undefined ? {} : { threads }),
  });
}

function notOfKind({ name, kind }: LocatedModel, adapter: string): LonghandError {
  const other = adapter === "onnx" ? "gguf" : "onnx";
  const why = kind === "language" ? "writes texts" : `is no ${adapter.toUpperCase()} model`;
  return new LonghandError(`${name} ${why}; it gives no vectors as ${adapter}:${name}.`, {
    code: "unknown-model",
    hint: `Choose a model of the kind \`embedding\` from \`longhand models list\`, or write ${other}:${name}.`,
    details: { model: name },
  });
}

function unknownSpec(spec: string): LonghandError {
  return new LonghandError(`There is no embedding model ${JSON.stringify(spec)}.`, {
    code: "unknown-model",
    hint: "Write onnx:NAME or gguf:NAME for a model on this machine, or fake.",
    details: { model: spec },
  });
}
