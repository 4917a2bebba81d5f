import type { Command } from "commander";
import {
  checkSubmissionFile,
  checkTarget,
  createChallenge,
  readChallenge,
} from "../../pipeline/doors/leaderboard.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { argument, oneOf, textOption, usage } from "../options.ts";

const SETS = ["development", "test"] as const;

const create: CommandDefinition = {
  usage: "create <challenge>",
  summary: "check a challenge file, and say what it can prove and what rating it costs",
  options: [["--accept-low-power", "go on although no outcome could separate the systems"]],
  examples: [
    "longhand leaderboard create examples/challenge.yaml --accept-low-power",
    "longhand leaderboard create CHALLENGE.yaml --json",
  ],
  run: async (input) =>
    createChallenge(argument(input, 0), {
      acceptLowPower: input.options["acceptLowPower"] === true,
    }),
};

const check: CommandDefinition = {
  usage: "check <file>",
  summary: "check a submission as the server will: every fault of every line at once",
  options: [
    ["--challenge <file>", "the challenge file"],
    ["--track <name>", "which track (default: the only one)"],
    ["--set <name>", "development or test items (default: test)"],
  ],
  examples: [
    "longhand leaderboard check answers.jsonl --challenge examples/challenge.yaml",
    "longhand leaderboard check answers.zip --challenge CHALLENGE.yaml --set development --json",
  ],
  run: async (input) => {
    const challenge = textOption(input, "challenge");
    if (challenge === undefined) throw usage("--challenge must name the challenge file.");
    const target = checkTarget(await readChallenge(challenge), choiceOf(input));
    const { result, json, text } = await checkSubmissionFile(argument(input, 0), target);
    return { json, text, exitCode: result.accepted ? 0 : 1 };
  },
};

/**
 * Which part of a challenge a command is about.
 *
 * @param input - The command's options.
 * @returns Track and items, as far as they were named.
 */
export function choiceOf(input: CommandInput): {
  readonly track?: string;
  readonly set?: (typeof SETS)[number];
} {
  const track = textOption(input, "track");
  const set = oneOf(input, "set", SETS);
  return { ...(track === undefined ? {} : { track }), ...(set === undefined ? {} : { set }) };
}

/**
 * Adds `longhand leaderboard` with its verbs.
 *
 * @param program - The program.
 */
export function addLeaderboardCommands(program: Command): void {
  const group = program.command("leaderboard").description("shared tasks: create, check, submit");
  for (const command of [create, check]) addCommand(group, command);
}
