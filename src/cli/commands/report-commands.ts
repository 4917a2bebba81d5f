import type { Command } from "commander";
import {
  exportRun,
  RUN_FORMATS,
  reportTables,
  resumeRun,
  TABLE_FORMATS,
  type TablesOptions,
} from "../../pipeline/index.ts";
import { terminalSafe } from "../../text/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { argument, oneOf, textOption, usage } from "../options.ts";
import { runOutcome } from "../run-outcome.ts";

/** `longhand report RUN` is short for `report build RUN`; with several runs or `--table` it prints tables. */
const report: CommandDefinition = {
  usage: "report [sources...]",
  summary: "write a run's report; print tables as the paper has them; export",
  options: [
    [
      "--table <name>",
      "1 (from datasets), 2, 3, 4, 7 to 20, fig2 or all: tables of one or more runs",
    ],
    ["--format <name>", `${TABLE_FORMATS.join(", ")} (default: markdown; with --out all of them)`],
    ["--out <folder>", "write the tables there"],
    [
      "--select-by <metric>",
      "metric whose best validation mean decides what is tuned (default: rouge-1)",
    ],
    ["--metric <names>", "metrics to print, with commas between (default: the paper's three)"],
    ["--counts", "print how many texts were planned, scored and failed"],
  ],
  examples: [
    "longhand report sotu-grid-01k3",
    "longhand report validation-01k3 test-01k3 --table 2",
    "longhand report validation-01k3 test-01k3 --table all --out tables",
    "longhand report data/abstract-user data/topic-user --table 1 --format latex",
  ],
  run: async (input) => {
    const options = tablesOptions(input);
    const { sources } = options;
    if (sources.length === 0) throw usage("Name a run, or datasets for Table 1.");
    const table = textOption(input, "table");
    if (table === undefined && sources.length === 1 && options.format === undefined) {
      return buildOf(input, sources[0] ?? "");
    }
    const { tables, text, files } = await reportTables(options, input.context);
    return { json: { tables, files }, text: text.trimEnd() };
  },
};

function tablesOptions(input: CommandInput): TablesOptions {
  const [sources] = input.args as readonly (readonly string[])[];
  const table = textOption(input, "table");
  const selectBy = textOption(input, "selectBy");
  const metrics = textOption(input, "metric")?.split(",");
  const format = oneOf(input, "format", TABLE_FORMATS);
  const out = textOption(input, "out");
  return {
    sources: sources ?? [],
    counts: input.options["counts"] === true,
    ...(table === undefined ? {} : { table }),
    ...(selectBy === undefined ? {} : { selectBy }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(format === undefined ? {} : { format }),
    ...(out === undefined ? {} : { out }),
  };
}

async function buildOf(input: CommandInput, run: string): ReturnType<CommandDefinition["run"]> {
  return runOutcome(await resumeRun(run, { generate: false }, input.context), input.environment);
}

const build: CommandDefinition = {
  usage: "build <run>",
  summary: "score a run's texts again and write its report anew",
  examples: ["longhand report build sotu-grid-01k3"],
  run: (input) => buildOf(input, argument(input, 0)),
};

const exportTable: CommandDefinition = {
  usage: "export <run>",
  summary: "a run for other programs: cells, every single score, texts",
  options: [
    ["--format <name>", `${RUN_FORMATS.join(", ")} (default: csv)`],
    ["--items", "csv or jsonl with a row per text and metric instead of one per cell"],
    ["--texts", "with --items: the texts, too"],
    ["--out <path>", "write it here; for huggingface a folder"],
  ],
  examples: [
    "longhand report export sotu-grid-01k3 --format latex --out table.tex",
    "longhand report export sotu-grid-01k3 --items --out scores.csv",
    "longhand report export sotu-grid-01k3 --format huggingface --out texts-of-sotu",
  ],
  run: async (input) => {
    const format = oneOf(input, "format", RUN_FORMATS) ?? "csv";
    const out = textOption(input, "out");
    const options = {
      format,
      items: input.options["items"] === true,
      texts: input.options["texts"] === true,
      ...(out === undefined ? {} : { out }),
    };
    const { text, files } = await exportRun(argument(input, 0), options, input.context);
    return {
      json: { format, out, text, files },
      text: text === undefined ? written(files) : shown(text),
    };
  },
};

function written(files: readonly string[]): string {
  return files.map((file) => `Written: ${file}`).join("\n");
}

/** Programs get the export as it is; a terminal must not obey what people and models wrote. */
function shown(text: string): string {
  return process.stdout.isTTY ? terminalSafe(text.replaceAll("\r\n", "\n")) : text.trimEnd();
}

/**
 * Adds `longhand report` with its verbs.
 *
 * @param program - The program.
 */
export function addReportCommands(program: Command): void {
  const group = addCommand(program, report).enablePositionalOptions();
  for (const command of [build, exportTable]) addCommand(group, command);
}
