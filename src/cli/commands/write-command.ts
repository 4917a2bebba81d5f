import { stat } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import {
  ABLATIONS,
  type BriefOverrides,
  cancelWriting,
  estimateBrief,
  MAKERS,
  planOfRun,
  type RebuildChoice,
  refusedDraftLines,
  resumeWriting,
  runArgument,
  startWriting,
  voiceLines,
  WRITING_ORDERS,
  WRITING_STRATEGIES,
  type WriteOptions,
  type WritingQuestion,
  type WritingRunStatus,
  type WrittenDocument,
  writingStatus,
} from "../../pipeline/index.ts";
import { counted } from "../../text/index.ts";
import {
  addCommand,
  type CommandDefinition,
  type CommandInput,
  type CommandOutcome,
} from "../command.ts";
import { listOf } from "../list-option.ts";
import { argument, oneOf, textOption, usage, wholeNumber } from "../options.ts";
import { type TreeStyle, treeLines } from "../writing-tree.ts";
import { writingCompareCommand, writingPlantCommand } from "./writing-compare-command.ts";
import { WRITING_EDIT_COMMANDS } from "./writing-edit-commands.ts";
import {
  EXPORT_OPTIONS,
  exportChoice,
  failureLines,
  writingExportCommand,
} from "./writing-export-command.ts";
import { writingFactsCommand } from "./writing-facts-command.ts";
import { WRITING_VOICE_COMMANDS } from "./writing-voice-commands.ts";

const MODEL_OPTION = [
  "--model <spec>",
  "model in place of the brief's, for instance fake",
] as const;
const ORDER_OPTIONS = [
  ["--order <name>", "order of drafting: ltr, bfs, anchors, or repair (ltr with repair)"],
  ["--repair", "mend open issues once every part has a text (the default)"],
  ["--no-repair", "leave open issues as they are"],
] as const;
const STRATEGY_OPTION = [
  "--strategy <name>",
  "how it is written: tree, or a baseline: chapters, rolling, outline",
] as const;
const WITHOUT_OPTION = [
  "--without <parts>",
  `parts that the tree goes without, to measure them, with commas: ${ABLATIONS.join(", ")}`,
] as const;
const SPEED_OPTION = [
  "--tokens-per-second <n>",
  "tokens that the model writes in a second, for the time in the estimate",
] as const;
const START_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  ["--yes", "write without asking, whatever the estimate"],
  MODEL_OPTION,
  STRATEGY_OPTION,
  ...ORDER_OPTIONS,
  WITHOUT_OPTION,
  SPEED_OPTION,
  ["--no-limit", "let a remote model write without a budget"],
  ...EXPORT_OPTIONS,
  ["--out <file>", "write the Markdown here, too"],
];

/** `longhand write`: a whole document from a brief. */
export const writeCommand: CommandDefinition = {
  usage: "write <brief>",
  summary: "plan and write a document of any length from a brief, and export it",
  options: [...START_OPTIONS, ["--plan", "make the plan only; go on with writing resume"]],
  examples: [
    "longhand write examples/thanks-brief.yaml",
    "longhand write examples/briefs/ferry-story.yaml --model fake --yes --json",
    "longhand write brief.yaml --plan",
  ],
  jsonProgress: true,
  run: (input) => start(input, input.options["plan"] === true),
};

const startCommand: CommandDefinition = {
  ...writeCommand,
  usage: "start <brief>",
  options: START_OPTIONS,
  examples: ["longhand writing start brief.yaml --yes"],
  run: (input) => start(input, false),
};

const planCommand: CommandDefinition = {
  usage: "plan <brief-or-run>",
  summary: "make the plan of a document as a file to edit; or take an edited plan over into a run",
  options: [
    ...START_OPTIONS,
    ["--from <file>", "an edited plan file to take over into the run"],
    ["--accept-changes", "write anew what the edited plan touches"],
  ],
  examples: [
    "longhand writing plan brief.yaml",
    "longhand writing plan brief.yaml --model fake --json",
    "longhand writing plan write-story-01k3 --from plan.yaml",
  ],
  run: async (input) => {
    const plan = textOption(input, "from");
    const isFile = (await stat(argument(input, 0)).catch(() => undefined))?.isFile() === true;
    if (plan === undefined && (isFile || /\.(?:ya?ml|json)$/i.test(argument(input, 0)))) {
      return await start(input, true);
    }
    const acceptChanges = input.options["acceptChanges"] === true;
    const taken = await planOfRun(
      argument(input, 0),
      { acceptChanges, ...(plan === undefined ? {} : { plan }) },
      input.context,
    );
    return await planOutcome(taken.run, { plan: taken.path }, input);
  },
};

const estimateCommand: CommandDefinition = {
  usage: "estimate <brief>",
  summary: "calls and tokens that a document will probably take; nothing is opened or spent",
  options: [MODEL_OPTION, STRATEGY_OPTION, ...ORDER_OPTIONS, WITHOUT_OPTION, SPEED_OPTION],
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
        `${status.run}: ${status.status}, ${words} of ${targetWords} words, ${tokens.in} tokens read, ${tokens.out} written.`,
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

/** Printed to a terminal the tree keeps to its width; in a file lines are as long as they need to be. */
function treeStyle({ environment }: CommandInput): TreeStyle {
  const { colour, widthColumns } = environment;
  return { colour, ...(process.stdout.isTTY === true ? { widthColumns } : {}) };
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
    planCommand,
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

function overrides(input: CommandInput): BriefOverrides {
  const model = textOption(input, "model");
  const order = oneOf(input, "order", [...WRITING_ORDERS, "repair"] as const);
  const strategy = oneOf(input, "strategy", WRITING_STRATEGIES);
  if (strategy !== undefined && strategy !== "tree" && order !== undefined) {
    throw usage(`--order belongs to the strategy tree; ${strategy} writes from beginning to end.`);
  }
  const named = input.options["repair"] as boolean | undefined;
  if (order === "repair" && named === false) {
    throw usage("--order repair is reading order with repair; --no-repair speaks against it.");
  }
  const repair = order === "repair" ? true : named;
  const without = withoutOption(input, strategy);
  return {
    ...(model === undefined ? {} : { model }),
    ...(order === undefined ? {} : { order: order === "repair" ? "ltr" : order }),
    ...(strategy === undefined ? {} : { strategy }),
    ...(repair === undefined ? {} : { repair }),
    ...(without === undefined ? {} : { without }),
  };
}

function withoutOption(
  input: CommandInput,
  strategy: BriefOverrides["strategy"],
): BriefOverrides["without"] {
  const without = listOf(input, "without", ABLATIONS);
  if (strategy === undefined || strategy === "tree" || without === undefined) return without;
  throw usage(`--without belongs to the strategy tree; ${strategy} has no such parts.`);
}

async function start(input: CommandInput, planOnly: boolean): Promise<CommandOutcome> {
  const out = textOption(input, "out");
  const written = await startWriting(
    argument(input, 0),
    {
      ...overrides(input),
      ...speed(input),
      ...exportChoice(input),
      planOnly,
      // commander takes --no-limit for the negation of --limit.
      noLimit: input.options["limit"] === false,
      confirm: (question) => confirmed(question, input),
      ...(out === undefined ? {} : { out }),
    },
    input.context,
  );
  if (!planOnly) return documentOutcome(written, input);
  return await planOutcome(written.run, { estimate: written.estimate }, input);
}

async function planOutcome(
  run: string,
  more: Readonly<Record<string, unknown>>,
  input: CommandInput,
): Promise<CommandOutcome> {
  const status = await writingStatus(run, input.context);
  return {
    json: { ...status, ...more },
    text: [
      ...treeLines(status.nodes, treeStyle(input)),
      `Edit the plan if you like: ${status.plan}`,
      `Go on with: longhand writing resume ${runArgument(run, input.context.runsFolder)}`,
    ].join("\n"),
  };
}

function speed(input: CommandInput): Pick<WriteOptions, "tokensPerSecond"> {
  const tokensPerSecond = wholeNumber(input, "tokensPerSecond", 1);
  return tokensPerSecond === undefined ? {} : { tokensPerSecond };
}

/** Asks at a terminal; elsewhere a remote model needs `--yes`. */
async function confirmed({ text, remote }: WritingQuestion, input: CommandInput): Promise<boolean> {
  if (input.options["yes"] === true) return true;
  if (process.stdin.isTTY !== true || input.json) {
    if (remote) throw usage(`${text}\nTexts would go to a remote model: give --yes to agree.`);
    return true;
  }
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  try {
    // The estimate stands above already.
    const answer = await ask.question("Write it? [Y/n] ");
    return !/^n/i.test(answer.trim());
  } finally {
    ask.close();
  }
}

/** The speed of this command: a run that goes on counts only what it wrote itself. */
function speedText({ tokensPerSecond }: WrittenDocument): string {
  if (tokensPerSecond === undefined) return "";
  return ` at ${tokensPerSecond < 10 ? tokensPerSecond.toFixed(1) : Math.round(tokensPerSecond)} tokens a second`;
}

function documentOutcome(written: WrittenDocument, input: CommandInput): CommandOutcome {
  const { run, words, targetWords, leaves, leavesWithin15, must, tokens, seconds, exports } =
    written;
  const misses = must.misses.map(({ id, text }) => `missing: "${text}" (${id})`);
  const isWhole = written.status === "complete";
  return {
    json: {
      run,
      words,
      targetWords,
      leaves,
      leavesWithin15,
      mustHit: must.hit,
      mustRequired: must.required,
      tokens,
      seconds,
      openIssues: written.issues.length,
      exports,
      ...(written.failures.length === 0 ? {} : { failedExports: written.failures }),
    },
    text: [
      `${words} of about ${targetWords} words in ${seconds} s; ${leavesWithin15} of ${counted(leaves, "part")} within 15 % of the length asked of them; ${must.hit} of ${must.required} mentions; ${tokens.in} tokens read, ${tokens.out} written${speedText(written)}.`,
      ...(isWhole
        ? []
        : [`Not complete: ${written.failedLeaves} parts failed (${written.status}).`]),
      ...misses,
      ...(written.issues.length === 0
        ? []
        : [
            `${counted(written.issues.length, "open issue")}: longhand writing status ${runArgument(run, input.context.runsFolder)}`,
          ]),
      ...failureLines(written),
      `Saved: ${Object.values(exports).join(", ")}`,
    ].join("\n"),
    exitCode: isWhole && written.failures.length === 0 ? 0 : 3,
  };
}
