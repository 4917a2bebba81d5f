import { createInterface } from "node:readline/promises";
import {
  ABLATIONS,
  type BriefOverrides,
  runArgument,
  startWriting,
  WRITING_ORDERS,
  WRITING_STRATEGIES,
  type WriteOptions,
  type WritingQuestion,
  type WrittenDocument,
  writingStatus,
} from "../../pipeline/index.ts";
import { counted } from "../../text/index.ts";
import type { CommandDefinition, CommandInput, CommandOutcome } from "../command.ts";
import { listOf } from "../list-option.ts";
import { argument, dashed, oneOf, textOption, usage, wholeNumber } from "../options.ts";
import { type TreeStyle, treeLines } from "../writing-tree.ts";
import { exportChoice, failureLines } from "./writing-export-command.ts";

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
/** Options of an estimate: what shapes a document and tells its time. */
export const ESTIMATE_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  MODEL_OPTION,
  STRATEGY_OPTION,
  ...ORDER_OPTIONS,
  WITHOUT_OPTION,
  SPEED_OPTION,
];

/** Options of commands that begin a run. */
export const PLANNED_OPTIONS: NonNullable<CommandDefinition["options"]> = [
  ["--yes", "write without asking, whatever the estimate"],
  ...ESTIMATE_OPTIONS,
  ["--no-limit", "let a remote model write without a budget"],
];

/**
 * Refuses options that would be ignored.
 *
 * @param input - The command's input.
 * @param names - Camel-case names of the options.
 * @param why - What they are for, after "it".
 * @throws LonghandError `usage` for the first one that was given.
 */
export function refuseOptions(input: CommandInput, names: readonly string[], why: string): void {
  const given = names.find((name) => input.options[name] !== undefined);
  if (given !== undefined) throw usage(`--${dashed(given)} says nothing here: it ${why}.`);
}

/**
 * Where a copy of the plan went, for the outcome.
 *
 * @param planCopy - The path; `undefined` for no copy.
 * @returns The field, if there is a copy.
 */
export function copied(planCopy: string | undefined): { readonly planCopy?: string } {
  return planCopy === undefined ? {} : { planCopy };
}

/**
 * Printed to a terminal the tree keeps to its width; in a file lines are as long as they need to be.
 *
 * @param input - The command's input.
 * @returns How the tree is printed.
 */
export function treeStyle({ environment }: CommandInput): TreeStyle {
  const { colour, widthColumns } = environment;
  return { colour, ...(process.stdout.isTTY === true ? { widthColumns } : {}) };
}

/**
 * What the command puts in place of what the brief says.
 *
 * @param input - The command's input.
 * @returns What was given.
 * @throws LonghandError `usage` for options that speak against each other.
 */
export function overrides(input: CommandInput): BriefOverrides {
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

/**
 * Carries out a command that begins a run.
 *
 * @param input - The command's input.
 * @param planOnly - Whether it ends with the plan.
 * @returns The outcome.
 */
export async function start(input: CommandInput, planOnly: boolean): Promise<CommandOutcome> {
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
  const { run, estimate, planCopy } = written;
  return await planOutcome(run, { estimate, ...copied(planCopy) }, input);
}

/**
 * What a command that made or took over a plan prints.
 *
 * @param run - Name of the run.
 * @param more - What belongs to the outcome beside the run's status.
 * @param input - The command's input.
 * @returns The outcome.
 */
export async function planOutcome(
  run: string,
  more: { readonly planCopy?: string } & Readonly<Record<string, unknown>>,
  input: CommandInput,
): Promise<CommandOutcome> {
  const status = await writingStatus(run, input.context);
  return {
    json: { ...status, ...more },
    text: [
      ...treeLines(status.nodes, treeStyle(input)),
      `Edit the plan if you like: ${status.plan}`,
      ...(more.planCopy === undefined ? [] : [`Copy of the plan: ${more.planCopy}`]),
      `Go on with: longhand writing resume ${runArgument(run, input.context.runsFolder)}`,
    ].join("\n"),
  };
}

/**
 * The option `--tokens-per-second`.
 *
 * @param input - The command's input.
 * @returns What was given.
 */
export function speed(input: CommandInput): Pick<WriteOptions, "tokensPerSecond"> {
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

/**
 * How many parts have their length, by both measures.
 *
 * @param outcome - The document.
 * @returns The end of a sentence.
 */
export function withinText({
  leaves,
  leavesWithin15,
  leavesWithin15OfPlan,
}: Pick<WrittenDocument, "leaves" | "leavesWithin15" | "leavesWithin15OfPlan">): string {
  return `${leavesWithin15} of ${counted(leaves, "part")} within 15 % of the length asked of them, ${leavesWithin15OfPlan} of the length planned`;
}

/**
 * What a command that wrote a document prints.
 *
 * @param written - What was written.
 * @param input - The command's input.
 * @returns The outcome; exit code 3 if something is missing.
 */
export function documentOutcome(written: WrittenDocument, input: CommandInput): CommandOutcome {
  const { run, words, targetWords, leaves, leavesWithin15, leavesWithin15OfPlan } = written;
  const { must, tokens, seconds, exports } = written;
  const misses = must.misses.map(({ id, text }) => `missing: "${text}" (${id})`);
  const isWhole = written.status === "complete";
  return {
    json: {
      run,
      words,
      targetWords,
      leaves,
      leavesWithin15,
      leavesWithin15OfPlan,
      mustHit: must.hit,
      mustRequired: must.required,
      tokens,
      seconds,
      openIssues: written.issues.length,
      exports,
      ...(written.failures.length === 0 ? {} : { failedExports: written.failures }),
    },
    text: [
      `${words} of about ${targetWords} words in ${seconds} s; ${withinText(written)}; ${must.hit} of ${must.required} mentions; ${tokens.in} tokens read, ${tokens.out} written${speedText(written)}.`,
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
