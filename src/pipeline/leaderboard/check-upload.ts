import { Worker } from "node:worker_threads";
import { messageOf } from "../../foundation/index.ts";
import { type IntakeResult, type IntakeTask, refusedUpload } from "./intake.ts";

/** How long and with how much memory an upload may be checked. */
export interface IntakeLimits {
  /** Longest time, in milliseconds. @defaultValue 60,000 */
  readonly timeoutMs?: number;
  /** Largest heap, in MiB. @defaultValue 512 */
  readonly heapMb?: number;
}

/**
 * Checks an upload in a thread of its own, whose time and memory are limited: whatever an archive
 * does, it ends that thread only, and the upload is refused.
 *
 * @param task - The upload, the rules, and where accepted texts go.
 * @param limits - Time and memory.
 * @returns Everything wrong with it; `accepted` if nothing is.
 */
export async function checkUpload(
  task: IntakeTask,
  { timeoutMs = 60_000, heapMb = 512 }: IntakeLimits = {},
): Promise<IntakeResult> {
  const worker = startWorker(task, heapMb);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<IntakeResult>((resolve) => {
      const refuse = (code: string, message: string): void =>
        resolve(refusedUpload([{ code, message }]));
      timer = setTimeout(() => {
        refuse("check-too-slow", `The file could not be checked within ${timeoutMs / 1_000} s.`);
      }, timeoutMs);
      worker.on("message", (result: IntakeResult) => resolve(result));
      worker.on("error", (error: NodeJS.ErrnoException) => {
        const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        if (isMemory) refuse("check-too-large", `The check needs more than ${heapMb} MiB.`);
        else refuse("check-failed", `The file could not be checked: ${messageOf(error)}.`);
      });
      worker.on("exit", (code) => refuse("check-failed", `The check ended with code ${code}.`));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function startWorker(workerData: IntakeTask, heapMb: number): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(/check-upload(\.[jt]s)$/, "intake-worker$1");
  const options = { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } };
  if (entry.endsWith(".js")) return new Worker(new URL(entry), options);
  // Threads do not take on the loader of TypeScript from their parent.
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  return new Worker(start, { ...options, eval: true });
}
