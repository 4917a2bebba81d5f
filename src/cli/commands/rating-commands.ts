import type { Command } from "commander";
import {
  ratingAgreementOf,
  ratingAnalysisOf,
  ratingPlanOf,
  ratingSimulationOf,
} from "../../pipeline/doors/rating.ts";
import { terminalSafe } from "../../text/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { argument, textOption, usage, wholeNumber } from "../options.ts";

const plan: CommandDefinition = {
  usage: "plan <study>",
  summary: "check a study file: who reads what, what it can show, what it costs, traces of writers",
  options: [["--accept-low-power", "exit with 0 although the study is too small to show anything"]],
  examples: [
    "longhand rating plan examples/rating-study.yaml",
    "longhand rating plan STUDY.yaml --json",
  ],
  run: async (input) => {
    const { report, text } = await ratingPlanOf(argument(input, 0));
    const isTooSmall = !report.plan.power.possible && input.options["acceptLowPower"] !== true;
    return {
      json: report,
      text: terminalSafe(
        isTooSmall ? `${text}\nAdd --accept-low-power to go on all the same.` : text,
      ),
      exitCode: report.ready ? Number(isTooSmall) * 100 : 1,
    };
  },
};

const agreement: CommandDefinition = {
  usage: "agreement <file>",
  summary: "how far the raters of an export agree, dimension by dimension",
  options: [["--seed <n>", "seed of the intervals (default: 1)"]],
  examples: ["longhand rating agreement ratings.jsonl"],
  run: async (input) => {
    const seed = wholeNumber(input, "seed", 0) ?? 1;
    const { report, text } = await ratingAgreementOf(argument(input, 0), seed);
    return { json: report, text: terminalSafe(text) };
  },
};

const analyse: CommandDefinition = {
  usage: "analyse <folder>",
  summary: "results of a study from STUDY.yaml, ratings.jsonl, key.jsonl and scores.jsonl",
  examples: ["longhand rating analyse my-study", "longhand rating analyse my-study --json"],
  run: async (input) => {
    const { report, text } = await ratingAnalysisOf(argument(input, 0));
    return { json: report, text: terminalSafe(text) };
  },
};

const simulate: CommandDefinition = {
  usage: "simulate",
  summary: "how often a study of some size claims a difference, true or not",
  options: [
    ["--systems <n>", "systems (default: 4)"],
    ["--prompts <n>", "prompts (default: 10)"],
    ["--raters <n>", "raters of each text (default: 5)"],
    [
      "--advantage <marks>",
      "how much better one system is, in marks (default: 0, no true difference)",
    ],
    ["--studies <n>", "studies to simulate (default: 200)"],
    ["--seed <n>", "seed (default: 1)"],
  ],
  examples: [
    "longhand rating simulate",
    "longhand rating simulate --systems 4 --prompts 12 --advantage 0.5",
  ],
  run: async (input) => {
    const { report, text } = ratingSimulationOf({
      systems: wholeNumber(input, "systems", 2) ?? 4,
      prompts: wholeNumber(input, "prompts", 1) ?? 10,
      ratersPerText: wholeNumber(input, "raters", 1) ?? 5,
      studies: wholeNumber(input, "studies", 1) ?? 200,
      seed: wholeNumber(input, "seed", 0) ?? 1,
      advantage: advantageOf(input),
    });
    return { json: report, text };
  },
};

function advantageOf(input: CommandInput): number {
  const given = textOption(input, "advantage") ?? "0";
  const marks = Number(given);
  if (given.trim() !== "" && marks >= 0 && marks <= 4) return marks;
  throw usage(`--advantage must be a number of marks from 0 to 4, got ${given}.`);
}

/**
 * Adds `longhand rating` and its verbs.
 *
 * @param program - The program.
 */
export function addRatingCommands(program: Command): void {
  const group = program.command("rating").summary("studies in which people rate texts, blind");
  for (const definition of [plan, agreement, analyse, simulate]) addCommand(group, definition);
}
