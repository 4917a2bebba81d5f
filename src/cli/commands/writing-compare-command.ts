import {
  ARM_NAMES,
  armsOf,
  type ComparisonFile,
  compareWriting,
  comparisonFromOptions,
  plantBrief,
  plantedLines,
  previewComparison,
  readComparisonFile,
} from "../../pipeline/index.ts";
import type { CommandDefinition, CommandInput, CommandOutcome } from "../command.ts";
import { argument, oneOf, textOption, usage, wholeNumber } from "../options.ts";

const DEFAULT_STRATEGIES = ["rolling", "outline", "tree"];

/** `longhand writing compare`: briefs × seeds × ways of writing, measured against each other. */
export const writingCompareCommand: CommandDefinition = {
  usage: "compare [comparison]",
  summary:
    "write briefs in several ways, measure the texts, and tell which differences are separated",
  options: [
    ["--briefs <files...>", "briefs to write"],
    ["--seeds <numbers...>", "seeds (default: 1 2 3)"],
    [
      "--strategies <names...>",
      `ways of writing: ${ARM_NAMES.join(", ")} (default: ${DEFAULT_STRATEGIES.join(" ")})`,
    ],
    ["--orders <names...>", "orders of the tree: ltr, bfs, anchors, repair (default: repair)"],
    ["--words <n>", "words of each document in place of the briefs' own"],
    ["--regime <names...>", "budgets: completion, cost (default: completion)"],
    ["--baseline <names...>", "what others are compared with (default: rolling and outline)"],
    ["--facts <how>", "planted facts: fit (as many as the length has room for) or all"],
    ["--model <spec>", "model in place of the briefs', for instance fake"],
    [
      "--judge <spec>",
      "model that judges blind, of another family than the writer (default: none)",
    ],
    ["--out <folder>", "where runs and report go; give it again to go on"],
    ["--dry-run", "tell runs, calls, tokens and cost; open and write nothing"],
    ["--yes", "do not ask before a remote model is used"],
  ],
  examples: [
    "longhand writing compare examples/writing-comparison.yaml --out comparisons/first",
    "longhand writing compare --briefs examples/briefs/ferry-story.yaml examples/briefs/harbour-report.yaml --seeds 1 2 --strategies rolling outline tree --orders ltr bfs repair --words 3000 --model fake --out comparisons/fake",
  ],
  run: async (input) => {
    const path = input.args[0] === undefined ? undefined : String(input.args[0]);
    const file =
      path === undefined ? fromOptions(input) : withOptions(await readComparisonFile(path), input);
    const out = textOption(input, "out");
    if (out === undefined) throw usage("Name a folder with --out; the same one goes on.");
    return await comparisonOutcome(file, out, input);
  },
};

/** `longhand writing plant`: the facts that a brief plants. */
export const writingPlantCommand: CommandDefinition = {
  usage: "plant <brief>",
  summary: "show the facts that a brief plants, with their values and places",
  options: [
    ["--seed <n>", "seed of values and places in place of the brief's"],
    ["--words <n>", "words in place of the brief's length"],
    ["--facts <how>", "fit (as many as the length has room for) or all (default: fit)"],
  ],
  examples: ["longhand writing plant examples/briefs/ferry-story.yaml --words 3000"],
  run: async (input) => {
    const seed = wholeNumber(input, "seed", 0);
    const words = wholeNumber(input, "words", 200);
    const facts = oneOf(input, "facts", ["fit", "all"] as const);
    const planted = await plantBrief(
      argument(input, 0),
      {
        ...(seed === undefined ? {} : { seed }),
        ...(words === undefined ? {} : { words }),
        ...(facts === undefined ? {} : { facts }),
      },
      input.context,
    );
    return { json: planted, text: plantedLines(planted).join("\n") };
  },
};

/**
 * Carries a comparison out, or previews it, and tells what it came to.
 *
 * @param file - What is compared.
 * @param out - Its folder.
 * @param input - The command's input.
 * @returns The outcome; exit code 3 if a run is not complete.
 */
export async function comparisonOutcome(
  file: ComparisonFile,
  out: string,
  input: CommandInput,
): Promise<CommandOutcome> {
  if (input.options["dryRun"] === true) {
    const preview = await previewComparison(file, out, input.context);
    return { json: preview, text: preview.text };
  }
  const { comparison, folder, report, terminal } = await compareWriting(file, out, input.context);
  const { runs, contrasts, stopRule } = comparison;
  const open = runs.filter(({ status }) => status !== "complete");
  return {
    json: {
      folder,
      runs: runs.length,
      notComplete: open.map(({ run, status, reason }) => ({ run, status, reason })),
      contrasts: contrasts.filter(({ family }) => family === "primary"),
      stopRule,
      report,
    },
    text: `${terminal}\nSaved: ${report["html"] ?? folder}`,
    exitCode: open.length === 0 ? 0 : 3,
  };
}

function listOption({ options }: CommandInput, name: string): readonly string[] | undefined {
  const given: unknown = options[name];
  if (given === undefined) return undefined;
  const values = Array.isArray(given) ? given : [given];
  return values.flatMap((value) => String(value).split(",")).filter((value) => value !== "");
}

function fromOptions(input: CommandInput): ComparisonFile {
  const briefs = listOption(input, "briefs");
  if (briefs === undefined) throw usage("Name a comparison file, or briefs with --briefs.");
  const strategies = listOption(input, "strategies") ?? DEFAULT_STRATEGIES;
  const seeds = seedsOption(input);
  return comparisonFromOptions({
    briefs,
    writers: armsOf(strategies, listOption(input, "orders") ?? []),
    ...(seeds === undefined ? {} : { seeds }),
    settings: settingsOf(input),
  });
}

/** What the command says goes before what the file says. */
function withOptions(file: ComparisonFile, input: CommandInput): ComparisonFile {
  const strategies = listOption(input, "strategies");
  return comparisonFromOptions({
    briefs: listOption(input, "briefs") ?? file.briefs,
    writers:
      strategies === undefined
        ? file.grid.writer
        : armsOf(strategies, listOption(input, "orders") ?? []),
    seeds: seedsOption(input) ?? file.grid.seed,
    settings: { ...settingsIn(file), ...settingsOf(input) },
  });
}

function settingsIn({
  briefs: _,
  grid: __,
  ...settings
}: ComparisonFile): Partial<Omit<ComparisonFile, "briefs" | "grid">> {
  return settings;
}

function settingsOf(input: CommandInput): Partial<Omit<ComparisonFile, "briefs" | "grid">> {
  const words = wholeNumber(input, "words", 200);
  const regimes = listOption(input, "regime")?.map(regimeNamed);
  const baselines = listOption(input, "baseline");
  const facts = oneOf(input, "facts", ["fit", "all"] as const);
  const model = textOption(input, "model");
  const judge = textOption(input, "judge");
  return {
    ...(words === undefined ? {} : { words }),
    ...(regimes === undefined ? {} : { regimes }),
    ...(baselines === undefined ? {} : { baselines }),
    ...(facts === undefined ? {} : { facts }),
    ...(model === undefined ? {} : { model }),
    ...(judge === undefined ? {} : { judge: { model: judge, settings: {} } }),
  };
}

function seedsOption(input: CommandInput): readonly number[] | undefined {
  return listOption(input, "seeds")?.map((text) => {
    if (/^\d+$/.test(text)) return Number(text);
    throw usage(`--seeds must be whole numbers, got ${text}.`);
  });
}

function regimeNamed(name: string): "completion" | "cost" {
  if (name === "completion" || name === "cost") return name;
  throw usage(`--regime must name completion or cost, got ${name}.`);
}
