import { getSystemErrorMap } from "node:util";

/** A failure that the operating system reported, in words. */
export interface SystemFault {
  /** Stable name of the fault. */
  readonly code: "system-error";
  /** What failed, with its path and the system's reason. */
  readonly message: string;
  /** What to do. */
  readonly hint: string;
  /** The system's own names. */
  readonly details: {
    /** For instance `ENOSPC`. */
    readonly errno: string;
    /** The file or folder; absent if the call has none. */
    readonly path?: string;
  };
}

/**
 * Puts an error of the operating system into words: a path that cannot be written, a full disk. It is
 * nobody's mistake in a program, so nobody wants to see where in the program it was met.
 *
 * @param error - Anything that was thrown.
 * @returns The fault; `undefined` for every other error.
 */
export function systemFault(error: unknown): SystemFault | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errno, path, syscall } = error as NodeJS.ErrnoException;
  const [, meaning] = getSystemErrorMap().get(errno ?? 0) ?? [];
  if (code === undefined || meaning === undefined || syscall === undefined) return undefined;
  const where = path === undefined ? syscall : path;
  return {
    code: "system-error",
    message: `${where}: ${meaning} (${code}).`,
    hint: "Check the path, its permissions and the free space on its disk.",
    details: { errno: code, ...(path === undefined ? {} : { path }) },
  };
}
