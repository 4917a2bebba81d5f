import type { InspectOptions } from "../../pipeline/index.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { argument, oneOf, textOption, wholeNumber } from "../options.ts";
import { retrieverName } from "../retriever-option.ts";

/** Options that say which example is meant, and under which setting. */
export const EXAMPLE_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  ["--example <id>", "id of the example (default: the first one)"],
  ["--split <name>", "part of the dataset: train, validation or test (default: test)"],
  ["--retriever <name>", "retriever (default: bm25)"],
  ["--k <n>", "passages (default: 4)"],
  ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
  ["--family <name>", "template family: gpt or llama (default: gpt)"],
];

/**
 * Reads {@link EXAMPLE_OPTIONS}.
 *
 * @param input - The command's input; its first argument is the dataset.
 * @returns The options.
 */
export function exampleOptions(input: CommandInput): InspectOptions {
  const exampleId = textOption(input, "example");
  const split = textOption(input, "split");
  const retriever = retrieverName(input);
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
