import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { ExamplePart, PartsRequest } from "./write-parts.ts";

/** What a thread that writes examples is asked. */
export interface PartThreadData {
  /** The task of each recipe is its definition only: functions do not cross. */
  readonly request: PartsRequest;
  /** Memory for tables, in MB. */
  readonly memoryMb: number;
}

/** What such a thread says. */
export type PartReply =
  | { readonly kind: "person"; readonly total: number }
  | { readonly kind: "done"; readonly parts: readonly ExamplePart[] }
  | { readonly kind: "failed"; readonly failure: PartFailure };

/** An error that crosses to another thread. */
export interface PartFailure {
  readonly message: string;
  readonly code: string;
  readonly hint?: string | undefined;
  readonly details?: LonghandError["details"] | undefined;
}

/** Writes the examples of some people in another thread. */
export interface PartThread {
  /** Their examples in the order of `request.parts`. */
  readonly parts: Promise<ExamplePart[]>;
  /** Ends the thread, done or not. */
  close(): Promise<void>;
}

/**
 * Begins to write the examples of some people in another thread.
 *
 * @param work - The people, and where to; without keywords. Memory for tables, in MB.
 * @param onPerson - Told after every person.
 * @returns The thread; what it writes is there when `parts` settles.
 */
export function openPartThread(
  { request, memoryMb }: PartThreadData,
  onPerson: (total: number) => void,
): PartThread {
  const worker = startWorker({ request: asData(request), memoryMb });
  const parts = new Promise<ExamplePart[]>((resolve, reject) => {
    worker.on("message", (reply: PartReply) => {
      if (reply.kind === "done") resolve([...reply.parts]);
      else if (reply.kind === "failed") reject(errorOf(reply.failure));
      else tell(reply.total);
    });
    const tell = (total: number): void => {
      try {
        onPerson(total);
      } catch (error) {
        // Whoever is told throws to stop the build.
        reject(error);
      }
    };
    worker.on("error", (cause) => reject(threadFailed(messageOf(cause), cause)));
    worker.on("exit", (code) => reject(threadFailed(`it ended with code ${code}`)));
  });
  // Whoever waits for the parts hears of a failure; nobody has to wait.
  parts.catch(() => undefined);
  return {
    parts,
    close: async () => {
      await worker.terminate();
    },
  };
}

function asData({ parts, ...rest }: PartsRequest): PartsRequest {
  return JSON.parse(JSON.stringify({ ...rest, parts })) as PartsRequest;
}

function startWorker(workerData: PartThreadData): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(/part-thread(\.[jt]s)$/, "part-worker$1");
  if (entry.endsWith(".js")) return new Worker(new URL(entry), { workerData });
  // Threads do not take on the loader of TypeScript from their parent.
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  return new Worker(start, { workerData, eval: true });
}

function errorOf({ message, code, hint, details }: PartFailure): LonghandError {
  return new LonghandError(message, {
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}

function threadFailed(why: string, cause?: unknown): LonghandError {
  return new LonghandError(`A thread that writes examples failed: ${why}.`, {
    code: "thread-failed",
    hint: "Memory may have run out. What the build's whole steps made is kept: start it again.",
    cause,
  });
}
