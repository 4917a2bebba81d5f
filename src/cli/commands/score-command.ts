import {
  metricTable,
  readPunkt,
  type ScoreFileOptions,
  scoreFile,
} from "../../pipeline/doors/scores.ts";
import type { Split } from "../../records/index.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { argument, oneOf, textOption, wholeNumber } from "../options.ts";

const SPLITS: readonly (Split | "val")[] = ["train", "validation", "val", "test"];

/** `longhand score`: texts that were made elsewhere. */
export const scoreCommand: CommandDefinition = {
  usage: "score <file>",
  summary: "score finished texts: JSON Lines, a JSON array or CSV of id, prediction, reference",
  options: [
    [
      "--metrics <list>",
      "metric ids, comma-separated (default: rouge-1,rouge-2,rouge-l,rouge-lsum)",
    ],
    ["--stemmer", "compare stems (ROUGE)"],
    ["--tokens <rule>", "ROUGE tokens: ascii-alnum or unicode-words (default: ascii-alnum)"],
    ["--sentences <rule>", "sentences of rouge-lsum: newline or punkt (default: newline)"],
    ["--nltk <version>", "whose rules cut METEOR's words: 3.10.3 or 3.9.1 (default: 3.10.3)"],
    [
      "--punkt <folder>",
      "tables of the sentence splitter, or nltk for those that NLTK finds (default: none)",
    ],
    ["--profile <name>", "longhand or longlamp-paper (default: longhand)"],
    ["--dataset <path>", "dataset with the references, for lines of exampleId and text"],
    ["--split <name>", "part of the dataset: train, validation or test"],
    [
      "--per-item <file>",
      "write one JSON line per text here; killed, the same command goes on from <file>.partial",
    ],
    ["--seed <n>", "seed of intervals and of the paper's bootstrap (default: 42)"],
    ["--workers <n>", "threads, which change no number (default: one per core)"],
  ],
  examples: [
    "longhand score outputs.jsonl",
    "longhand score outputs.csv --metrics rouge-l --stemmer --json",
    "longhand score outputs.jsonl --metrics rouge-l,meteor,bleu,chrf --per-item items.jsonl",
    "longhand score mine.jsonl --dataset data/abstract_generation_user --split val --per-item items.jsonl",
  ],
  run: async (input) => {
    const scores = await scoreFile(await scoreOptions(input), input.context);
    return { json: scores, text: metricTable(scores) };
  },
};

async function scoreOptions(input: CommandInput): Promise<ScoreFileOptions> {
  const split = oneOf(input, "split", SPLITS);
  const punkt = textOption(input, "punkt");
  return {
    file: argument(input, 0),
    metrics: (textOption(input, "metrics") ?? "rouge-1,rouge-2,rouge-l,rouge-lsum")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    stemmer: input.options["stemmer"] === true,
    ...given("split", split === "val" ? "validation" : split),
    ...given("seed", wholeNumber(input, "seed", 0)),
    ...given("workers", wholeNumber(input, "workers", 1)),
    ...given("tokens", oneOf(input, "tokens", ["ascii-alnum", "unicode-words"] as const)),
    ...given("sentences", oneOf(input, "sentences", ["newline", "punkt"] as const)),
    ...given("nltk", oneOf(input, "nltk", ["3.10.3", "3.9.1"] as const)),
    ...given("profile", oneOf(input, "profile", ["longhand", "longlamp-paper"] as const)),
    ...given("dataset", textOption(input, "dataset")),
    ...given("perItem", textOption(input, "perItem")),
    ...(punkt === undefined ? {} : { punkt: await readPunkt(punkt, input.environment.variables) }),
  };
}

/** An option that may be left out, but never be `undefined`. */
function given<K extends string, V>(name: K, value: V | undefined): { readonly [key in K]?: V } {
  const options: { [key in K]?: V } = {};
  if (value !== undefined) options[name] = value;
  return options;
}
