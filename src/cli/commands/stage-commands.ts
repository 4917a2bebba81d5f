import type { Command } from "commander";
import {
  type InspectOptions,
  inspectRetrieval,
  listMetrics,
  renderExamplePrompt,
} from "../../pipeline/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { argument, oneOf, textOption, wholeNumber } from "../options.ts";
import { scoreCommand } from "./score-command.ts";

const EXAMPLE_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  ["--example <id>", "id of the example (default: the first one)"],
  ["--split <name>", "part of the dataset: train, validation or test (default: test)"],
  ["--retriever <name>", "retriever (default: bm25)"],
  ["--k <n>", "passages (default: 4)"],
  ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
  ["--family <name>", "template family: gpt or llama (default: gpt)"],
];

function inspectOptions(input: CommandInput): InspectOptions {
  const exampleId = textOption(input, "example");
  const split = textOption(input, "split");
  const retriever = textOption(input, "retriever");
  const k = wholeNumber(input, "k", 0);
  const profile = oneOf(input, "profile", ["longhand", "longlamp-paper"] as const);
  const family = oneOf(input, "family", ["gpt", "llama"] as const);
  return {
    dataset: argument(input, 0),
    ...(exampleId === undefined ? {} : { exampleId }),
    ...(split === undefined ? {} : { split }),
    ...(retriever === undefined ? {} : { retriever }),
    ...(k === undefined ? {} : { k }),
    ...(profile === undefined ? {} : { profile }),
    ...(family === undefined ? {} : { family }),
  };
}

const inspect: CommandDefinition = {
  usage: "inspect <dataset>",
  summary: "what a retriever finds for one example, with relevances",
  options: EXAMPLE_OPTIONS,
  examples: [
    "longhand retrieval inspect sotu-passage",
    "longhand retrieval inspect data/passage-user --retriever recency --k 2 --json",
  ],
  run: (input) => inspectRetrieval(inspectOptions(input), input.context),
};

const render: CommandDefinition = {
  usage: "render <dataset>",
  summary: "the exact prompt of one example; no model is needed",
  options: EXAMPLE_OPTIONS,
  examples: [
    "longhand prompt render sotu-passage --k 1",
    "longhand prompt render data/passage-user --family llama",
  ],
  run: (input) => renderExamplePrompt(inspectOptions(input), input.context),
};

const metrics: CommandDefinition = {
  usage: "list",
  summary: "every metric with its range and signature",
  options: [["--profile <name>", "longhand or longlamp-paper (default: longhand)"]],
  examples: ["longhand scoring list --json"],
  run: async (input) => {
    const profile = oneOf(input, "profile", ["longhand", "longlamp-paper"] as const);
    return listMetrics(profile === undefined ? {} : { profile });
  },
};

/**
 * Adds the stages that have one or two verbs: retrieval, prompt, scoring.
 *
 * @param program - The program.
 */
export function addStageCommands(program: Command): void {
  addCommand(program.command("retrieval").description("look at what retrievers find"), inspect);
  addCommand(program.command("prompt").description("look at prompts"), render);
  const scoring = program.command("scoring").description("metrics, and scores of finished texts");
  addCommand(scoring, { ...scoreCommand, usage: "run <file>" });
  addCommand(scoring, metrics);
}
