import { compareScores, comparisonTable } from "../../pipeline/index.ts";
import type { CommandDefinition } from "../command.ts";
import { argument, textOption, wholeNumber } from "../options.ts";

/** `longhand compare`: are two systems' scores apart? */
export const compareCommand: CommandDefinition = {
  usage: "compare <first> [second]",
  summary: "compare two files of scores, two runs, or the cells of one run",
  options: [
    [
      "--baseline <name>",
      "what the other is compared with: one of the two, or a cell of the one run (default: the first)",
    ],
    ["--metric <list>", "metric ids, comma-separated (default: all that both have)"],
    ["--seed <n>", "seed of the draws (default: that of the run, or 12345)"],
  ],
  examples: [
    "longhand compare before.jsonl after.jsonl",
    "longhand compare sotu-grid-01k3 --metric rouge-l",
    "longhand compare sotu-grid-01k3 --baseline bm25-k1--plain--fake",
    "longhand compare old-run new-run --json",
    "longhand compare 'my-run#none--plain--fake' 'my-run#bm25-k1--plain--fake'",
  ],
  run: async (input) => {
    const second = input.args[1] === undefined ? undefined : argument(input, 1);
    const baseline = textOption(input, "baseline");
    const seed = wholeNumber(input, "seed", 0);
    const metrics = textOption(input, "metric")
      ?.split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    const compared = await compareScores(
      {
        first: argument(input, 0),
        ...(second === undefined ? {} : { second }),
        ...(baseline === undefined ? {} : { baseline }),
        ...(seed === undefined ? {} : { seed }),
        ...(metrics === undefined ? {} : { metrics }),
      },
      input.context,
    );
    return { json: compared, text: comparisonTable(compared) };
  },
};
