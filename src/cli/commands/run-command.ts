import { LonghandError } from "../../foundation/index.ts";
import {
  type FinishedRun,
  findComparison,
  isComparisonFile,
  type PlacedComparison,
  placeComparison,
  previewRun,
  type RunOptions,
  readComparisonFile,
  readExperiment,
  resumeRun,
  startRun,
} from "../../pipeline/index.ts";
import type { CommandDefinition, CommandInput, CommandOutcome } from "../command.ts";
import { oneOf, textOption, usage, wholeNumber } from "../options.ts";
import { runOutcome } from "../run-outcome.ts";
import { comparisonOutcome } from "./writing-compare-command.ts";

/** What the reply cache may do. */
export const CACHE_MODES = ["readwrite", "read", "write", "off"] as const;

/** `longhand run`: every stage of an experiment file. */
export const runCommand: CommandDefinition = {
  usage: "run [experiment]",
  summary: "carry out an experiment file: retrieve, generate, score, report",
  options: [
    ["--resume <run>", "go on with a run that was stopped (its name or folder)"],
    ["--limit <n>", "take n examples only, drawn by seed; the run is marked partial"],
    ["--dry-run", "print cells, calls, tokens and tests; write nothing"],
    ["--cache <mode>", `reply cache: ${CACHE_MODES.join(", ")} (default: readwrite)`],
  ],
  examples: [
    "longhand run examples/fake-run.yaml",
    "longhand run examples/sotu-grid.yaml --dry-run",
    "longhand run examples/sotu-grid.yaml --limit 8 --json",
    "longhand run --resume sotu-grid-01k3",
  ],
  run: async (input) => {
    const file = input.args[0] === undefined ? undefined : String(input.args[0]);
    const resumed = textOption(input, "resume");
    if (resumed !== undefined) {
      const comparison = await findComparison(resumed, input.context);
      if (comparison !== undefined) return await compare(comparison, input);
    }
    if (resumed !== undefined) return outcomeOf(await resume(resumed, file, input), input);
    if (file === undefined) throw usage("Name an experiment file, or a run with --resume.");
    if (await isComparisonFile(file)) return await startComparison(file, input);
    const { experiment, warnings } = await readExperiment(file);
    for (const text of warnings) input.context.onProgress({ kind: "warning", text });
    if (input.options["dryRun"] === true) {
      const preview = await previewRun(experiment, runOptions(input), input.context);
      return { json: preview.json, text: preview.text };
    }
    return outcomeOf(await startRun(experiment, runOptions(input), input.context), input);
  },
};

/** A file whose grid has an axis `writer`: `longhand writing compare` in a folder among the runs. */
async function startComparison(path: string, input: CommandInput): Promise<CommandOutcome> {
  const file = await readComparisonFile(path);
  if (input.options["dryRun"] === true) return await compare({ file, folder: "" }, input);
  return await compare(await placeComparison(file, input.context), input);
}

async function compare(
  { file, folder }: PlacedComparison,
  input: CommandInput,
): Promise<CommandOutcome> {
  const unknown = ["limit", "cache"].find((name) => input.options[name] !== undefined);
  if (unknown === undefined) return await comparisonOutcome(file, folder, input);
  throw usage(`--${unknown} says nothing to a comparison of ways of writing.`);
}

function runOptions(input: CommandInput): RunOptions {
  const maxExamples = wholeNumber(input, "limit", 1);
  const cacheMode = oneOf(input, "cache", CACHE_MODES);
  return {
    ...(maxExamples === undefined ? {} : { maxExamples }),
    ...(cacheMode === undefined ? {} : { cacheMode }),
  };
}

function resume(
  run: string,
  experimentFile: string | undefined,
  input: CommandInput,
): Promise<FinishedRun> {
  if (input.options["limit"] !== undefined || input.options["dryRun"] === true) {
    throw new LonghandError("--resume takes neither --limit nor --dry-run: the run is frozen.", {
      code: "usage",
      hint: "Leave them out, or start a new run.",
    });
  }
  const { cacheMode } = runOptions(input);
  return resumeRun(
    run,
    {
      ...(experimentFile === undefined ? {} : { experimentFile }),
      ...(cacheMode === undefined ? {} : { cacheMode }),
    },
    input.context,
  );
}

function outcomeOf(run: FinishedRun, input: CommandInput): CommandOutcome {
  return runOutcome(run, input.environment);
}
