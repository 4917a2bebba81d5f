import type { ChatMessage, FailureReason } from "../../records/index.ts";
import type { ModelReply, ModelRequest, TokenCount } from "../language-model.ts";

/** What the engine process has to open. */
export interface EngineLoad {
  /** What the model is for. */
  readonly kind: "language" | "embedding";
  /** The GGUF file, as an absolute path. */
  readonly path: string;
  /** Longest prompt and reply together, in tokens; absent for the default. */
  readonly contextTokens?: number;
  /** Texts written at once; absent for the default. */
  readonly sequences?: number;
  /** Processor threads. */
  readonly threads: number;
  /** Where the model runs. */
  readonly gpu: GpuChoice;
  /** Jinja template in the place of the file's own. */
  readonly chatTemplate?: string;
  /** How a system message reaches a template. */
  readonly systemRole?: SystemRole;
}

/** Where a model runs: `false` for the processor, `"auto"` for whatever the machine has. */
export type GpuChoice = "auto" | "cuda" | "vulkan" | "metal" | false;

/**
 * How a system message reaches the chat template: `"auto"` as it is, or before the first user
 * message where the template has no system role; `"user"` always before the first user message.
 */
export type SystemRole = "auto" | "user";

/** What is known of a model once it is loaded. */
export interface EngineFacts {
  /** Version of node-llama-cpp. */
  readonly engine: string;
  /** What the model runs on: `cpu`, `cuda`, `vulkan` or `metal`. */
  readonly device: string;
  /** Longest prompt and reply together, in tokens. */
  readonly contextTokens: number;
  /** Texts written at once; 1 for an embedding model. */
  readonly sequences: number;
  /** Whether a reply depends on its request alone. */
  readonly deterministic: boolean;
  /**
   * What of the batches changes replies: their fewest rows, or the threads where a batch has one
   * row.
   */
  readonly batching: { readonly rows: number; readonly threads?: number };
  /** Numbers per vector. */
  readonly dimensions: number;
}

/** A call that the engine process can answer. */
export type EngineCall =
  | { readonly type: "generate"; readonly request: ModelRequest; readonly stream: boolean }
  | { readonly type: "count"; readonly messages: readonly ChatMessage[] }
  | { readonly type: "embed"; readonly texts: readonly string[] };

/** What the answer to each kind of call is. */
export interface EngineAnswers {
  /** A finished reply. */
  readonly generate: ModelReply;
  /** Length of a prompt. */
  readonly count: TokenCount;
  /** One vector per text. */
  readonly embed: readonly Float32Array[];
}

/** What is sent to the engine process. */
export type EngineCommand =
  | { readonly type: "load"; readonly load: EngineLoad }
  | { readonly type: "call"; readonly id: number; readonly call: EngineCall }
  | { readonly type: "cancel"; readonly id: number };

/** What the engine process sends. */
export type EngineEvent =
  | { readonly type: "loaded"; readonly facts: EngineFacts }
  | { readonly type: "not-loaded"; readonly fault: EngineFault }
  | { readonly type: "started"; readonly id: number }
  | { readonly type: "text"; readonly pieces: readonly (readonly [id: number, piece: string])[] }
  | {
      readonly type: "done";
      readonly id: number;
      readonly answer: EngineAnswers[EngineCall["type"]];
    }
  | { readonly type: "failed"; readonly id: number; readonly fault: EngineFault };

/** An error on its way between two processes. */
export interface EngineFault {
  /** What happened. */
  readonly message: string;
  /** Stable name of the fault. */
  readonly code: string;
  /** What to do next. */
  readonly hint?: string;
  /** Set if a call failed, rather than the engine. */
  readonly reason?: FailureReason;
  /** Whether the same call may succeed later. */
  readonly retryable?: boolean;
}
