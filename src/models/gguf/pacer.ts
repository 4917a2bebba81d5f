import type { Llama } from "node-llama-cpp";
import { createThreadGovernor } from "./thread-governor.ts";

/** What a process has used so far. */
export interface ProcessUsage {
  /** Time by the clock, in milliseconds from any start. */
  readonly wallMs: number;
  /** Processor time of all its threads, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * What is evaluated: `chunk`, a long part of a prompt; `step`, a token of every reply, which is short
 * enough to try more threads on; `lone-step`, a token whose bits depend on the number of threads.
 */
export type Evaluation = "chunk" | "step" | "lone-step";

/** Runs evaluations with as many threads as there are free processors. */
export interface Pacer {
  /**
   * Runs one evaluation.
   *
   * @param what - What is evaluated.
   * @param evaluate - The evaluation.
   * @returns What it returns.
   */
  run<T>(what: Evaluation, evaluate: () => Promise<T>): Promise<T>;
}

/** What a pacer works with. */
export interface PacerOptions {
  /** The engine, whose threads are set before each evaluation. */
  readonly llama: Pick<Llama, "maxThreads" | "gpu">;
  /** Most threads to use. */
  readonly maxThreads: number;
  /** Threads of a `lone-step`, always. */
  readonly loneThreads: number;
  /** Asks what this process has used so far. */
  readonly usage: () => ProcessUsage;
}

/**
 * Makes a pacer. On a GPU it changes nothing, since the processor's threads have little to do.
 *
 * @param options - Engine, most threads, and how to measure.
 * @returns The pacer. Its evaluations must not overlap.
 */
export function createPacer({ llama, maxThreads, loneThreads, usage }: PacerOptions): Pacer {
  const governor = createThreadGovernor(maxThreads);
  if (llama.gpu !== false) return { run: (_, evaluate) => evaluate() };
  return {
    async run(what, evaluate) {
      const threads = what === "lone-step" ? loneThreads : governor.threadsFor(what === "step");
      llama.maxThreads = threads;
      const before = usage();
      const result = await evaluate();
      const after = usage();
      governor.observe({
        threads,
        wallMs: after.wallMs - before.wallMs,
        cpuMs: after.cpuMs - before.cpuMs,
      });
      return result;
    },
  };
}
