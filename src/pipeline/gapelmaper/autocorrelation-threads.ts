import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import {
  type AutocorrelationPlan,
  addSums,
  curveOfSums,
  planAutocorrelation,
  type UnitText,
} from "../../scoring/index.ts";
import { type AutocorrelationWork, openWork } from "./autocorrelation-work.ts";

/** Threads that compute autocorrelations together. */
export interface AutocorrelationThreads {
  /**
   * The autocorrelation of a text, as `autocorrelation` of the scoring stage computes it, to the last
   * bit. The calling thread takes part and lets other work go on between its shares.
   *
   * @param text - The text.
   * @param maxLag - The largest lag.
   * @returns C by lag.
   */
  autocorrelation(text: UnitText, maxLag: number): Promise<Float64Array>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/**
 * Starts threads. They start while the caller goes on: open them before the text is read.
 *
 * @param count - How many threads work, the calling one included; 1 starts none.
 * @returns The threads; close them in the end.
 */
export function openAutocorrelationThreads(count: number): AutocorrelationThreads {
  const workers = Array.from({ length: Math.max(0, count - 1) }, startWorker);
  return {
    autocorrelation: async (text, maxLag) => {
      const plan = planAutocorrelation(text, maxLag);
      const work = sharedWork(text, plan);
      const others = Promise.all(workers.map((worker) => finishedBy(worker, work)));
      // Heard below, once this thread has done its part.
      others.catch(() => undefined);
      await takePart(work);
      await others;
      return curveOf(work);
    },
    close: async () => {
      await Promise.all(workers.map(({ worker }) => worker.terminate()));
    },
  };
}

interface OwnedWorker {
  readonly worker: Worker;
  /** Never resolves; rejects when the thread fails. */
  readonly failure: Promise<never>;
}

function startWorker(): OwnedWorker {
  const worker = newWorker();
  // An idle thread must not keep a program alive that has forgotten to close it.
  worker.unref();
  const failure = new Promise<never>((_, reject) => {
    worker.on("error", (cause) => reject(threadFailed(messageOf(cause), cause)));
    worker.on("exit", (code) => reject(threadFailed(`it ended with code ${code}`)));
  });
  // Whoever waits for the thread's work hears of it; nobody has to wait.
  failure.catch(() => undefined);
  return { worker, failure };
}

function newWorker(): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(
    /autocorrelation-threads(\.[jt]s)$/,
    "autocorrelation-worker$1",
  );
  if (entry.endsWith(".js")) return new Worker(new URL(entry));
  // Threads do not take on the loader of TypeScript from their parent.
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  return new Worker(start, { eval: true });
}

function threadFailed(why: string, cause?: unknown): LonghandError {
  return new LonghandError(`A thread of the autocorrelation failed: ${why}.`, {
    code: "thread-failed",
    hint: "Memory may have run out. It also works in one thread: --threads 1.",
    cause,
  });
}

function sharedWork(text: UnitText, plan: AutocorrelationPlan): AutocorrelationWork {
  return {
    text: {
      dimensions: text.dimensions,
      sequence: shared(Int32Array, text.sequence),
      vectors: shared(Float32Array, text.vectors),
      mean: shared(Float64Array, text.mean),
      scales: shared(Float64Array, text.scales),
    },
    plan,
    next: new Int32Array(new SharedArrayBuffer(4)),
    sums: new Float64Array(new SharedArrayBuffer(8 * plan.groups * plan.sumsLength)),
  };
}

type Numbers = Int32Array | Float32Array | Float64Array;

function shared<T extends Numbers>(kind: new (buffer: SharedArrayBuffer) => T, numbers: T): T {
  const copy = new kind(new SharedArrayBuffer(numbers.byteLength));
  copy.set(numbers);
  return copy;
}

async function takePart(work: AutocorrelationWork): Promise<void> {
  const doOne = openWork(work);
  while (doOne()) await nextTurn();
}

/** Resolves when the thread has nothing left to do; rejects if it fails, now or before. */
function finishedBy({ worker, failure }: OwnedWorker, work: AutocorrelationWork): Promise<void> {
  worker.ref();
  worker.postMessage(work);
  return Promise.race([once(worker, "message"), failure]).then(() => {
    worker.unref();
  });
}

/** Sums are added in the order of the groups, whoever made them: rounding depends on it. */
function curveOf({ plan, sums }: AutocorrelationWork): Float64Array {
  const total = new Float64Array(plan.sumsLength);
  for (let group = 0; group < plan.groups; group++) {
    const start = group * plan.sumsLength;
    addSums(total, sums.subarray(start, start + plan.sumsLength));
  }
  return curveOfSums(total, plan);
}
