import type { LonghandError } from "../../foundation/index.ts";
import { messageOf } from "../../foundation/index.ts";
import { cancelledCall, throwIfCancelled } from "../cancelled-call.ts";
import { ModelCallError } from "../model-call-error.ts";
import { EngineProcess, type RunningCall } from "./engine-process.ts";
import type { EngineAnswers, EngineCall, EngineFacts, EngineLoad } from "./engine-protocol.ts";

/** Options of one call. */
export interface EngineCallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the text piece by piece. */
  readonly onText?: ((piece: string) => void) | undefined;
}

/** A model in a process of its own, which is started again when it has ended. */
export class EngineClient {
  /** What was found when the model was first loaded. */
  readonly facts: EngineFacts;
  readonly #load: EngineLoad;
  readonly #replyTimeoutMs: number;
  #process: EngineProcess | undefined;

  private constructor(facts: EngineFacts, { load, replyTimeoutMs, engine }: Opened) {
    this.facts = facts;
    this.#load = load;
    this.#replyTimeoutMs = replyTimeoutMs;
    this.#process = engine;
  }

  /**
   * Starts the process and loads the model.
   *
   * @param load - What to open.
   * @param replyTimeoutMs - Longest time to work on one call, in milliseconds.
   * @returns The client.
   * @throws LonghandError if the model cannot be loaded; no process is left then.
   */
  static async open(load: EngineLoad, replyTimeoutMs: number): Promise<EngineClient> {
    const engine = new EngineProcess(load);
    try {
      return new EngineClient(await engine.facts, { load, replyTimeoutMs, engine });
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Id of the process that answers now; `undefined` after the model was closed. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Asks the engine.
   *
   * @param call - What is asked.
   * @param options - Abort signal and stream.
   * @returns The answer.
   * @throws ModelCallError with the reason.
   */
  async call<C extends EngineCall>(
    call: C,
    { signal, onText }: EngineCallOptions = {},
  ): Promise<EngineAnswers[C["type"]]> {
    throwIfCancelled(signal);
    const engine = await this.#living();
    throwIfCancelled(signal);
    let timer: NodeJS.Timeout | undefined;
    const running: RunningCall<EngineAnswers[C["type"]]> = engine.run(call, {
      onStarted: () => {
        // From when the work begins: a call may have to wait for a free sequence.
        timer = setTimeout(
          () => running.abandon(timedOut(this.#replyTimeoutMs)),
          this.#replyTimeoutMs,
        );
      },
      onText: (piece) => {
        try {
          onText?.(piece);
        } catch (error) {
          running.abandon(error);
        }
      },
    });
    const onAbort = (): void => running.abandon(cancelledCall(signal?.reason));
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await running.answer;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Ends the process. Calls that run then, and later ones, reject. */
  async close(): Promise<void> {
    const engine = this.#process;
    this.#process = undefined;
    await engine?.close();
  }

  /** The process that answers; a new one if the last has ended. */
  async #living(): Promise<EngineProcess> {
    if (this.#process === undefined) throw closed();
    if (this.#process.hasEnded) this.#process = new EngineProcess(this.#load);
    const engine = this.#process;
    try {
      await engine.facts;
    } catch (error) {
      await engine.close();
      throw notRestarted(error as LonghandError);
    }
    return engine;
  }
}

interface Opened {
  readonly load: EngineLoad;
  readonly replyTimeoutMs: number;
  readonly engine: EngineProcess;
}

function closed(): ModelCallError {
  return new ModelCallError("The model was closed; it answers no more calls.", {
    reason: "cancelled",
    retryable: false,
    hint: "Open it again.",
  });
}

function timedOut(replyTimeoutMs: number): ModelCallError {
  return new ModelCallError(`The model took longer than ${replyTimeoutMs} ms for a reply.`, {
    reason: "timeout",
    retryable: true,
    hint: "Ask for fewer tokens, raise replyTimeoutMs, or take a smaller model.",
  });
}

function notRestarted(error: LonghandError): ModelCallError {
  return new ModelCallError(`The engine could not be started again: ${messageOf(error)}`, {
    reason: "server-error",
    retryable: true,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    cause: error,
  });
}
