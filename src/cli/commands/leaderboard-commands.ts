import type { Command } from "commander";
import {
  checkSubmissionFile,
  checkTarget,
  createChallenge,
  readChallenge,
} from "../../pipeline/doors/leaderboard.ts";
import { addCommand, type CommandDefinition } from "../command.ts";
import { argument, textOption, usage } from "../options.ts";
import { choiceOf } from "./challenge-choice.ts";
import { submissionsCommand, submitCommand } from "./submit-commands.ts";

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
 * Adds `longhand leaderboard` with its verbs.
 *
 * @param program - The program.
 */
export function addLeaderboardCommands(program: Command): void {
  const group = program
    .command("leaderboard")
    .description("shared tasks: check a challenge file, check and hand in submissions");
  for (const command of [create, check, submitCommand, submissionsCommand]) {
    addCommand(group, command);
  }
}
