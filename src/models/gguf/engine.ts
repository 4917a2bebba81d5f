import { LonghandError } from "../../foundation/index.ts";
import type { EngineAnswers, EngineCall, EngineFacts } from "./engine-protocol.ts";
import type { ProcessUsage } from "./pacer.ts";

/** A model in the engine process. */
export interface Engine {
  /** What was found while it was loaded. */
  readonly facts: EngineFacts;
  /**
   * Starts to answer a call. The listener is told how it goes, unless this throws.
   *
   * @param id - Number of the call.
   * @param call - What is asked.
   */
  answer(id: number, call: EngineCall): void;
  /**
   * Gives a call up; the listener is told when that is done.
   *
   * @param id - Its number.
   */
  cancel(id: number): void;
}

/** What an engine tells. Every call that was started ends with `done` or `failed`. */
export interface EngineListener {
  /** Work on a call has begun. */
  started(id: number): void;
  /** Text that was written in one step, of any calls. */
  text(pieces: readonly (readonly [id: number, piece: string])[]): void;
  /** A call is answered. */
  done(id: number, answer: EngineAnswers[EngineCall["type"]]): void;
  /** A call could not be answered. */
  failed(id: number, thrown: unknown): void;
}

/** What an engine finds around it. */
export interface EngineSurroundings {
  /** Who is told about calls. */
  readonly listener: EngineListener;
  /** Asks what this process has used so far. */
  readonly usage: () => ProcessUsage;
}

/**
 * The error for a call of another kind of model.
 *
 * @param type - The call's type.
 * @returns An error with the code `unsupported-model`.
 */
export function wrongCall(type: EngineCall["type"]): LonghandError {
  return new LonghandError(`This model cannot answer a call of the type ${type}.`, {
    code: "unsupported-model",
  });
}
