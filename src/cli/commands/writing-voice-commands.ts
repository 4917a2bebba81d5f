import {
  compareVoices,
  controlVoice,
  exportRecords,
  panelLines,
  panelOfRun,
  RECORD_PURPOSES,
  voiceComparisonLines,
  voiceLines,
  voiceOfRun,
  weightsFromRatings,
} from "../../pipeline/index.ts";
import type { CommandDefinition, CommandInput, CommandOutcome } from "../command.ts";
import { argument, oneOf, textOption, usage, wholeNumber } from "../options.ts";

const voiceCommand: CommandDefinition = {
  usage: "voice <runs...>",
  summary: "how far a document is from its author's style, by section; two runs are compared",
  options: [
    ["--control", "write a brief with and without its author's voice, and compare both"],
    ["--out <folder>", "where the runs of a control go; give it again to go on"],
    ["--model <spec>", "model in place of the brief's, for a control"],
    ["--seeds <numbers...>", "seeds of a control (default: the brief's)"],
    ["--words <n>", "words of each document of a control (default: the brief's)"],
  ],
  examples: [
    "longhand writing voice write-essay-01k3",
    "longhand writing voice write-essay-01k3 write-essay-01k4 --json",
    "longhand writing voice brief.yaml --control --seeds 1 2 --out runs/control",
  ],
  run: async (input) => {
    const [first, second, third] = runsOf(input);
    if (third !== undefined) throw usage("voice takes one run or two.");
    if (input.options["control"] === true) return await control(input, first, second);
    if (second !== undefined) {
      const comparison = await compareVoices([[first, second]], input.context);
      return { json: comparison, text: voiceComparisonLines(comparison, ["A", "B"]).join("\n") };
    }
    const report = await voiceOfRun(first, input.context);
    const none = "The brief has no profile in its own language: there is no style to measure.";
    return {
      json: report ?? { voice: null, reason: "no-profile" },
      text: report === undefined ? none : voiceLines(report).join("\n"),
    };
  },
};

async function control(
  input: CommandInput,
  brief: string,
  other: string | undefined,
): Promise<CommandOutcome> {
  const out = textOption(input, "out");
  if (other !== undefined) throw usage("--control takes one brief.");
  if (out === undefined) throw usage("Name a folder with --out; the same one goes on.");
  const model = textOption(input, "model");
  const words = wholeNumber(input, "words", 200);
  const seeds = seedsOf(input);
  const comparison = await controlVoice(
    brief,
    {
      out,
      ...(model === undefined ? {} : { model }),
      ...(words === undefined ? {} : { words }),
      ...(seeds === undefined ? {} : { seeds }),
    },
    input.context,
  );
  const text = voiceComparisonLines(comparison, ["with the voice", "without"]).join("\n");
  return { json: comparison, text };
}

const recordsCommand: CommandDefinition = {
  usage: "records <runs...>",
  summary:
    "records for training from finished runs: pairs, scored drafts, the author's texts, tasks",
  options: [
    ["--for <purpose>", `what for: ${RECORD_PURPOSES.join(", ")}`],
    ["--out <file>", "file to write, in JSON Lines"],
    ["--with-locked", "the author's own texts in a run may be part of it"],
  ],
  examples: [
    "longhand writing records write-essay-01k3 --for preferences --out pairs.jsonl",
    "longhand writing records write-essay-01k3 write-story-01k5 --for multitask --out tasks.jsonl",
  ],
  run: async (input) => {
    const purpose = oneOf(input, "for", RECORD_PURPOSES);
    const out = textOption(input, "out");
    if (purpose === undefined)
      throw usage(`Say with --for what for: ${RECORD_PURPOSES.join(", ")}.`);
    if (out === undefined) throw usage("Name a file with --out.");
    const withLocked = input.options["withLocked"] === true;
    const request = { runs: runsOf(input), purpose, out, withLocked };
    const report = await exportRecords(request, input.context);
    const { records, splits, unreadable, withheld, file } = report;
    const parts = Object.entries(splits).map(([split, count]) => `${split} ${count}`);
    return {
      json: report,
      text: [
        `${records} records (${parts.join(", ")}): ${file}`,
        ...(withheld === 0 ? [] : [`${withheld} left out: the author's own text stands in them.`]),
        ...(unreadable === 0 ? [] : [`${unreadable} drafts cannot be read any more.`]),
      ].join("\n"),
    };
  },
};

const weightsCommand: CommandDefinition = {
  usage: "weights <ratings>",
  summary: "fit the weights of the score of drafts to ratings by least squares",
  examples: ["longhand writing weights ratings.jsonl"],
  run: async (input) => {
    const fitted = await weightsFromRatings(argument(input, 0));
    const { weights, explained, drafts, leftOut } = fitted;
    const lines = Object.entries(weights).map(([part, weight]) => `  ${part}: ${weight}`);
    return {
      json: fitted,
      text: [
        `From ${drafts} drafts; ${Math.round(100 * explained)} % of the ratings' variance. In a brief:`,
        "scoreWeights:",
        ...lines,
        ...(leftOut.length === 0 ? [] : [`Nothing can be said about: ${leftOut.join(", ")}.`]),
      ].join("\n"),
    };
  },
};

const panelCommand: CommandDefinition = {
  usage: "panel <run>",
  summary:
    "the quality panel of a run: all measures with alarms, by section, and a page with charts",
  options: [
    ["--out <file>", "where the page goes (default: exports/panel.html of the run)"],
    ["--no-page", "write no page"],
    ["--embedder <spec>", "model of sentence vectors, or none (default: MiniLM, if it is here)"],
  ],
  examples: [
    "longhand writing panel write-essay-01k3 --json",
    "longhand writing panel write-essay-01k3 --out panel.html --embedder none",
  ],
  run: async (input) => {
    const out = textOption(input, "out");
    const embedder = textOption(input, "embedder");
    if (out === "") throw usage("--out must name a file.");
    const page = input.options["page"] === false ? (false as const) : out;
    const options = {
      ...(page === undefined ? {} : { page }),
      ...(embedder === undefined ? {} : { embedder }),
    };
    const panel = await panelOfRun(argument(input, 0), options, input.context);
    return { json: panel, text: panelLines(panel).join("\n") };
  },
};

/** The verbs about voice, drafts and quality. */
export const WRITING_VOICE_COMMANDS: readonly CommandDefinition[] = [
  voiceCommand,
  recordsCommand,
  weightsCommand,
  panelCommand,
];

function runsOf({ args }: CommandInput): [string, ...string[]] {
  const [first, ...rest] = args.flat().map(String);
  if (first === undefined) throw usage("Name a run.");
  return [first, ...rest];
}

function seedsOf({ options }: CommandInput): readonly number[] | undefined {
  const given = options["seeds"] as readonly string[] | string | undefined;
  if (given === undefined) return undefined;
  return [given].flat().map((text) => {
    if (/^\d+$/.test(String(text))) return Number(text);
    throw usage(`--seeds must be whole numbers, got ${String(text)}.`);
  });
}
