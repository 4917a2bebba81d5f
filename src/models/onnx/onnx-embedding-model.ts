import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { throwIfCancelled } from "../cancelled-call.ts";
import type {
  EmbeddedTokens,
  EmbeddingModelDescription,
  TokenEmbeddingModel,
} from "../embedding-model.ts";
import { ModelCallError } from "../model-call-error.ts";
import { type EncoderTokenizer, readTokenizer, type TokenWindow } from "./encoder-tokenizer.ts";
import { type EncodedTokens, type OnnxEncoder, openOnnxEncoder } from "./onnx-encoder.ts";
import { revisionOf } from "./onnx-files.ts";

/** How the vectors of tokens become the vector of a text: their mean, or that of the first token. */
export type Pooling = "mean" | "first-token";

/** What happens to a text longer than a window. */
export type LongTexts = "windows" | "cut";

/** Options of {@link openOnnxEmbeddingModel}. */
export interface OnnxEmbeddingModelOptions {
  /** The model, an `.onnx` file. */
  readonly path: string;
  /** Its tokenizer. @defaultValue `tokenizer.json` beside the model */
  readonly tokenizerPath?: string;
  /** Name of the model, as results show it. */
  readonly name: string;
  /** Revision that results show. @defaultValue SHA-256 of the checksums of both files, one a line */
  readonly revision?: string;
  /** Longest stretch that the model reads at once, in tokens, special ones included. @defaultValue 256 */
  readonly windowTokens?: number;
  /** How token vectors become one. @defaultValue `"mean"` */
  readonly pooling?: Pooling;
  /**
   * What happens to a text longer than a window: it is read in several (`windows`), or only its
   * beginning is read (`cut`). @defaultValue `"windows"`
   */
  readonly longTexts?: LongTexts;
  /** Whether vectors are brought to length 1. @defaultValue `true` */
  readonly normalised?: boolean;
  /** Format of the weights, as results show it, for instance `int8`. @defaultValue not shown */
  readonly precision?: string;
  /** Processor threads. @defaultValue as many as there are cores */
  readonly threads?: number;
}

/**
 * Opens a sentence encoder in the ONNX format, such as MiniLM. It runs in this process, on threads of
 * its own. Vectors have length 1 unless `normalised` is `false`. A text longer than a window is read
 * in several, and its vector is the mean over the tokens of all: nothing is cut off, unless
 * `longTexts` says so.
 *
 * @param options - Files, name and settings.
 * @returns The model; close it after use.
 * @throws LonghandError `invalid-option`; `missing-dependency` without onnxruntime-node; `not-found`,
 *   `not-readable` or `not-a-model` for the files.
 *
 * @example
 * ```ts
 * import { openOnnxEmbeddingModel } from "longhand/models";
 *
 * const model = await openOnnxEmbeddingModel({ path: "models/minilm/model.onnx", name: "minilm" });
 * const [tent, shelter] = await model.embed(["The tent kept us dry.", "A shelter in the rain."]);
 * console.log(tent?.length, shelter?.length);
 * await model.close();
 * ```
 */
export async function openOnnxEmbeddingModel(
  options: OnnxEmbeddingModelOptions,
): Promise<TokenEmbeddingModel> {
  const { windowTokens = 256, threads = availableParallelism(), pooling = "mean" } = options;
  const { longTexts = "windows", normalised = true } = options;
  checkWhole("windowTokens", windowTokens, 8);
  checkWhole("threads", threads, 1);
  checkPooling(pooling);
  checkLongTexts(longTexts);
  const path = resolve(options.path);
  const tokenizerPath = resolve(options.tokenizerPath ?? join(dirname(path), "tokenizer.json"));
  const tokenizer = await readTokenizer(tokenizerPath);
  const revision = options.revision ?? (await revisionOf([path, tokenizerPath]));
  const encoder = await openOnnxEncoder({ path, threads });
  const description: EmbeddingModelDescription = {
    adapter: "onnx",
    model: options.name,
    revision,
    dimensions: encoder.dimensions,
    remote: false,
    // Settings at their first value are left out, so that older signatures stay as they are.
    settings: {
      pooling,
      windowTokens,
      normalised,
      ...(longTexts === "windows" ? {} : { longTexts }),
      ...(options.precision === undefined ? {} : { precision: options.precision }),
    },
  };
  const reading = { windowTokens, pooling, longTexts, normalised };
  return new OnnxEmbeddingModel({ description, tokenizer, encoder, ...reading });
}

interface Parts {
  readonly description: EmbeddingModelDescription;
  readonly tokenizer: EncoderTokenizer;
  readonly encoder: OnnxEncoder;
  readonly windowTokens: number;
  readonly pooling: Pooling;
  readonly longTexts: LongTexts;
  readonly normalised: boolean;
}

type EmbedOptions = { readonly signal?: AbortSignal };

class OnnxEmbeddingModel implements TokenEmbeddingModel {
  readonly #parts: Parts;
  /** Calls run one after the other, and the memory is freed after the last. */
  #lastCall: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get description(): EmbeddingModelDescription {
    return this.#parts.description;
  }

  embed(texts: readonly string[], options: EmbedOptions = {}): Promise<Float32Array[]> {
    return this.#each(texts, options, async (windows) => poolWindows(windows, this.#parts));
  }

  embedTokens(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbeddedTokens[]> {
    return this.#each(texts, options, async (windows) => joinWindows(windows));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#lastCall;
    await this.#parts.encoder.release();
  }

  async #each<T>(
    texts: readonly string[],
    { signal }: EmbedOptions,
    finish: (windows: readonly EncodedWindow[]) => Promise<T>,
  ): Promise<T[]> {
    this.#refuseIfClosed();
    const call = this.#lastCall.then(async () => {
      const results: T[] = [];
      for (const text of texts) results.push(await finish(await this.#encode(text, signal)));
      throwIfCancelled(signal);
      return results;
    });
    this.#lastCall = call.catch(() => undefined);
    return call;
  }

  async #encode(text: string, signal: AbortSignal | undefined): Promise<EncodedWindow[]> {
    const { tokenizer, encoder, windowTokens, longTexts } = this.#parts;
    const encoded: EncodedWindow[] = [];
    const windows =
      longTexts === "cut"
        ? [tokenizer.firstTokens(text, windowTokens)]
        : tokenizer.windows(text, windowTokens);
    for (const window of windows) {
      throwIfCancelled(signal);
      encoded.push({ window, ...(await attempt(() => encoder.encode(window.ids))) });
    }
    return encoded;
  }

  #refuseIfClosed(): void {
    if (!this.#closed) return;
    throw new LonghandError(
      `The model ${this.description.model} was closed, and takes no more calls.`,
      { code: "model-closed", hint: "Open it again." },
    );
  }
}

async function attempt<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new ModelCallError(`The ONNX runtime failed: ${messageOf(cause)}`, {
      reason: "no-output",
      retryable: false,
      hint: "Does the model belong to its tokenizer, and is windowTokens within what it was trained for?",
      cause,
    });
  }
}

interface EncodedWindow extends EncodedTokens {
  readonly window: TokenWindow;
}

/** The mean over all tokens of all windows, or over the first token of each; of length 1 if asked. */
function poolWindows(
  windows: readonly EncodedWindow[],
  { pooling, normalised }: Parts,
): Float32Array {
  const width = windows[0]?.dimensions ?? 0;
  const sums = new Float64Array(width);
  for (const { values, dimensions, window } of windows) {
    const tokens = pooling === "mean" ? window.ids.length : 1;
    // The first token speaks for its window, so it weighs as much as the window is long.
    const weight = pooling === "mean" ? 1 : window.ids.length;
    for (let at = 0; at < tokens * dimensions; at++) {
      const place = at % dimensions;
      sums[place] = (sums[place] as number) + weight * (values[at] as number);
    }
  }
  if (!normalised) {
    const tokens = windows.reduce((total, { window }) => total + window.ids.length, 0);
    return Float32Array.from(sums, (sum) => sum / tokens);
  }
  const norm = Math.sqrt(sums.reduce((total, sum) => total + sum * sum, 0));
  // A zero vector has no direction to keep.
  return Float32Array.from(sums, (sum) => (norm > 0 ? sum / norm : sum));
}

/** The tokens of all windows as those of one text: special ones stand at its very ends only. */
function joinWindows(windows: readonly EncodedWindow[]): EmbeddedTokens {
  const tokens: string[] = [];
  const vectors: Float32Array[] = [];
  const weights: number[] = [];
  for (const [index, { window, values, dimensions }] of windows.entries()) {
    const innerEnd = window.ids.length - window.after;
    const from = index === 0 ? 0 : window.before;
    const to = index === windows.length - 1 ? window.ids.length : innerEnd;
    for (let at = from; at < to; at++) {
      tokens.push(window.tokens[at] as string);
      vectors.push(values.slice(at * dimensions, (at + 1) * dimensions));
      weights.push(at >= window.before && at < innerEnd ? 1 : 0);
    }
  }
  return { tokens, vectors, weights };
}

function checkWhole(option: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new LonghandError(
    `ONNX model: ${option} must be a whole number, ${least} or more, got ${value}.`,
    { code: "invalid-option", hint: `Change ${option}, or leave it out.` },
  );
}

function checkPooling(pooling: string): void {
  if (pooling === "mean" || pooling === "first-token") return;
  throw new LonghandError(`ONNX model: pooling must be mean or first-token, got "${pooling}".`, {
    code: "invalid-option",
    hint: "Sentence encoders say on their card which they were trained with; MiniLM takes the mean.",
  });
}

function checkLongTexts(longTexts: string): void {
  if (longTexts === "windows" || longTexts === "cut") return;
  throw new LonghandError(`ONNX model: longTexts must be windows or cut, got "${longTexts}".`, {
    code: "invalid-option",
    hint: "Contriever and most retrievers cut; windows read the whole text.",
  });
}
