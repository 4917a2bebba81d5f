import type { Worker } from "node:worker_threads";
import type { RunFolder } from "../run/run-folder.ts";
import type { SourceAnswer, SourceQuestion } from "./open-source.ts";
import {
  errorOf,
  startThread,
  type ThreadAnswer,
  type ThreadPlaces,
  threadFailed,
} from "./work-in-thread.ts";

/** What the thread is asked. */
export interface AskedSource {
  /** Tells the answer from others. */
  readonly number: number;
  /** The run. */
  readonly folder: RunFolder;
  /** The text. */
  readonly question: SourceQuestion;
}

/** What the thread answers. */
export interface ToldSource {
  /** The number of the question. */
  readonly number: number;
  /** A `SourceAnswer`, or what went wrong. */
  readonly answer: ThreadAnswer;
}

/** Reads the datasets of runs in a thread: to open one of 100,000 examples takes seconds. */
export interface SourceThread {
  /**
   * Reads what led to one text.
   *
   * @param folder - The run.
   * @param question - The text.
   * @returns The answer.
   * @throws LonghandError as `openRunSource`; `thread-failed`.
   */
  read(folder: RunFolder, question: SourceQuestion): Promise<SourceAnswer>;
  /** Ends the thread. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: SourceAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface RunningThread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
}

/**
 * Makes a thread ready; it starts with the first question.
 *
 * @param places - Where runs and caches are.
 * @returns The thread. It keeps the process alive only while somebody waits for an answer.
 */
export function openSourceThread(places: ThreadPlaces): SourceThread {
  let running: RunningThread | undefined;
  let number = 0;
  const start = (): RunningThread => {
    const { home, runsFolder } = places;
    const own = startRunning(startThread("source-worker", { home, runsFolder }), () => {
      if (running === own) running = undefined;
    });
    return own;
  };
  return {
    read: (folder, question) => {
      running ??= start();
      const { worker, waiting } = running;
      number += 1;
      const asked: AskedSource = { number, folder, question };
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject });
        worker.ref();
        worker.postMessage(asked);
      });
    },
    close: async () => {
      await running?.worker.terminate();
    },
  };
}

function startRunning(worker: Worker, ended: () => void): RunningThread {
  const waiting = new Map<number, Waiting>();
  const fail = (why: string, cause?: unknown): void => {
    ended();
    for (const { reject } of waiting.values()) reject(threadFailed(why, cause));
    waiting.clear();
  };
  worker.on("message", ({ number, answer }: ToldSource) => {
    const asker = waiting.get(number);
    waiting.delete(number);
    if (waiting.size === 0) worker.unref();
    if (answer.status === "done") asker?.resolve(answer.value as SourceAnswer);
    else asker?.reject(errorOf(answer));
  });
  worker.on("error", (cause) => fail(cause.message, cause));
  worker.on("exit", (code) => fail(`it ended with code ${code}`));
  return { worker, waiting };
}
