// The command line in this process: verbs as a user types them, without a build.
import { Command, CommanderError } from "commander";
import { vi } from "vitest";
import { reportError } from "../src/cli/command.ts";
import { usage } from "../src/cli/options.ts";
import { addVerbs } from "../src/cli/verbs.ts";

/** What a command left. */
export interface CliResult<T> {
  readonly code: number;
  readonly json: T;
}

/** An error as `--json` prints it. */
export interface CliError {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

/**
 * Runs a command with `--json --quiet`.
 *
 * @param args - The words behind `longhand`.
 * @returns Its exit code, and what it printed.
 */
export async function cli<T>(...args: readonly string[]): Promise<CliResult<T>> {
  const words = [...args, "--json", "--quiet"];
  const printed: string[] = [];
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
    printed.push(String(text));
    for (const each of rest) if (typeof each === "function") (each as () => void)();
    return true;
  });
  const before = process.exitCode;
  try {
    const program = new Command("longhand").exitOverride();
    program.configureOutput({ outputError: () => undefined });
    await addVerbs(program, words);
    const code = await program.parseAsync(words, { from: "user" }).then(
      () => Number(process.exitCode ?? 0),
      (error: unknown) =>
        reportError(error instanceof CommanderError ? usage(error.message) : error, true),
    );
    return { code, json: JSON.parse(printed.join("")) as T };
  } finally {
    process.exitCode = before;
    stdout.mockRestore();
  }
}
