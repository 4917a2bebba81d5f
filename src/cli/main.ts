#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";
import { Command, CommanderError } from "commander";
import { LONGHAND_VERSION } from "../pipeline/doors/context.ts";
import { reportError } from "./command.ts";
import { usage } from "./options.ts";
import { addVerbs } from "./verbs.ts";

const NO_VERB = "A verb is needed; the same command with --help lists them.";

// Most of what a run allocates is short-lived: without a bound on its growth the heap becomes three
// times as large as what is in use. Measured: 490 MB against 300 MB for 100,000 examples.
setFlagsFromString("--heap-growing-percent=40");

// A reader that closed the pipe early, such as `head`, is no fault of the command.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  const program = buildProgram();
  await addVerbs(program, process.argv.slice(2));
  await program.parseAsync();
} catch (error) {
  process.exitCode = await endOf(error);
}

function buildProgram(): Command {
  return new Command("longhand")
    .description(
      "Writes long documents in a person's own voice, and proves by measurement how good they are.",
    )
    .version(LONGHAND_VERSION)
    .exitOverride()
    .configureOutput({
      // Faults in the use are told like all errors, see below.
      outputError: () => undefined,
    })
    .showSuggestionAfterError()
    .addHelpText(
      "after",
      `
Exit codes: 0 done, 1 error, 2 usage or configuration, 3 finished with failed examples,
100 a threshold was missed, 130 interrupted (can be resumed).

Examples:
  longhand quickstart
  longhand run examples/fake-run.yaml --json
  longhand write examples/thanks-brief.yaml`,
    );
}

async function endOf(error: unknown): Promise<number> {
  const json = process.argv.includes("--json");
  if (!(error instanceof CommanderError)) return reportError(error, json);
  // Help and version that were asked for come as errors, too.
  if (error.exitCode === 0) return 0;
  if (error.code === "commander.help") return json ? reportError(usage(NO_VERB), json) : 2;
  return reportError(usage(error.message.replace(/^error: /, "")), json);
}
