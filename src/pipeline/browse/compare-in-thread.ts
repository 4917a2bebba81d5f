import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { RunComparison } from "../../records/index.ts";
import type { ComparedSides } from "../compare/compare-sides.ts";
import type { RunContext } from "../run-context.ts";

/** What a thread is told to compare. */
export interface CompareWork {
  /** The baseline, as `RUN` or `RUN#CELL`. */
  readonly a: string;
  /** What is compared with it. */
  readonly b: string;
  /** Where runs are. */
  readonly runsFolder: string;
  /** Longhand's home folder. */
  readonly home: string;
}

/** What a thread answers. */
export type CompareAnswer =
  | { readonly status: "compared"; readonly compared: ComparedSides }
  | {
      readonly status: "failed";
      readonly message: string;
      readonly code: string;
      readonly hint?: string;
    };

/**
 * Compares two runs in a thread of its own: samples are drawn for seconds, and other work goes on.
 *
 * @param sides - The sides.
 * @param context - Places.
 * @returns The comparison.
 * @throws LonghandError as `compareScores`; `thread-failed`.
 */
export async function compareInThread(
  { a, b }: Pick<CompareWork, "a" | "b">,
  { runsFolder, home }: Pick<RunContext, "runsFolder" | "home">,
): Promise<RunComparison> {
  const worker = newWorker({ a, b, runsFolder, home });
  try {
    const [answer] = (await Promise.race([
      once(worker, "message"),
      once(worker, "exit").then(([code]) => {
        throw new LonghandError(`The thread that compares ended with code ${String(code)}.`, {
          code: "thread-failed",
        });
      }),
    ])) as [CompareAnswer];
    return comparisonOf(answer, { a, b });
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause;
    throw new LonghandError(`The thread that compares failed: ${messageOf(cause)}.`, {
      code: "thread-failed",
      cause,
    });
  } finally {
    await worker.terminate();
  }
}

function comparisonOf(answer: CompareAnswer, sides: Pick<RunComparison, "a" | "b">): RunComparison {
  if (answer.status === "failed") {
    const { message, code, hint } = answer;
    throw new LonghandError(message, { code, ...(hint === undefined ? {} : { hint }) });
  }
  const { comparisons, statistics, users, notes } = answer.compared;
  const { resamples, permutations, correction, clusterBy, seed } = statistics;
  return {
    ...sides,
    comparisons,
    statistics: { resamples, permutations, correction, clusterBy, seed },
    ...(users === undefined ? {} : { users }),
    notes,
  };
}

function newWorker(work: CompareWork): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(/compare-in-thread(\.[jt]s)$/, "compare-worker$1");
  if (entry.endsWith(".js")) return new Worker(new URL(entry), { workerData: work });
  // Threads do not take on the loader of TypeScript from their parent.
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  return new Worker(start, { eval: true, workerData: work });
}
