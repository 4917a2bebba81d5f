import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { writeError } from "../../storage/index.ts";
import {
  type BlockTask,
  type BlockWriter,
  blockWriter,
  type ColumnFile,
  type WrittenBlock,
} from "./block-file.ts";
import type { ColumnFormat } from "./column-format.ts";

/** What a thread is given at its start. */
export interface BlockThreadData {
  /** Name of the format. */
  readonly format: string;
  readonly target: ColumnFile;
}

/** What a thread says of a block. */
export interface BlockReply {
  readonly written: WrittenBlock;
  /** The buffer of the block's bytes, which is free again. */
  readonly buffer: ArrayBuffer;
}

/** Makes columns of blocks, several at a time. */
export interface BlockThreads {
  /** Blocks that keep all threads busy. */
  readonly depth: number;
  /** Buffers that are free again. */
  readonly spare: ArrayBuffer[];
  /**
   * Makes columns of a block, whose bytes are gone then.
   *
   * @throws LonghandError `disk-full`, `file-error`, `thread-failed`.
   */
  write(task: BlockTask): Promise<WrittenBlock>;
  close(): Promise<void>;
}

/**
 * Opens threads.
 *
 * @param format - How records become rows.
 * @param target - Where columns go.
 * @param threads - How many; 0 to work in the thread of the caller.
 */
export function openBlockThreads(
  format: ColumnFormat,
  target: ColumnFile,
  threads: number,
): BlockThreads {
  const spare: ArrayBuffer[] = [];
  if (threads === 0) return writeHere(blockWriter(format, target), spare);
  const data: BlockThreadData = { format: format.name, target };
  const workers = Array.from({ length: threads }, () => blockThread(data, spare));
  return {
    // One block more than there are threads: it waits for the first that is free.
    depth: threads + 1,
    spare,
    write: (task) => leastBusy(workers).write(task),
    close: async () => {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function writeHere(writer: BlockWriter, spare: ArrayBuffer[]): BlockThreads {
  return {
    depth: 1,
    spare,
    write: (task) => {
      const written = writer.write(task);
      keepBuffer(spare, task.block.bytes.buffer);
      return Promise.resolve(written);
    },
    close: async () => writer.close(),
  };
}

/** More are never wanted at once. */
const MOST_SPARE = 4;

function keepBuffer(spare: ArrayBuffer[], buffer: ArrayBuffer): void {
  if (spare.length < MOST_SPARE) spare.push(buffer);
}

interface BlockThread {
  /** Blocks that it has not finished. */
  waiting(): number;
  write(task: BlockTask): Promise<WrittenBlock>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (written: WrittenBlock) => void;
  readonly reject: (error: unknown) => void;
}

function leastBusy(workers: readonly BlockThread[]): BlockThread {
  return workers.reduce((best, worker) => (worker.waiting() < best.waiting() ? worker : best));
}

function blockThread(data: BlockThreadData, spare: ArrayBuffer[]): BlockThread {
  const worker = startWorker(data);
  const waiting: Waiting[] = [];
  let ended: unknown;
  const end = (error: unknown): void => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on("message", ({ written, buffer }: BlockReply) => {
    keepBuffer(spare, buffer);
    waiting.shift()?.resolve(written);
  });
  worker.on("error", (cause) => end(threadFailed(data.target.path, cause)));
  worker.on("exit", (code) => end(threadFailed(data.target.path, `it ended with code ${code}`)));
  return {
    waiting: () => waiting.length,
    write: (task) => {
      if (ended !== undefined) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        worker.postMessage(task, [task.block.bytes.buffer]);
      });
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

function startWorker(workerData: BlockThreadData): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(/block-threads(\.[jt]s)$/, "block-worker$1");
  if (entry.endsWith(".js")) return new Worker(new URL(entry), { workerData });
  // Threads do not take on the loader of TypeScript from their parent.
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  return new Worker(start, { workerData, eval: true });
}

function threadFailed(path: string, cause: unknown): LonghandError {
  // What the system says of a file comes over with its code and its call.
  if (typeof (cause as NodeJS.ErrnoException).syscall === "string") return writeError(path, cause);
  return new LonghandError(`A thread of the import failed: ${messageOf(cause)}.`, {
    code: "thread-failed",
    hint: "Memory may have run out. It also works with fewer threads: --threads 1.",
    cause,
  });
}
