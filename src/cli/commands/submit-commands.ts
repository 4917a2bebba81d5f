import { listSubmissions, submitTo } from "../../pipeline/doors/leaderboard.ts";
import type { CommandDefinition, CommandInput } from "../command.ts";
import { argument, textOption, usage } from "../options.ts";
import { choiceOf } from "./challenge-choice.ts";

const CHALLENGE = [
  "--challenge <url>",
  "address of the challenge, as the browser shows it",
] as const;

/** `longhand submit`: checks a file, and sends it. */
export const submitCommand: CommandDefinition = {
  usage: "submit <file>",
  summary: "hand texts in to a challenge: checked here by the same rules, then sent",
  options: [
    CHALLENGE,
    ["--system <name>", "name of the system"],
    ["--track <name>", "which track (default: the only one)"],
    ["--set <name>", "development or test items (default: test)"],
    ["--meta <file>", "JSON with system and declaration of resources"],
    ["--wait", "wait until it is scored"],
  ],
  examples: [
    "longhand submit answers.jsonl --challenge https://rate.example.org/challenges/tales --system mine",
    "longhand submit answers.zip --challenge http://127.0.0.1:4321/challenges/tales --meta meta.json --wait",
  ],
  run: async (input) => {
    const system = textOption(input, "system");
    const metaFile = textOption(input, "meta");
    const options = {
      file: argument(input, 0),
      url: challengeOf(input),
      ...choiceOf(input),
      wait: input.options["wait"] === true,
      ...(system === undefined ? {} : { system }),
      ...(metaFile === undefined ? {} : { metaFile }),
    };
    return await submitTo(options, input.context);
  },
};

/** `longhand submissions`: what one's team has handed in. */
export const submissionsCommand: CommandDefinition = {
  usage: "submissions",
  summary: "what your team has handed in to a challenge",
  options: [CHALLENGE],
  examples: ["longhand submissions --challenge https://rate.example.org/challenges/tales"],
  run: async (input) => await listSubmissions(challengeOf(input), input.context),
};

function challengeOf(input: CommandInput): string {
  const url = textOption(input, "challenge");
  if (url === undefined) throw usage("--challenge must be the address of the challenge.");
  return url;
}
