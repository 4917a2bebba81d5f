import { metricTable, scoreFile } from "../../pipeline/index.ts";
import type { Split } from "../../records/index.ts";
import type { CommandDefinition } from "../command.ts";
import { argument, oneOf, textOption, wholeNumber } from "../options.ts";

const SPLITS: readonly (Split | "val")[] = ["train", "validation", "val", "test"];

/** `longhand score`: texts that were made elsewhere. */
export const scoreCommand: CommandDefinition = {
  usage: "score <file>",
  summary: "score finished texts: JSON Lines or CSV of id, prediction, reference",
  options: [
    [
      "--metrics <list>",
      "metric ids, comma-separated (default: rouge-1,rouge-2,rouge-l,rouge-lsum)",
    ],
    ["--stemmer", "compare stems (ROUGE)"],
    ["--tokens <rule>", "ROUGE tokens: ascii-alnum or unicode-words (default: ascii-alnum)"],
    ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
    ["--dataset <path>", "dataset with the references, for lines of exampleId and text"],
    ["--split <name>", "part of the dataset: train, validation or test"],
    ["--per-item <file>", "write one JSON line per text here"],
    ["--seed <n>", "seed of intervals and of the paper's bootstrap (default: 42)"],
  ],
  examples: [
    "longhand score outputs.jsonl",
    "longhand score outputs.csv --metrics rouge-l --stemmer --json",
    "longhand score mine.jsonl --dataset data/abstract_generation_user --split val --per-item items.jsonl",
  ],
  run: async (input) => {
    const metrics = (textOption(input, "metrics") ?? "rouge-1,rouge-2,rouge-l,rouge-lsum")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    const split = oneOf(input, "split", SPLITS);
    const seed = wholeNumber(input, "seed", 0);
    const tokens = oneOf(input, "tokens", ["ascii-alnum", "unicode-words"] as const);
    const profile = oneOf(input, "profile", ["longhand", "longlamp-paper"] as const);
    const dataset = textOption(input, "dataset");
    const perItem = textOption(input, "perItem");
    const scores = await scoreFile(
      {
        file: argument(input, 0),
        metrics,
        stemmer: input.options["stemmer"] === true,
        ...(split === undefined ? {} : { split: split === "val" ? "validation" : split }),
        ...(seed === undefined ? {} : { seed }),
        ...(tokens === undefined ? {} : { tokens }),
        ...(profile === undefined ? {} : { profile }),
        ...(dataset === undefined ? {} : { dataset }),
        ...(perItem === undefined ? {} : { perItem }),
      },
      input.context,
    );
    return { json: scores, text: metricTable(scores) };
  },
};
