import type { Command, OptionValues } from "commander";
import { isUsageError, LonghandError, messageOf } from "../foundation/index.ts";
import { type RunContext, systemClock } from "../pipeline/doors/context.ts";
import { terminalSafe } from "../text/index.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { openJsonProgress } from "./json-progress.ts";
import { openProgressLine, type ProgressLine } from "./progress-line.ts";
import { listenForStop } from "./stop-signals.ts";
import { systemFault } from "./system-error.ts";

/** What a command came to. */
export interface CommandOutcome {
  /** The one object that `--json` prints. */
  readonly json: unknown;
  /** What is printed without `--json`. */
  readonly text: string;
  /** Exit code. @defaultValue 0 */
  readonly exitCode?: number;
}

/** What a command's work is handed. */
export interface CommandInput {
  /** Arguments in order; absent optional ones are `undefined`. */
  readonly args: readonly (string | readonly string[] | undefined)[];
  /** Options by their camel-case name. */
  readonly options: OptionValues;
  /** Time, places, progress, the wish to stop. */
  readonly context: RunContext;
  /** What the environment decides. */
  readonly environment: Environment;
  /** Whether the result goes out as JSON, so that nothing else may be printed to stdout. */
  readonly json: boolean;
}

/** A verb of the command line. */
export interface CommandDefinition {
  /** Name and arguments, for instance `run <experiment>`. */
  readonly usage: string;
  /** One line. */
  readonly summary: string;
  /** Options: flags and what they do; a default stands in the text. */
  readonly options?: readonly (readonly [flags: string, text: string])[];
  /** Whether progress goes out as JSON lines with `--json`. @defaultValue false: as words */
  readonly jsonProgress?: boolean;
  /** Lines to copy, smallest first. */
  readonly examples: readonly string[];
  /** Does the work. */
  readonly run: (input: CommandInput) => Promise<CommandOutcome>;
}

/**
 * Adds a verb to a command, with `--json`, `--runs`, examples in its help, progress on stderr and
 * exit codes.
 *
 * @param parent - The program, or a stage.
 * @param definition - The verb.
 * @returns The command, for verbs below it.
 */
export function addCommand(parent: Command, definition: CommandDefinition): Command {
  const command = parent.command(definition.usage).summary(definition.summary);
  command.description(definition.summary);
  for (const [flags, text] of definition.options ?? []) command.option(flags, text);
  command
    .option(
      "--json",
      definition.jsonProgress === true
        ? "print one JSON object on stdout; progress goes to stderr as JSON lines"
        : "print one JSON object on stdout; progress stays on stderr",
    )
    .option("--runs <folder>", "folder of runs (default: runs)")
    .option("--quiet", "no progress")
    .addHelpText(
      "after",
      `\nExamples:\n${definition.examples.map((line) => `  ${line}`).join("\n")}`,
    )
    .action(async (...given: unknown[]) => {
      const args = given.slice(0, -2) as CommandInput["args"];
      process.exitCode = await perform(definition, args, command.optsWithGlobals());
    });
  return command;
}

async function perform(
  definition: CommandDefinition,
  args: CommandInput["args"],
  options: OptionValues,
): Promise<number> {
  const environment = readEnvironment();
  const json = options["json"] === true;
  const progress = openProgress(definition, options, environment);
  const stop = listenForStop(systemClock, (text) => progress.show({ kind: "message", text }));
  const context: RunContext = {
    clock: systemClock,
    nameSeed: environment.nameSeed,
    home: environment.home,
    runsFolder: String(options["runs"] ?? "runs"),
    credential: environment.credential,
    environment: environment.variables,
    stopping: stop.stopping,
    stopNow: stop.stopNow,
    onProgress: (event) => progress.show(event),
  };
  try {
    const outcome = await definition.run({ args, options, context, environment, json });
    progress.end();
    await print(json ? JSON.stringify(outcome.json) : outcome.text);
    return outcome.exitCode ?? 0;
  } catch (error) {
    progress.end();
    return await reportError(error, json);
  } finally {
    stop.close();
  }
}

/** With `--quiet` nothing at all; a dumb terminal cannot take anything back. */
function openProgress(
  { jsonProgress = false }: CommandDefinition,
  options: OptionValues,
  { colour, variables }: Environment,
): ProgressLine {
  const stream = options["quiet"] === true ? { write: () => true } : process.stderr;
  if (jsonProgress && options["json"] === true) return openJsonProgress(stream);
  const interactive = process.stderr.isTTY === true && variables["TERM"] !== "dumb";
  return openProgressLine({ stream, interactive, clock: systemClock, colour });
}

/**
 * Prints an error: as message and hint on stderr, or as one JSON object on stdout.
 *
 * @param error - Anything that was thrown.
 * @param json - Whether JSON was asked for.
 * @returns The exit code.
 */
export async function reportError(error: unknown, json: boolean): Promise<number> {
  const { code, message, hint, details } = describeError(error);
  if (json) await print(JSON.stringify({ error: { code, message, hint, details } }));
  else process.stderr.write(errorText(error, { message, hint }));
  if (code === "interrupted") return 130;
  return isUsageError(error) ? 2 : 1;
}

interface ErrorDescription {
  readonly code: string;
  readonly message: string;
  readonly hint: string | undefined;
  readonly details: unknown;
}

function describeError(error: unknown): ErrorDescription {
  if (error instanceof LonghandError) {
    return { code: error.code, message: error.message, hint: error.hint, details: error.details };
  }
  const fault = systemFault(error);
  if (fault !== undefined) return fault;
  const hint = "This is a fault in Longhand; please report it with its stack.";
  const details = error instanceof Error ? { stack: error.stack } : undefined;
  return { code: "internal-error", message: messageOf(error), hint, details };
}

function errorText(
  error: unknown,
  { message, hint }: Pick<ErrorDescription, "message" | "hint">,
): string {
  const isKnown = error instanceof LonghandError || systemFault(error) !== undefined;
  const isFault = error instanceof Error && !isKnown;
  const lines = [`error: ${message}`, isFault ? error.stack : undefined, hint];
  return `${terminalSafe(lines.filter((line) => line !== undefined).join("\n"))}\n`;
}

function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    // A reader that closed the pipe early, such as `head`, is no fault of the command.
    process.stdout.write(`${text}\n`, () => resolve());
  });
}
