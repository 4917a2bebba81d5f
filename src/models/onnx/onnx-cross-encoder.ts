import { availableParallelism } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Tensor } from "onnxruntime-common";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { throwIfCancelled } from "../cancelled-call.ts";
import type { CrossEncoder } from "../cross-encoder.ts";
import { ModelCallError } from "../model-call-error.ts";
import { type EncoderTokenizer, readTokenizer, type TokenPair } from "./encoder-tokenizer.ts";
import { revisionOf } from "./onnx-files.ts";
import { type OnnxSession, openOnnxSession } from "./onnx-session.ts";
import { readWeightPrecision } from "./weight-precision.ts";

/** Options of {@link openOnnxCrossEncoder}. */
export interface OnnxCrossEncoderOptions {
  /** The model, an `.onnx` file. */
  readonly path: string;
  /** Its tokenizer. @defaultValue `tokenizer.json` beside the model */
  readonly tokenizerPath?: string;
  /** Name of the model, as results show it. */
  readonly name: string;
  /** Longest query and passage together, in tokens, special ones included. @defaultValue 512 */
  readonly maxTokens?: number;
  /** Processor threads. @defaultValue as many as there are cores */
  readonly threads?: number;
}

/** Names under which such models take what they need. */
const INPUTS = ["input_ids", "attention_mask", "token_type_ids"];

/**
 * Opens a cross-encoder in the ONNX format: a classifier of pairs whose output is named `logits`. With
 * one number per pair, that is the score; with two, the score is the second less the first. Pairs are
 * never put together in a batch, so that a passage has the same score alone and beside others.
 *
 * @param options - Files, name and settings.
 * @returns The model; close it after use.
 * @throws LonghandError `invalid-option`; `missing-dependency` without onnxruntime-node; `not-found`,
 *   `not-readable` or `not-a-model` for the files.
 *
 * @example
 * ```ts
 * import { openOnnxCrossEncoder } from "longhand/models";
 *
 * const model = await openOnnxCrossEncoder({ path: "models/reranker/model.onnx", name: "reranker" });
 * const scores = await model.score("a dry tent", ["The tent kept us dry.", "Green chairs."]);
 * console.log(scores[0], scores[1]);
 * await model.close();
 * ```
 */
export async function openOnnxCrossEncoder(
  options: OnnxCrossEncoderOptions,
): Promise<CrossEncoder> {
  const { maxTokens = 512, threads = availableParallelism() } = options;
  checkMaxTokens(maxTokens);
  const path = resolve(options.path);
  const tokenizerPath = resolve(options.tokenizerPath ?? join(dirname(path), "tokenizer.json"));
  const tokenizer = await readTokenizer(tokenizerPath);
  const revision = await revisionOf([path, tokenizerPath]);
  const precision = await readWeightPrecision(path);
  const opened = await openOnnxSession({ path, threads }).catch((cause: unknown) => {
    if (cause instanceof LonghandError) throw cause;
    throw notACrossEncoder(path, messageOf(cause), cause);
  });
  const settings = { maxTokens, precision };
  const description = { adapter: "onnx", model: options.name, revision, remote: false, settings };
  const model = new OnnxCrossEncoder({ description, tokenizer, maxTokens, path, ...opened });
  try {
    checkInputs(opened, path);
    // One pair tells whether the output is what it should be.
    await model.score("a", ["a"]);
    return model;
  } catch (error) {
    await model.close();
    const isOther = error instanceof LonghandError && !(error instanceof ModelCallError);
    throw isOther ? error : notACrossEncoder(path, messageOf(error), error);
  }
}

interface Parts extends OnnxSession {
  readonly description: CrossEncoder["description"];
  readonly tokenizer: EncoderTokenizer;
  readonly maxTokens: number;
  readonly path: string;
}

class OnnxCrossEncoder implements CrossEncoder {
  readonly #parts: Parts;
  /** Calls run one after the other, and the memory is freed after the last. */
  #lastCall: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get description(): CrossEncoder["description"] {
    return this.#parts.description;
  }

  async score(
    query: string,
    passages: readonly string[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Float64Array> {
    if (this.#closed) {
      const message = `The model ${this.description.model} was closed, and takes no more calls.`;
      throw new LonghandError(message, { code: "model-closed", hint: "Open it again." });
    }
    const call = this.#lastCall.then(async () => {
      const scores = new Float64Array(passages.length);
      for (const [at, passage] of passages.entries()) {
        throwIfCancelled(signal);
        const { tokenizer, maxTokens } = this.#parts;
        scores[at] = await scoreOf(tokenizer.pair([query, passage], maxTokens), this.#parts);
      }
      throwIfCancelled(signal);
      return scores;
    });
    this.#lastCall = call.catch(() => undefined);
    return call;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#lastCall;
    await this.#parts.session.release();
  }
}

async function scoreOf(pair: TokenPair, parts: Parts): Promise<number> {
  const { logits } = await run(pair, parts);
  const numbers = logits?.data instanceof Float32Array ? [...logits.data] : [];
  const [first = Number.NaN, second] = numbers;
  const score = second === undefined ? first : second - first;
  if (numbers.length <= 2 && Number.isFinite(score)) return score;
  throw new ModelCallError(
    `${parts.path} gave no score: its logits are ${JSON.stringify(numbers.slice(0, 3))}.`,
    {
      reason: "no-output",
      retryable: false,
      hint: "A cross-encoder gives one or two finite numbers per pair.",
    },
  );
}

async function run(
  { ids, segments }: TokenPair,
  { runtime, session }: Parts,
): Promise<Readonly<Record<string, Tensor>>> {
  const whole = (values: readonly number[]) =>
    new runtime.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  const all = [whole(ids), whole(ids.map(() => 1)), whole(segments)];
  const feeds = INPUTS.flatMap((name, at) =>
    session.inputNames.includes(name) ? [[name, all[at] as Tensor]] : [],
  );
  try {
    return await session.run(Object.fromEntries(feeds), ["logits"]);
  } catch (cause) {
    throw new ModelCallError(`The ONNX runtime failed: ${messageOf(cause)}`, {
      reason: "no-output",
      retryable: false,
      hint: "Does the model belong to its tokenizer, and is maxTokens within what it was trained for?",
      cause,
    });
  }
}

function checkInputs({ session }: OnnxSession, path: string): void {
  const strange = session.inputNames.find((name) => !INPUTS.includes(name));
  if (strange !== undefined || !session.inputNames.includes("input_ids")) {
    const fault = strange === undefined ? "does not take input_ids" : `also takes ${strange}`;
    throw notACrossEncoder(path, `it takes ${INPUTS.join(", ")}; this one ${fault}`);
  }
  if (session.outputNames.includes("logits")) return;
  throw notACrossEncoder(path, `it gives ${session.outputNames.join(", ")}, but no logits`);
}

function notACrossEncoder(path: string, why: string, cause?: unknown): LonghandError {
  return new LonghandError(`${path} is not a cross-encoder that can be used: ${why}.`, {
    code: "not-a-model",
    hint: "Take a re-ranker that was exported to ONNX as a sequence classifier (logits).",
    details: { file: path },
    cause,
  });
}

function checkMaxTokens(maxTokens: number): void {
  if (Number.isSafeInteger(maxTokens) && maxTokens >= 8) return;
  throw new LonghandError(
    `ONNX model: maxTokens must be a whole number, 8 or more, got ${maxTokens}.`,
    { code: "invalid-option", hint: "Change maxTokens, or leave it out." },
  );
}
