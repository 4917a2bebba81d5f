import { bibleLines, writingFacts } from "../../pipeline/index.ts";
import type { CommandDefinition } from "../command.ts";
import { argument } from "../options.ts";

/** `longhand writing facts`: what holds in a document. */
export const writingFactsCommand: CommandDefinition = {
  usage: "facts <run>",
  summary: "the facts of a run: those of its brief and those that its texts say, with their words",
  examples: [
    "longhand writing facts write-story-01k3",
    "longhand writing facts write-story-01k3 --json",
  ],
  run: async (input) => {
    const bible = await writingFacts(argument(input, 0), input.context);
    return { json: bible, text: bibleLines(bible).join("\n") };
  },
};
