import type { Command } from "commander";
import {
  checkSubmissionFile,
  checkTarget,
  createChallenge,
  fetchArchive,
  readChallenge,
  reportChallenge,
} from "../../pipeline/doors/leaderboard.ts";
import { CHALLENGE_REPORT_DOWNLOADS, type ChallengeReportDownload } from "../../records/index.ts";
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
  summary: "write the final report of a challenge, from its archive or as its server publishes it",
  options: [
    [
      "--format <names>",
      `${CHALLENGE_REPORT_DOWNLOADS.join(", ")}, with commas (default: all but pdf, which needs optional packages)`,
    ],
    ["--out <folder>", "where to (default: the folder you are in)"],
    ["--preview", "with an address: the preliminary report, which organisers may see"],
  ],
  examples: [
    "longhand leaderboard report archive.json --out report",
    "longhand leaderboard report archive.json --format html,pdf --out report --json",
    "longhand leaderboard report https://rate.example.org/challenges/tales --format pdf",
  ],
  run: async (input) => {
    const formats = reportFormats(textOption(input, "format"));
    const options = {
      out: textOption(input, "out") ?? ".",
      preview: input.options["preview"] === true,
      ...(formats === undefined ? {} : { formats }),
    };
    return await reportChallenge(argument(input, 0), options, input.context);
  },
};

function reportFormats(given: string | undefined): ChallengeReportDownload[] | undefined {
  return given?.split(",").map((name) => {
    const wanted = name.trim() === "latex" ? "tex" : name.trim();
    const format = CHALLENGE_REPORT_DOWNLOADS.find((each) => each === wanted);
    if (format !== undefined) return format;
    throw usage(`--format must be of ${CHALLENGE_REPORT_DOWNLOADS.join(", ")}, got "${name}".`);
  });
}

const archive: CommandDefinition = {
  usage: "archive",
  summary: "fetch everything that the report of a challenge is made from, and check it",
  options: [
    ["--challenge <url>", "address of the challenge, as the browser shows it"],
    ["--out <file>", "where to (default: archive.json)"],
  ],
  examples: [
    "longhand leaderboard archive --challenge https://rate.example.org/challenges/tales",
    "longhand leaderboard archive --challenge https://rate.example.org/challenges/tales --out tales.json --json",
  ],
  run: async (input) => {
    const url = textOption(input, "challenge");
    if (url === undefined) throw usage("--challenge must be the address of the challenge.");
    const out = textOption(input, "out") ?? "archive.json";
    return await fetchArchive({ url, out }, input.context);
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
    .description(
      "shared tasks: check a challenge file, check and hand in submissions, archive, report",
    );
  for (const command of [create, check, submitCommand, submissionsCommand, archive, report]) {
    addCommand(group, command);
  }
}
