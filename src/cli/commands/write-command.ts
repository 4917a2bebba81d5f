import type { Command } from "commander";
import {
  cancelWriting,
  estimateBrief,
  MAKERS,
  type RebuildChoice,
  refusedDraftLines,
  resumeWriting,
  voiceLines,
  type WritingRunStatus,
  writingStatus,
} from "../../pipeline/index.ts";
import { addCommand, type CommandDefinition, type CommandInput } from "../command.ts";
import { listOf } from "../list-option.ts";
import { argument, textOption, usage } from "../options.ts";
import { treeLines } from "../writing-tree.ts";
import {
  documentOutcome,
  ESTIMATE_OPTIONS,
  overrides,
  PLANNED_OPTIONS,
  refuseOptions,
  speed,
  start,
  treeStyle,
  withinText,
} from "./write-start.ts";
import { writingCompareCommand, writingPlantCommand } from "./writing-compare-command.ts";
import { WRITING_EDIT_COMMANDS } from "./writing-edit-commands.ts";
import { EXPORT_OPTIONS, exportChoice, writingExportCommand } from "./writing-export-command.ts";
import { writingFactsCommand } from "./writing-facts-command.ts";
import { writingPlanCommand } from "./writing-plan-command.ts";
import { WRITING_VOICE_COMMANDS } from "./writing-voice-commands.ts";

const START_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  ...PLANNED_OPTIONS,
  ...EXPORT_OPTIONS,
];

/** `longhand write`: a whole document from a brief. */
export const writeCommand: CommandDefinition = {
  usage: "write <brief>",
  summary: "plan and write a document of any length from a brief, and export it",
  options: [
    ...START_OPTIONS,
    ["--out <file>", "write the Markdown here, too; with --plan a copy of the plan"],
    ["--plan", "make the plan only; go on with writing resume"],
  ],
  examples: [
    "longhand write examples/thanks-brief.yaml",
    "longhand write examples/briefs/ferry-story.yaml --model fake --yes --json",
    "longhand write brief.yaml --plan",
  ],
  jsonProgress: true,
  run: (input) => {
    const planOnly = input.options["plan"] === true;
    if (planOnly)
      refuseOptions(
        input,
        ["format", "font"],
        "is for the document, and --plan ends with the plan",
      );
    return start(input, planOnly);
  },
};

const startCommand: CommandDefinition = {
  ...writeCommand,
  usage: "start <brief>",
  options: [...START_OPTIONS, ["--out <file>", "write the Markdown here, too"]],
  examples: ["longhand writing start brief.yaml --yes"],
  run: (input) => start(input, false),
};

const estimateCommand: CommandDefinition = {
  usage: "estimate <brief>",
  summary: "calls and tokens that a document will probably take; nothing is opened or spent",
  options: ESTIMATE_OPTIONS,
  examples: [
    "longhand writing estimate brief.yaml --json",
    "longhand writing estimate brief.yaml --strategy outline",
  ],
  run: async (input) => {
    const { estimate, text } = await estimateBrief(
      argument(input, 0),
      { ...overrides(input), ...speed(input) },
      input.context,
    );
    return { json: estimate, text };
  },
};

const statusCommand: CommandDefinition = {
  usage: "status <run>",
  summary: "the plan of a run with the state of every part",
  examples: ["longhand writing status write-story-01k3"],
  run: async (input) => {
    const status = await writingStatus(argument(input, 0), input.context);
    const { words, targetWords, tokens, must, issues } = status;
    const misses = must.misses.map(({ id, text }) => `missing: "${text}" (${id})`);
    const faults = issues.map(
      ({ node, severity, message, quotes = [] }, index) =>
        `#${index + 1} ${node} [${severity}]: ${message}${quotedPlaces(quotes)}`,
    );
    return {
      json: status,
      text: [
        ...treeLines(status.nodes, treeStyle(input)),
        `${status.run}: ${status.status}, ${words} of ${targetWords} words, ${withinText(status)}; ${tokens.in} tokens read, ${tokens.out} written.`,
        ...misses,
        ...faults,
        ...refusedDraftLines(status.filtered),
        ...(status.voice === undefined ? [] : voiceLines(status.voice)),
        ...(status.voiceFault === undefined ? [] : [`No style distance: ${status.voiceFault}`]),
        ...revisionLines(status),
      ].join("\n"),
    };
  },
};

/** The words that an issue is about, and what they contradict, each with its place. */
function quotedPlaces(
  quotes: readonly { readonly node: string; readonly text: string; readonly start: number }[],
): string {
  if (quotes.length === 0) return "";
  return ` (${quotes.map(({ node, text, start }) => `“${text}” ${node}:${start}`).join(" / ")})`;
}

/** What was changed by hand and is still to be done or decided. */
function revisionLines({ run, dirty, undecided, waivers, closed }: WritingRunStatus): string[] {
  return [
    ...dirty.map(
      ({ node, choice, change, reasons }) =>
        `${node}: to be written anew (${choice}): ${reasons[0]?.message ?? change}`,
    ),
    ...undecided.map(
      ({ node, change, reasons }) => `${node}: undecided: ${reasons[0]?.message ?? change}`,
    ),
    ...(undecided.length === 0
      ? []
      : [`Decide with: longhand writing edit ${run} --choose fix|retcon|redate|waive [--node ID]`]),
    ...waivers.map(({ node, message, reason }) => `${node}: waived: ${message} (${reason})`),
    ...(closed ? ["The document is closed."] : []),
  ];
}

const resumeCommand: CommandDefinition = {
  usage: "resume <run>",
  summary: "go on with a run that was stopped, killed or only planned",
  options: [
    ...EXPORT_OPTIONS,
    ["--out <file>", "write the Markdown here, too"],
    ["--brief <file>", "a changed brief; what it touches is written anew"],
    ["--plan <file>", "a plan file in place of plan.yaml in the run's folder"],
    ["--accept-changes", "write anew what a changed brief or plan touches"],
    ["--model <spec>", "model in place of the run's; needs --accept-changes"],
    [
      "--rebuild-on <what>",
      "parts that were written with other templates or by another model: template, model or both are written anew, none stay (default: refuse)",
    ],
  ],
  examples: [
    "longhand writing resume write-story-01k3",
    "longhand writing resume write-story-01k3 --rebuild-on template,model",
    "longhand writing resume write-story-01k3 --brief brief.yaml --accept-changes",
  ],
  jsonProgress: true,
  run: async (input) => {
    const named = (["out", "brief", "plan", "model"] as const).map(
      (name) => [name, textOption(input, name)] as const,
    );
    const options = {
      ...Object.fromEntries(named.filter(([, given]) => given !== undefined)),
      ...exportChoice(input),
      acceptChanges: input.options["acceptChanges"] === true,
      ...rebuildChoice(input),
    };
    return documentOutcome(await resumeWriting(argument(input, 0), options, input.context), input);
  },
};

function rebuildChoice(input: CommandInput): RebuildChoice {
  const named = listOf(input, "rebuildOn", [...MAKERS, "none"] as const);
  if (named === undefined) return {};
  if (named.includes("none") && named.length > 1) {
    throw usage("--rebuild-on names template, model or both, or none alone.");
  }
  return { rebuildOn: named.flatMap((name) => (name === "none" ? [] : [name])) };
}

const cancelCommand: CommandDefinition = {
  usage: "cancel <run>",
  summary: "stop the process that is writing a run, or mark the run as given up",
  examples: ["longhand writing cancel write-story-01k3"],
  run: async (input) => {
    const cancelled = await cancelWriting(argument(input, 0), input.context);
    const { run, stoppedProcess } = cancelled;
    const text =
      stoppedProcess === undefined
        ? `${run} is marked as given up.`
        : `Process ${stoppedProcess} was asked to stop; everything finished is kept.`;
    return { json: cancelled, text };
  },
};

/**
 * Adds the writer's verbs, one by one.
 *
 * @param program - The program.
 */
export function addWritingCommands(program: Command): void {
  const writing = program.command("writing").description("the long writer, step by step");
  for (const command of [
    estimateCommand,
    writingPlanCommand,
    startCommand,
    statusCommand,
    writingFactsCommand,
    resumeCommand,
    cancelCommand,
    writingExportCommand,
    writingCompareCommand,
    writingPlantCommand,
    ...WRITING_EDIT_COMMANDS,
    ...WRITING_VOICE_COMMANDS,
  ]) {
    addCommand(writing, command);
  }
}
