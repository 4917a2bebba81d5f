import type { Command } from "commander";
import {
  CHALLENGE_REPORT_FORMATS,
  type ChallengeReportFormat,
  checkSubmissionFile,
  checkTarget,
  createChallenge,
  readChallenge,
  reportChallenge,
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

const report: CommandDefinition = {
  usage: "report <archive>",
  summary: "write the final report of a challenge from its archive, and nothing but the archive",
  options: [
    ["--format <names>", `${CHALLENGE_REPORT_FORMATS.join(", ")}, with commas (default: all)`],
    ["--out <folder>", "where to (default: the folder you are in)"],
  ],
  examples: [
    "longhand leaderboard report archive.json --out report",
    "longhand leaderboard report archive.json --format html,latex --out report --json",
  ],
  run: async (input) => {
    const formats = reportFormats(textOption(input, "format"));
    return reportChallenge(argument(input, 0), {
      out: textOption(input, "out") ?? ".",
      ...(formats === undefined ? {} : { formats }),
    });
  },
};

function reportFormats(given: string | undefined): ChallengeReportFormat[] | undefined {
  return given?.split(",").map((name) => {
    const format = CHALLENGE_REPORT_FORMATS.find((each) => each === name.trim());
    if (format !== undefined) return format;
    throw usage(`--format must be of ${CHALLENGE_REPORT_FORMATS.join(", ")}, got "${name}".`);
  });
}

/**
 * Adds `longhand leaderboard` with its verbs.
 *
 * @param program - The program.
 */
export function addLeaderboardCommands(program: Command): void {
  const group = program
    .command("leaderboard")
    .description("shared tasks: check a challenge file, check and hand in submissions, report");
  for (const command of [create, check, submitCommand, submissionsCommand, report]) {
    addCommand(group, command);
  }
}
