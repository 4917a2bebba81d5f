import type { Command } from "commander";
import { flagOf } from "../../foundation/index.ts";
import {
  buildDataset,
  checkDatasetAt,
  datasetHashOf,
  datasetStatsOf,
  EXPORT_FORMS,
  exportDataset,
  importDataset,
  listBuildOptions,
} from "../../pipeline/doors/datasets.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { argument, oneOf, textOption, usage, wholeNumber } from "../options.ts";

const SPLITS = ["train", "validation", "val", "test"] as const;

const TASK_OPTIONS = listBuildOptions();

const build: CommandDefinition = {
  usage: "build",
  summary: "build a dataset from a corpus",
  options: [
    [
      "--task <name>",
      "email, abstract, review, topic, passage, or a file with a task of your own (default: passage)",
    ],
    [
      "--corpus <name>",
      "a corpus folder, a corpus in JSON Lines, or sotu for the shipped one (default: sotu)",
    ],
    [
      "--setting <name>",
      "user (unseen people), temporal (people's newest texts), or user,temporal for both from one reading (default: user)",
    ],
    ["--seed <n>", "seed of every draw (default: 7)"],
    ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
    ["--memory-mb <n>", "memory for tables; what does not fit goes to disk (default: 1500)"],
    [
      "--out <folder>",
      "where to; of two settings <folder>-<setting> (default: data/<task>-<setting>)",
    ],
    ["--format <name>", "folder, or hf for the layout of the Hugging Face hub (default: folder)"],
    ["--replace", "replace a dataset that is there"],
    ...TASK_OPTIONS.map(
      ({ name, placeholder, text }) => [`${flagOf(name)} ${placeholder}`, text] as const,
    ),
  ],
  examples: [
    "longhand dataset build --task passage",
    "longhand dataset build --task passage --corpus mine.jsonl --setting temporal --out data/mine --json",
    "longhand dataset build --task review --corpus corpora/amazon --min-reviews-per-user 20",
    "longhand dataset build --task review --setting user,temporal --corpus corpora/amazon",
  ],
  run: async (input) => {
    const corpus = textOption(input, "corpus");
    const out = textOption(input, "out");
    const format = oneOf(input, "format", ["folder", "hf"] as const);
    const memoryMb = wholeNumber(input, "memoryMb", 100);
    return buildDataset(
      {
        task: textOption(input, "task") ?? "passage",
        setting: settingsOf(input),
        seed: wholeNumber(input, "seed", 0) ?? 7,
        profile: oneOf(input, "profile", ["longhand", "longlamp-paper"] as const) ?? "longhand",
        replace: input.options["replace"] === true,
        options: taskOptions(input),
        ...(corpus === undefined ? {} : { corpus }),
        ...(out === undefined ? {} : { out }),
        ...(format === undefined ? {} : { format }),
        ...(memoryMb === undefined ? {} : { memoryMb }),
      },
      input.context,
    );
  },
};

/** One setting, or both, parted by a comma. */
function settingsOf(input: CommandInput): (typeof SETTINGS)[number][] {
  const said = textOption(input, "setting")
    ?.split(",")
    .map((name) => name.trim()) ?? ["user"];
  const known = SETTINGS.filter((name) => said.includes(name));
  if (known.length === said.length) return known;
  throw usage(`--setting must be user, temporal or user,temporal, got ${said.join(",")}.`);
}

/** What was said for the options of tasks. */
function taskOptions(input: CommandInput): Record<string, string> {
  return Object.fromEntries(
    TASK_OPTIONS.flatMap(({ name }) => {
      const given = textOption(input, name);
      return given === undefined ? [] : [[name, given] as const];
    }),
  );
}

const PROFILES = ["longhand", "longlamp-paper"] as const;
const SETTINGS = ["user", "temporal"] as const;

const importReleased: CommandDefinition = {
  usage: "import <from>",
  summary:
    "make a dataset folder of released files (Parquet, JSON), or of sample ids and your mails",
  options: [
    ["--out <folder>", "where to (default: data/imported)"],
    ["--task <name>", "task (default: what the first row shows)"],
    ["--setting <name>", "user or temporal (default: what the path says)"],
    ["--split <name>", "which part a single file is (default: what its name says)"],
    ["--mails <corpus>", "your own mails: <from> then holds sample ids (train, dev, test .json)"],
    ["--profile <name>", "rules for sample ids: longhand or longlamp-paper (default: longhand)"],
    ["--allow-rejected <n>", "faulty rows that may be left out (default: 0)"],
    ["--replace", "replace a dataset that is there"],
  ],
  examples: [
    "longhand dataset import abstract_generation_user --out data/abstract-user",
    "longhand dataset import samples/ --mails mails.jsonl --out data/email-user",
  ],
  run: async (input) => {
    const task = textOption(input, "task");
    const setting = oneOf(input, "setting", SETTINGS);
    const split = splitOf(input);
    const mails = textOption(input, "mails");
    return importDataset({
      from: argument(input, 0),
      out: textOption(input, "out") ?? "data/imported",
      profile: oneOf(input, "profile", PROFILES) ?? "longhand",
      allowRejected: wholeNumber(input, "allowRejected", 0) ?? 0,
      replace: input.options["replace"] === true,
      ...(task === undefined ? {} : { task }),
      ...(setting === undefined ? {} : { setting }),
      ...(split === undefined ? {} : { split }),
      ...(mails === undefined ? {} : { mails }),
    });
  },
};

const exportTo: CommandDefinition = {
  usage: "export <dataset>",
  summary: "write a dataset for the Hugging Face hub, for fine-tuning, or as sample ids of mails",
  options: [
    ["--for <form>", "hf, fine-tuning or sample-ids (default: hf)"],
    ["--out <folder>", "where to (default: <dataset>-<form>)"],
    ["--retriever <name>", "fine-tuning: what is retrieved for each prompt (default: none)"],
    ["--k <n>", "fine-tuning: passages in each prompt (default: 0)"],
    ["--family <name>", "fine-tuning: template family, gpt or llama (default: gpt)"],
    ["--profile <name>", "fine-tuning: rules of queries and templates (default: longhand)"],
    ["--seed <n>", "fine-tuning: seed of random retrievers (default: 7)"],
    ["--escape-quotes", 'fine-tuning: write every " as \\", as the published code does'],
    ["--replace", "hf: replace a dataset that is there"],
  ],
  examples: [
    "longhand dataset export data/review-user --for hf --out hub/review",
    "longhand dataset export data/topic-user --for fine-tuning --retriever bm25 --k 2 --out pairs",
    "longhand dataset export data/email-user --for sample-ids --out samples",
  ],
  run: async (input) => {
    const path = argument(input, 0);
    const form = oneOf(input, "for", EXPORT_FORMS) ?? "hf";
    return exportDataset(
      {
        path,
        form,
        out: textOption(input, "out") ?? `${path.replace(/\/+$/, "")}-${form}`,
        retriever: textOption(input, "retriever") ?? "none",
        k: wholeNumber(input, "k", 0) ?? 0,
        family: oneOf(input, "family", ["gpt", "llama"] as const) ?? "gpt",
        profile: oneOf(input, "profile", PROFILES) ?? "longhand",
        seed: wholeNumber(input, "seed", 0) ?? 7,
        escapeQuotes: input.options["escapeQuotes"] === true,
        replace: input.options["replace"] === true,
      },
      input.context,
    );
  },
};

const check: CommandDefinition = {
  usage: "check <path>",
  summary: "list every fault of a dataset: anybody's, or one that Longhand built",
  options: [
    [
      "--split <name>",
      "which part a single file is: train, validation or test (default: its name's)",
    ],
    ["--task <name>", "task (default: what the first row shows)"],
  ],
  examples: [
    "longhand dataset check data/passage-user",
    "longhand dataset check abstract_generation_user/val.jsonl --split val",
  ],
  run: async (input) => {
    const split = splitOf(input);
    const task = textOption(input, "task");
    const checked = await checkDatasetAt(
      argument(input, 0),
      { ...(split === undefined ? {} : { split }), ...(task === undefined ? {} : { task }) },
      input.context,
    );
    return { json: checked.json, text: checked.text, exitCode: checked.problems > 0 ? 1 : 0 };
  },
};

const stats: CommandDefinition = {
  usage: "stats <path>",
  summary: "counts and lengths: the numbers of the paper's Table 1",
  options: [["--split <name>", "one part only: train, validation or test"]],
  examples: ["longhand dataset stats data/passage-user --json"],
  run: async (input) => datasetStatsOf(argument(input, 0), splitOf(input), input.context),
};

const hash: CommandDefinition = {
  usage: "hash <path>",
  summary:
    "the hash of a dataset's content: the same for any file order, byte-order mark and line ends",
  options: [["--split <name>", "one part only: train, validation or test"]],
  examples: ["longhand dataset hash data/passage-user --split test"],
  run: async (input) => datasetHashOf(argument(input, 0), splitOf(input), input.context),
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
  const group = program
    .command("dataset")
    .description("build, import, export, check and describe datasets");
  for (const command of [build, importReleased, exportTo, check, stats, hash])
    addCommand(group, command);
}
