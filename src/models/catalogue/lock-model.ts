import { type Clock, LonghandError } from "../../foundation/index.ts";
import { type FolderLock, lockFolder, makeFolder } from "../../storage/index.ts";
import { throwIfAborted, writeError } from "./part-file.ts";

/** How often a waiting process looks whether the other one has ended. */
const LOOK_EVERY_MS = 250;

/** Options of {@link lockModel}. */
export interface LockModelOptions {
  /** Folder of the model; made if missing. */
  readonly folder: string;
  /** Time. */
  readonly clock: Clock;
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Told once that another process holds the model; without it, that is an error. */
  readonly onWait?: (message: string) => void;
}

/**
 * Takes a model's folder, so that two processes do not write it at once.
 *
 * @param options - The folder, and whether to wait for another process.
 * @returns The lock.
 * @throws LonghandError `model-locked` if it may not wait; `not-writable`, `cancelled`.
 */
export async function lockModel(options: LockModelOptions): Promise<FolderLock> {
  const { folder, clock, signal, onWait } = options;
  let waiting = false;
  for (;;) {
    const taken = await tryLock(folder, clock);
    if (!(taken instanceof LonghandError)) return taken;
    if (onWait === undefined) throw taken;
    if (!waiting) onWait(taken.message);
    waiting = true;
    await clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
    throwIfAborted(signal);
  }
}

/** The lock, or an error that names who holds it. */
async function tryLock(folder: string, clock: Clock): Promise<FolderLock | LonghandError> {
  try {
    await makeFolder(folder);
    return await lockFolder(folder, clock);
  } catch (cause) {
    if (!(cause instanceof LonghandError && cause.code === "run-locked")) {
      throw writeError(folder, cause);
    }
    return new LonghandError(`Another process is at work on this model${owner(cause)}.`, {
      code: "model-locked",
      hint: "Wait until it has ended.",
      cause,
    });
  }
}

function owner({ details }: LonghandError): string {
  const { pid, host } = details ?? {};
  return pid === undefined ? "" : ` (process ${String(pid)} on ${String(host)})`;
}
