import { sha256 } from "../../storage/index.ts";
import { checkRequest } from "../check-request.ts";
import type { LanguageModel, ModelDescription } from "../language-model.ts";
import { EngineClient } from "./engine-client.ts";
import type { EngineFacts, SystemRole } from "./engine-protocol.ts";
import { checkCount, type GgufFileOptions, prepareFile } from "./gguf-options.ts";

/** Raised whenever equal requests may give other replies than before. */
const ADAPTER_VERSION = 1;

/** Options of {@link openGgufModel}. */
export interface GgufModelOptions extends GgufFileOptions {
  /**
   * Longest prompt and reply together, in tokens. @defaultValue what the model was trained for, at
   * most 8192
   */
  readonly contextTokens?: number;
  /**
   * Texts written at once, in one batch. @defaultValue 8 on the processor, or fewer if their memory
   * would exceed 1 GiB; 1 on a GPU
   */
  readonly sequences?: number;
  /** Longest time to work on one reply, in milliseconds. @defaultValue 180_000 */
  readonly replyTimeoutMs?: number;
  /** Jinja template in the place of the file's own. @defaultValue the one in the file */
  readonly chatTemplate?: string;
  /** How a system message reaches the template. @defaultValue `"auto"` */
  readonly systemRole?: SystemRole;
}

/** A language model that runs on this machine. */
export interface GgufModel extends LanguageModel {
  /** Id of the process it runs in; `undefined` after it was closed. */
  readonly pid: number | undefined;
}

/**
 * Opens a model file in a process of its own. An end of that process fails the calls that run in it
 * with `server-error`; the next call starts another one.
 *
 * A setting that a request leaves out is neutral: temperature 0, seed 0, nothing cut, nothing
 * punished. Log-probabilities are those that a token was drawn from: the model's own at temperature
 * 0, those after temperature and cuts above it.
 *
 * @param options - File, name and settings.
 * @returns The model; close it after use.
 * @throws LonghandError `missing-dependency` if node-llama-cpp is not installed; `not-found`,
 *   `not-readable` or `not-a-model` for the path; `model-damaged`, `unsupported-model` or
 *   `insufficient-memory` if it cannot be loaded; `gpu-unavailable`; `invalid-option`.
 *
 * @example
 * ```ts
 * import { openGgufModel } from "longhand/models";
 *
 * const model = await openGgufModel({ path: "models/small.gguf", name: "small" });
 * const reply = await model.generate(
 *   { messages: [{ role: "user", content: "Tell me of the sea." }], sampling: {}, maxOutputTokens: 80 },
 *   { onText: (piece) => process.stdout.write(piece) },
 * );
 * console.log(`\n${reply.outputTokens} tokens`);
 * await model.close();
 * ```
 */
export async function openGgufModel(options: GgufModelOptions): Promise<GgufModel> {
  const { contextTokens, sequences, replyTimeoutMs = 180_000, chatTemplate, systemRole } = options;
  checkCount("contextTokens", contextTokens);
  checkCount("sequences", sequences);
  checkCount("replyTimeoutMs", replyTimeoutMs);
  const { load, revision } = await prepareFile(options);
  const client = await EngineClient.open(
    {
      kind: "language",
      ...load,
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(sequences === undefined ? {} : { sequences }),
      ...(chatTemplate === undefined ? {} : { chatTemplate }),
      ...(systemRole === undefined ? {} : { systemRole }),
    },
    replyTimeoutMs,
  );
  return {
    description: describeModel(options, revision, client.facts),
    get pid() {
      return client.pid;
    },
    async generate(request, { signal, onText } = {}) {
      checkRequest(request);
      const stream = onText !== undefined;
      return client.call({ type: "generate", request, stream }, { signal, onText });
    },
    countTokens: (messages) => client.call({ type: "count", messages }),
    close: () => client.close(),
  };
}

function describeModel(
  { name, chatTemplate, systemRole }: GgufModelOptions,
  revision: string,
  facts: EngineFacts,
): ModelDescription {
  const { engine, device, contextTokens, sequences, batching } = facts;
  return {
    adapter: "gguf",
    adapterVersion: ADAPTER_VERSION,
    model: name,
    revision,
    contextTokens,
    remote: false,
    deterministic: facts.deterministic,
    continuesReply: true,
    parallelCalls: sequences,
    settings: {
      engine,
      device,
      ...batching,
      ...(chatTemplate === undefined ? {} : { chatTemplate: sha256(chatTemplate) }),
      ...(systemRole === undefined ? {} : { systemRole }),
    },
  };
}
