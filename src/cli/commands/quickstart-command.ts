import { oneExampleOf, quickstart } from "../../pipeline/index.ts";
import type { CommandDefinition } from "../command.ts";
import { oneOf, textOption, wholeNumber } from "../options.ts";
import { runOutcome } from "../run-outcome.ts";
import { CACHE_MODES } from "./run-command.ts";

/** `longhand quickstart`: the main job on the shipped example and a small local model. */
export const quickstartCommand: CommandDefinition = {
  usage: "quickstart",
  summary: "the main job, once: a small local model writes with and without a person's own texts",
  options: [
    ["--examples <n>", "texts per setting (default: 24)"],
    ["--model <spec>", "another model, for instance fake (default: the small local one)"],
    ["--cache <mode>", `reply cache: ${CACHE_MODES.join(", ")} (default: readwrite)`],
  ],
  examples: [
    "longhand quickstart",
    "longhand quickstart --examples 8 --json",
    "longhand quickstart --model fake",
  ],
  run: async (input) => {
    const examples = wholeNumber(input, "examples", 1);
    const model = textOption(input, "model");
    const cacheMode = oneOf(input, "cache", CACHE_MODES);
    const run = await quickstart(
      {
        ...(examples === undefined ? {} : { examples }),
        ...(model === undefined ? {} : { model }),
        ...(cacheMode === undefined ? {} : { cacheMode }),
      },
      input.context,
    );
    const outcome = runOutcome(run, input.environment);
    return { ...outcome, text: `${await oneExampleOf(run)}\n\n${outcome.text}` };
  },
};
