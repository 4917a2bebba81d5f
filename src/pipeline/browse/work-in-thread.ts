import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { ReportSection, RunComparison, WritingView } from "../../records/index.ts";
import type { ComparedSides } from "../compare/compare-sides.ts";
import type { RunContext } from "../run-context.ts";

/** Where runs, models and caches are. */
export type ThreadPlaces = Pick<RunContext, "runsFolder" | "home">;

/** What a thread is told to do. */
export type ThreadWork = ThreadPlaces &
  (
    | {
        /** Two runs are compared. */
        readonly kind: "compare";
        /** The baseline, as `RUN` or `RUN#CELL`. */
        readonly a: string;
        /** What is compared with it. */
        readonly b: string;
      }
    | {
        /** A document is read. */
        readonly kind: "writing";
        /** The run's folder. */
        readonly path: string;
      }
    | {
        /** Tables of a run are laid out. */
        readonly kind: "report";
        /** The run's name. */
        readonly run: string;
      }
  );

/** What a thread answers. */
export type ThreadAnswer = { readonly status: "done"; readonly value: unknown } | FailedAnswer;

/** What a thread answers that could not do its work. */
export interface FailedAnswer {
  /** Tells it from the other answer. */
  readonly status: "failed";
  /** What happened. */
  readonly message: string;
  /** Code of the error. */
  readonly code: string;
  /** What to do. */
  readonly hint?: string;
}

/**
 * Compares two runs in a thread of its own: samples are drawn for seconds, and other work goes on.
 *
 * @param sides - The sides.
 * @param places - Where runs are.
 * @returns The comparison.
 * @throws LonghandError as `compareScores`; `thread-failed`.
 */
export async function compareInThread(
  { a, b }: { readonly a: string; readonly b: string },
  { runsFolder, home }: ThreadPlaces,
): Promise<RunComparison> {
  const value = await runInThread({ kind: "compare", a, b, runsFolder, home });
  const { comparisons, statistics, users, notes } = value as ComparedSides;
  const { resamples, permutations, correction, clusterBy, seed } = statistics;
  return {
    a,
    b,
    comparisons,
    statistics: { resamples, permutations, correction, clusterBy, seed },
    ...(users === undefined ? {} : { users }),
    notes,
  };
}

/**
 * Reads a document in a thread of its own: long ones take most of a second, and other work goes on.
 *
 * @param path - The run's folder.
 * @param places - Where runs are.
 * @returns The document.
 * @throws LonghandError as `readWritingView`; `thread-failed`.
 */
export async function readWritingInThread(
  path: string,
  { runsFolder, home }: ThreadPlaces,
): Promise<WritingView> {
  return (await runInThread({ kind: "writing", path, runsFolder, home })) as WritingView;
}

/**
 * Lays the tables of a run out in a thread of its own: cells are compared for seconds, and other work goes on.
 *
 * @param run - The run's name.
 * @param places - Where runs are.
 * @returns The sections of its report.
 * @throws LonghandError as `reportTables`; `thread-failed`.
 */
export async function reportInThread(
  run: string,
  { runsFolder, home }: ThreadPlaces,
): Promise<readonly ReportSection[]> {
  const value = await runInThread({ kind: "report", run, runsFolder, home });
  return value as readonly ReportSection[];
}

async function runInThread(work: ThreadWork): Promise<unknown> {
  const worker = startThread("browse-worker", work);
  try {
    const [answer] = (await Promise.race([
      once(worker, "message"),
      once(worker, "exit").then(([code]) => {
        throw threadFailed(`it ended with code ${String(code)}`);
      }),
    ])) as [ThreadAnswer];
    if (answer.status === "done") return answer.value;
    throw errorOf(answer);
  } catch (cause) {
    throw cause instanceof LonghandError ? cause : threadFailed(messageOf(cause), cause);
  } finally {
    await worker.terminate();
  }
}

/**
 * The fault of a thread that ended before its work.
 *
 * @param why - What is known of it.
 * @param cause - What it threw.
 * @returns The error, `thread-failed`.
 */
export function threadFailed(why: string, cause?: unknown): LonghandError {
  return new LonghandError(`A thread that reads runs failed: ${why}.`, {
    code: "thread-failed",
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * The error that a thread told of.
 *
 * @param answer - What it told.
 * @returns The error.
 */
export function errorOf({ message, code, hint }: FailedAnswer): LonghandError {
  return new LonghandError(message, { code, ...(hint === undefined ? {} : { hint }) });
}

/**
 * Starts a thread.
 *
 * @param name - Name of its file in this folder, without its ending.
 * @param workerData - What it is handed.
 * @returns The thread.
 */
export function startThread(name: string, workerData: ThreadWork | ThreadPlaces): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(/work-in-thread(\.[jt]s)$/, `${name}$1`);
  if (entry.endsWith(".js")) return new Worker(new URL(entry), { workerData });
  // Threads do not take on the loader of TypeScript from their parent.
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  return new Worker(start, { eval: true, workerData });
}
