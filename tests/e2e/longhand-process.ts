import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const MAIN = resolve("dist/cli/main.js");

/** What a finished `longhand` process left. */
export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a process is started. */
export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * A home folder that all fake-model tests of one file share: the shipped dataset is built once in it.
 */
export function newFolder(name: string): string {
  return mkdtempSync(join(tmpdir(), `longhand-${name}-`));
}

/** Starts the built command line. */
export function startLonghand(args: readonly string[], options: ProcessOptions = {}): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...process.env, NO_COLOR: "1", ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Waits for a process and takes what it printed. */
export async function finished(child: ChildProcess): Promise<ProcessResult> {
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

/** Runs the built command line to its end. */
export function longhand(
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessResult> {
  return finished(startLonghand(args, options));
}

/** Runs it with `--json` and reads the one object that it prints. */
export async function longhandJson<T>(
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessResult & { readonly json: T }> {
  const result = await longhand([...args, "--json"], options);
  return { ...result, json: JSON.parse(result.stdout) as T };
}
