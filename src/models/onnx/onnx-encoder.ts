import type { InferenceSession } from "onnxruntime-common";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { OnnxRuntime } from "./load-onnx-runtime.ts";
import { type OnnxFile, openOnnxSession } from "./onnx-session.ts";

/** Vectors of the tokens of one window, one after the other. */
export interface EncodedTokens {
  /** All numbers. */
  readonly values: Float32Array;
  /** Numbers per token. */
  readonly dimensions: number;
}

/** A model that turns token ids into one vector per token. */
export interface OnnxEncoder {
  /** Numbers per vector. */
  readonly dimensions: number;
  /**
   * Encodes one window. Windows are never put together in a batch: models with 8-bit weights would
   * then give a text other vectors beside other texts.
   *
   * @param ids - Token ids.
   * @returns One vector per token.
   */
  encode(ids: readonly number[]): Promise<EncodedTokens>;
  /** Frees its memory. */
  release(): Promise<void>;
}

/** Names under which encoders take what they need; the first two are needed by all. */
const [IDS, MASK, SEGMENTS] = ["input_ids", "attention_mask", "token_type_ids"] as const;
/** Names under which encoders give the vectors of the tokens. */
const OUTPUTS = ["last_hidden_state", "token_embeddings"] as const;

/**
 * Opens a transformer encoder in the ONNX format.
 *
 * @param file - The model, and on how many threads it runs.
 * @returns The encoder; release it after use.
 * @throws LonghandError `missing-dependency` without the runtime; `not-a-model` if the file cannot be
 *   loaded or is no encoder.
 */
export async function openOnnxEncoder(file: OnnxFile): Promise<OnnxEncoder> {
  const { runtime, session } = await openOnnxSession(file).catch((cause: unknown) => {
    if (cause instanceof LonghandError) throw cause;
    throw notAModel(file.path, messageOf(cause), cause);
  });
  try {
    const output = outputOf(session, file.path);
    const encode = (ids: readonly number[]): Promise<EncodedTokens> =>
      run({ path: file.path, runtime, session, output }, ids);
    // The number of dimensions need not stand in the file.
    const { dimensions } = await encode([0]);
    return { dimensions, encode, release: () => session.release() };
  } catch (error) {
    await session.release();
    throw error instanceof LonghandError ? error : notAModel(file.path, messageOf(error), error);
  }
}

function outputOf({ inputNames, outputNames }: InferenceSession, path: string): string {
  const known: readonly string[] = [IDS, MASK, SEGMENTS];
  const strange = inputNames.find((name) => !known.includes(name));
  if (!inputNames.includes(IDS) || strange !== undefined) {
    const wanted = strange === undefined ? `does not take ${IDS}` : `also takes ${strange}`;
    throw notAModel(path, `a text encoder takes ${known.join(", ")}; this one ${wanted}`);
  }
  const output = OUTPUTS.find((name) => outputNames.includes(name));
  if (output !== undefined) return output;
  throw notAModel(path, `it gives ${outputNames.join(", ")}, but no ${OUTPUTS.join(" or ")}`);
}

interface Running {
  readonly path: string;
  readonly runtime: OnnxRuntime;
  readonly session: InferenceSession;
  readonly output: string;
}

async function run(
  { path, runtime, session, output }: Running,
  ids: readonly number[],
): Promise<EncodedTokens> {
  const whole = (values: readonly bigint[]) =>
    new runtime.Tensor("int64", BigInt64Array.from(values), [1, ids.length]);
  const all = {
    [IDS]: whole(ids.map(BigInt)),
    [MASK]: whole(ids.map(() => 1n)),
    [SEGMENTS]: whole(ids.map(() => 0n)),
  };
  const feeds = Object.entries(all).filter(([name]) => session.inputNames.includes(name));
  const result = (await session.run(Object.fromEntries(feeds), [output]))[output];
  const dimensions = result?.dims[2];
  if (!(result?.data instanceof Float32Array) || dimensions === undefined) {
    throw notAModel(path, `${output} is not a list of vectors`);
  }
  return { values: result.data, dimensions };
}

function notAModel(path: string, why: string, cause?: unknown): LonghandError {
  return new LonghandError(`${path} is not a text encoder that can be used: ${why}.`, {
    code: "not-a-model",
    hint: "Take a sentence encoder that was exported to ONNX with its token vectors (last_hidden_state).",
    details: { file: path },
    cause,
  });
}
