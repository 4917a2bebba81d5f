import type { Command } from "commander";
import {
  buildDataset,
  checkDatasetAt,
  datasetHashOf,
  datasetStatsOf,
  flagOf,
  listBuildOptions,
} from "../../pipeline/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { argument, oneOf, textOption, wholeNumber } from "../options.ts";

const SPLITS = ["train", "validation", "val", "test"] as const;

const TASK_OPTIONS = listBuildOptions();

const build: CommandDefinition = {
  usage: "build",
  summary: "build a dataset from a corpus",
  options: [
    ["--task <name>", "email, abstract, review, topic or passage (default: passage)"],
    [
      "--corpus <name>",
      "a corpus folder, a corpus in JSON Lines, or sotu for the shipped one (default: sotu)",
    ],
    [
      "--setting <name>",
      "user (unseen people) or temporal (people's newest texts) (default: user)",
    ],
    ["--seed <n>", "seed of every draw (default: 7)"],
    ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
    ["--memory-mb <n>", "memory for tables; what does not fit goes to disk (default: 1500)"],
    ["--out <folder>", "where to (default: data/<task>-<setting>)"],
    ["--replace", "replace a dataset that is there"],
    ...TASK_OPTIONS.map(
      ({ name, placeholder, text }) => [`${flagOf(name)} ${placeholder}`, text] as const,
    ),
  ],
  examples: [
    "longhand dataset build --task passage",
    "longhand dataset build --task passage --corpus mine.jsonl --setting temporal --out data/mine --json",
    "longhand dataset build --task review --corpus corpora/amazon --min-reviews-per-user 20",
  ],
  run: async (input) => {
    const corpus = textOption(input, "corpus");
    const out = textOption(input, "out");
    const memoryMb = wholeNumber(input, "memoryMb", 100);
    return buildDataset(
      {
        task: textOption(input, "task") ?? "passage",
        setting: oneOf(input, "setting", ["user", "temporal"] as const) ?? "user",
        seed: wholeNumber(input, "seed", 0) ?? 7,
        profile: oneOf(input, "profile", ["longhand", "longlamp-paper"] as const) ?? "longhand",
        replace: input.options["replace"] === true,
        options: taskOptions(input),
        ...(corpus === undefined ? {} : { corpus }),
        ...(out === undefined ? {} : { out }),
        ...(memoryMb === undefined ? {} : { memoryMb }),
      },
      input.context,
    );
  },
};

/** What was said for the options of tasks. */
function taskOptions(input: CommandInput): Record<string, string> {
  return Object.fromEntries(
    TASK_OPTIONS.flatMap(({ name }) => {
      const given = textOption(input, name);
      return given === undefined ? [] : [[name, given] as const];
    }),
  );
}

const check: CommandDefinition = {
  usage: "check <path>",
  summary: "list every fault of a dataset: anybody's, or one that Longhand built",
  options: [["--split <name>", "one part only: train, validation or test"]],
  examples: [
    "longhand dataset check data/passage-user",
    "longhand dataset check abstract_generation_user/val.jsonl --split val",
  ],
  run: async (input) => {
    const checked = await checkDatasetAt(argument(input, 0), splitOf(input));
    return { json: checked.json, text: checked.text, exitCode: checked.problems > 0 ? 1 : 0 };
  },
};

const stats: CommandDefinition = {
  usage: "stats <path>",
  summary: "counts and lengths: the numbers of the paper's Table 1",
  options: [["--split <name>", "one part only: train, validation or test"]],
  examples: ["longhand dataset stats data/passage-user --json"],
  run: async (input) => datasetStatsOf(argument(input, 0), splitOf(input)),
};

const hash: CommandDefinition = {
  usage: "hash <path>",
  summary:
    "the hash of a dataset's content: the same for any file order, byte-order mark and line ends",
  options: [["--split <name>", "one part only: train, validation or test"]],
  examples: ["longhand dataset hash data/passage-user --split test"],
  run: async (input) => datasetHashOf(argument(input, 0), splitOf(input)),
};

function splitOf(
  input: Parameters<CommandDefinition["run"]>[0],
): "train" | "validation" | "test" | undefined {
  const split = oneOf(input, "split", SPLITS);
  return split === "val" ? "validation" : split;
}

/**
 * Adds `longhand dataset …`.
 *
 * @param program - The program.
 */
export function addDatasetCommands(program: Command): void {
  const group = program.command("dataset").description("build, check and describe datasets");
  for (const command of [build, check, stats, hash]) addCommand(group, command);
}
