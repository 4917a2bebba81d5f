import type { Command } from "commander";
import {
  inspectRetrieval,
  inspectRunRetrieval,
  plantedRecall,
  type RetrievalOptions,
  retrieveDataset,
} from "../../pipeline/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { oneOf, textOption, usage, wholeNumber } from "../options.ts";
import { retrieverName } from "../retriever-option.ts";

const DATASET_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  ["--dataset <path>", "dataset folder, released file, or sotu-passage; the same as the argument"],
  ["--split <name>", "part of the dataset: train, validation or test (default: test)"],
  ["--setting <name>", "how the shipped dataset is split: user or temporal (default: user)"],
  ["--task <name>", "task of the dataset (default: what its files say)"],
  [
    "--retriever <name>",
    "none, bm25, dense[:MODEL], contriever[:PATH], recency, random-own, random-all, hybrid[:A+B], A+rerank:llm[:MODEL], A+rerank:onnx:PATH (default: bm25)",
  ],
  ["--depth <n>", "passages that a re-ranker judges (default: 20)"],
  ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
  ["--family <name>", "template family of the query: gpt or llama (default: gpt)"],
  ["--seed <n>", "seed of draws (default: 7)"],
];

function retrievalOptions(input: CommandInput): RetrievalOptions {
  const split = oneOf(input, "split", ["train", "validation", "val", "test"] as const);
  const options = {
    split: split === "val" ? "validation" : split,
    setting: oneOf(input, "setting", ["user", "temporal"] as const),
    task: textOption(input, "task"),
    retriever: retrieverName(input),
    depth: wholeNumber(input, "depth", 2),
    profile: oneOf(input, "profile", ["longhand", "longlamp-paper"] as const),
    family: oneOf(input, "family", ["gpt", "llama"] as const),
    seed: wholeNumber(input, "seed", 0),
  };
  return { dataset: datasetOf(input), ...given(options) };
}

/** Options that were not given are left out: their defaults stand elsewhere. */
function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function datasetOf(input: CommandInput): string {
  const [argument] = input.args;
  const option = textOption(input, "dataset");
  const named = typeof argument === "string" ? argument : undefined;
  if (named !== undefined && option !== undefined && named !== option) {
    throw usage(`Two datasets are named: ${named} and ${option}.`);
  }
  const dataset = named ?? option;
  if (dataset !== undefined) return dataset;
  throw usage("Name a dataset: a folder, a released file, or sotu-passage.");
}

const inspect: CommandDefinition = {
  usage: "inspect [dataset]",
  summary: "what a retriever finds for one example, and why",
  options: [
    ["--run <run>", "an example of a run, instead of a dataset"],
    ["--example <id>", "id of the example (default: the first one)"],
    ["--k <n>", "passages (default: 4, or the largest k of the run)"],
    ...DATASET_OPTIONS,
  ],
  examples: [
    "longhand retrieval inspect sotu-passage",
    "longhand retrieval inspect data/passage-user --retriever hybrid --k 2 --json",
    "longhand retrieval inspect --run sotu-grid-01k3 --example e17",
  ],
  run: (input) => {
    const exampleId = textOption(input, "example");
    const k = wholeNumber(input, "k", 0);
    const run = textOption(input, "run");
    if (run === undefined) {
      return inspectRetrieval(
        { ...retrievalOptions(input), ...given({ exampleId, k }) },
        input.context,
      );
    }
    const [dataset = textOption(input, "dataset")] = input.args;
    const options = {
      dataset: dataset?.toString(),
      exampleId,
      k,
      retriever: textOption(input, "retriever"),
    };
    return inspectRunRetrieval({ run, ...given(options) }, input.context);
  },
};

const retrieve: CommandDefinition = {
  usage: "run [dataset]",
  summary: "write what a retriever finds for every example, as JSON Lines",
  options: [
    ["--out <file>", "the file"],
    ["--k <n>", "passages (default: 4)"],
    ["--limit <n>", "most examples, drawn by seed over all users (default: all)"],
    ...DATASET_OPTIONS,
  ],
  examples: [
    "longhand retrieval run sotu-passage --retriever dense --k 4 --out passages.jsonl",
    "longhand retrieval run data/review-user --retriever bm25+rerank:llm --limit 50 --out passages.jsonl",
  ],
  run: (input) => {
    const out = textOption(input, "out");
    if (out === undefined) throw usage("Name the file: --out passages.jsonl");
    const options = { k: wholeNumber(input, "k", 0), maxExamples: wholeNumber(input, "limit", 1) };
    return retrieveDataset({ out, ...retrievalOptions(input), ...given(options) }, input.context);
  },
};

const recall: CommandDefinition = {
  usage: "recall [dataset]",
  summary: "how often a retriever finds a planted document: a check of the works",
  options: [
    ["--k <list>", "values of k, with commas (default: 1,2,4)"],
    ["--sample <n>", "examples, drawn by seed over all users (default: 200)"],
    [
      "--words <share>",
      "share of the target's words in the planted document, 0 to 1 (default: 0.5)",
    ],
    ...DATASET_OPTIONS,
  ],
  examples: [
    "longhand retrieval recall sotu-passage",
    "longhand retrieval recall --dataset data/review-user --retriever dense --k 1,2,4 --json",
  ],
  run: (input) => {
    const options = {
      ks: listOfK(input),
      sampleExamples: wholeNumber(input, "sample", 1),
      wordShare: shareOfWords(input),
    };
    return plantedRecall({ ...retrievalOptions(input), ...given(options) }, input.context);
  },
};

function listOfK(input: CommandInput): number[] | undefined {
  const text = textOption(input, "k");
  if (text === undefined) return undefined;
  return text.split(",").map((part) => {
    const value = Number(part);
    if (/^\s*\d+\s*$/.test(part) && value >= 1 && Number.isSafeInteger(value)) return value;
    throw usage(`--k must be whole numbers of 1 or more with commas, got ${text}.`);
  });
}

function shareOfWords(input: CommandInput): number | undefined {
  const text = textOption(input, "words");
  if (text === undefined) return undefined;
  const share = Number(text);
  if (text.trim() !== "" && share > 0 && share <= 1) return share;
  throw usage(`--words must be a share above 0 and at most 1, got ${text}.`);
}

/**
 * Adds `longhand retrieval` with its verbs.
 *
 * @param program - The program.
 */
export function addRetrievalCommands(program: Command): void {
  const retrieval = program.command("retrieval").description("look at what retrievers find");
  addCommand(retrieval, inspect);
  addCommand(retrieval, retrieve);
  addCommand(retrieval, recall);
}
