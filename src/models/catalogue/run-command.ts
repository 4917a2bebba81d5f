import { spawn } from "node:child_process";
import type { EnvironmentVariables } from "./source-run.ts";

/** How a command ended. */
export interface CommandResult {
  /** Exit status; absent if it could not start or was ended by a signal. */
  readonly status: number | undefined;
  /** The last of what it wrote, both streams together. */
  readonly output: string;
  /** Why it could not start or was ended. */
  readonly problem?: string;
}

/** Options of {@link runCommand}. */
export interface CommandOptions {
  /** Its environment variables. */
  readonly environment: EnvironmentVariables;
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
}

const MAX_OUTPUT_CHARACTERS = 20_000;

/**
 * Runs a command without a shell and waits for its end. It never rejects: a command that is not
 * there is an ordinary answer.
 *
 * @param command - The program and its arguments.
 * @param options - Environment variables and abort signal.
 * @returns How it ended.
 */
export function runCommand(
  [program, ...args]: readonly [string, ...string[]],
  { environment, signal }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(program, args, {
      env: { ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
      ...(signal === undefined ? {} : { signal }),
    });
    const keep = (piece: Buffer): void => {
      output = (output + piece.toString("utf8")).slice(-MAX_OUTPUT_CHARACTERS);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    let problem: string | undefined;
    child.on("error", (error) => {
      problem = error.message;
      // A program that never started has no end to wait for.
      if (child.pid === undefined) resolve({ status: undefined, output, problem });
    });
    child.on("close", (status, endedBy) => {
      const ended = problem ?? (endedBy === null ? undefined : `it was ended by ${endedBy}.`);
      resolve({
        status: status ?? undefined,
        output,
        ...(ended === undefined ? {} : { problem: ended }),
      });
    });
  });
}
