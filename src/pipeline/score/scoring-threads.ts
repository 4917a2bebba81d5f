import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { LonghandError } from "../../foundation/index.ts";
import type { MetricInfo } from "../../scoring/index.ts";
import { type BatchScores, openBatchScorer, type ScoringSpec } from "./score-batch.ts";
import type { TextBatch } from "./text-batch.ts";

/**
 * Nearly everything that a thread allocates dies young: a small nursery takes no longer to score,
 * and 40 MB less for each thread.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12 };

/** What a scoring thread is asked. */
export interface BatchRequest {
  /** The texts. */
  readonly batch: TextBatch;
  /** Whether only faults and ids are wanted. */
  readonly checkOnly: boolean;
}

/** An error that crosses to another thread. */
export interface ThreadFailure {
  /** What happened. */
  readonly message: string;
  /** Its code. */
  readonly code: string;
  /** What to do. */
  readonly hint?: string;
  /** Facts about it. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Where it happened, for faults in Longhand itself. */
  readonly stack?: string;
}

/** What a scoring thread says. */
export type ThreadReply =
  | { readonly kind: "ready"; readonly metrics: readonly MetricInfo[] }
  | { readonly kind: "scores"; readonly scores: BatchScores }
  | { readonly kind: "failed"; readonly failure: ThreadFailure };

/** Scores batches, several at a time. */
export interface ScoringThreads {
  /** The metrics, in order. */
  readonly metrics: readonly MetricInfo[];
  /** Batches that keep all threads busy. */
  readonly depth: number;
  /**
   * Scores a batch; its bytes are gone afterwards.
   *
   * @param request - The batch.
   * @returns Its scores.
   */
  score(request: BatchRequest): Promise<BatchScores>;
  /** Ends the threads. */
  close(): Promise<void>;
}

/** Batches that wait at each thread, so that none waits for the reader. */
const BATCHES_PER_THREAD = 3;

/**
 * Opens threads for scoring.
 *
 * @param spec - Metrics and settings.
 * @param threads - How many; 0 to score in the thread of the caller.
 * @returns The threads, with the metrics open.
 * @throws LonghandError as `createScorer` does.
 */
export async function openScoringThreads(
  spec: ScoringSpec,
  threads: number,
): Promise<ScoringThreads> {
  if (threads === 0) return scoreHere(spec);
  const workers = Array.from({ length: threads }, () => new ScoringThread(spec));
  const close = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.close()));
  };
  try {
    const [metrics = []] = await Promise.all(workers.map((worker) => worker.ready));
    return {
      metrics,
      depth: threads * BATCHES_PER_THREAD,
      score: (request) => leastBusy(workers).score(request),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function scoreHere(spec: ScoringSpec): Promise<ScoringThreads> {
  const scorer = await openBatchScorer(spec);
  return {
    metrics: scorer.metrics,
    depth: 1,
    score: async ({ batch, checkOnly }) => {
      // Lets signals and progress through between batches.
      await turn();
      return scorer.score(batch, checkOnly);
    },
    close: () => Promise.resolve(),
  };
}

function leastBusy(workers: readonly ScoringThread[]): ScoringThread {
  return workers.reduce((best, worker) => (worker.waiting < best.waiting ? worker : best));
}

interface Waiting {
  readonly resolve: (scores: BatchScores) => void;
  readonly reject: (error: unknown) => void;
}

class ScoringThread {
  readonly ready: Promise<readonly MetricInfo[]>;
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #fail: (error: unknown) => void = () => undefined;
  #ended: unknown;

  constructor(spec: ScoringSpec) {
    this.#worker = startWorker(spec);
    this.ready = new Promise((resolve, reject) => {
      this.#fail = reject;
      this.#worker.on("message", (reply: ThreadReply) => {
        if (reply.kind === "ready") resolve(reply.metrics);
        else if (reply.kind === "scores") this.#waiting.shift()?.resolve(reply.scores);
        else this.#end(errorOf(reply.failure));
      });
    });
    this.#worker.on("error", (error) => this.#end(error));
    this.#worker.on("exit", (code) => this.#end(threadEnded(code)));
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  score(request: BatchRequest): Promise<BatchScores> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const { batch } = request;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request, batch.kind === "lines" ? [batch.bytes.buffer] : []);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: unknown): void {
    this.#ended ??= error;
    this.#fail(error);
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}

function startWorker(spec: ScoringSpec): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(/scoring-threads(\.[jt]s)$/, "score-worker$1");
  const options = { workerData: spec, resourceLimits: RESOURCE_LIMITS };
  if (!entry.endsWith(".ts")) return new Worker(new URL(entry), options);
  const load = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  return new Worker(load, { ...options, eval: true });
}

function errorOf({ message, code, hint, details, stack }: ThreadFailure): LonghandError {
  return new LonghandError(message, {
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
    ...(stack === undefined ? {} : { cause: stack }),
  });
}

function threadEnded(code: number): LonghandError {
  return new LonghandError(`A scoring thread ended with code ${code}.`, {
    code: "scoring-failed",
    hint: "If memory ran out, use fewer threads: --workers 1.",
  });
}
