import {
  BUILT_IN_RECIPES,
  type OptionSpec,
  OWN_OPTIONS,
  PASSAGE_OPTIONS,
} from "../../dataset/index.ts";
import { flagOf, LonghandError } from "../../foundation/index.ts";

/** An option of `dataset build` that belongs to some tasks, for the command line. */
export interface ListedBuildOption {
  /** Its name, for instance `minReviewWords`. */
  readonly name: string;
  /** What it takes, for instance `<n>`. */
  readonly placeholder: string;
  /** Tasks, meaning and default in one line. */
  readonly text: string;
}

interface TaskOption {
  readonly task: string;
  readonly option: OptionSpec;
}

/**
 * All options of all tasks that ship, each once.
 *
 * @returns The options, in the order of the tasks.
 */
export function listBuildOptions(): ListedBuildOption[] {
  const byName = new Map<string, TaskOption[]>();
  for (const entry of taskOptions()) {
    const others = byName.get(entry.option.name);
    if (others === undefined) byName.set(entry.option.name, [entry]);
    else others.push(entry);
  }
  return [...byName].map(([name, entries]) => ({
    name,
    placeholder: placeholderOf((entries[0] as TaskOption).option),
    text: textOf(entries),
  }));
}

function taskOptions(): TaskOption[] {
  const built = BUILT_IN_RECIPES.flatMap(({ task, options }) =>
    options.map((option) => ({ task: task.name, option })),
  );
  return [
    ...built,
    ...PASSAGE_OPTIONS.map((option) => ({ task: "passage", option })),
    ...OWN_OPTIONS.map((option) => ({ task: "own tasks", option })),
  ];
}

function placeholderOf({ kind, default: usual }: OptionSpec): string {
  if (typeof kind !== "string") return `<${kind.join("|")}>`;
  const list = Array.isArray(usual) ? `<${usual.map(() => "n").join(",")}>` : "<n>";
  return {
    count: "<n>",
    share: "<n>",
    counts: list,
    shares: list,
    flag: "<true|false>",
    text: "<word>",
  }[kind];
}

function textOf(entries: readonly TaskOption[]): string {
  const tasks = entries.map(({ task }) => task).join(", ");
  const [{ option }] = entries as [TaskOption];
  const { text, setting } = option;
  const when = setting === undefined ? "" : `, ${setting} setting`;
  return `${tasks}${when}: ${text} (default: ${defaultsOf(entries)})`;
}

function defaultsOf(entries: readonly TaskOption[]): string {
  const values = entries.map(({ option }) => valueText(option));
  if (new Set(values).size === 1) return values[0] as string;
  return entries.map(({ task }, at) => `${task} ${values[at]}`).join("; ");
}

function valueText({ default: usual, paper }: OptionSpec): string {
  return paper === undefined
    ? String(usual)
    : `${String(usual)}, under longlamp-paper ${String(paper)}`;
}

/**
 * Reads what a user wrote for the options of a task.
 *
 * @param specs - The task's options.
 * @param given - The words of the command line by option name; names of other tasks are refused.
 * @returns Values by name, as the builder takes them.
 * @throws LonghandError `usage` for words that are no such value.
 */
export function readBuildOptions(
  specs: readonly OptionSpec[],
  given: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, words]) => {
      const spec = specs.find((candidate) => candidate.name === name);
      if (spec === undefined) {
        const flags = specs.map((candidate) => flagOf(candidate.name)).join(", ");
        throw new LonghandError(`${flagOf(name)} is no option of this task.`, {
          code: "usage",
          hint: `It has ${flags}.`,
        });
      }
      return [name, valueOfWords(spec, words)];
    }),
  );
}

const NUMBER = /^\d+(?:\.\d+)?$/;

function valueOfWords({ name, kind }: OptionSpec, words: string): unknown {
  const parts = words.split(",").map((part) => part.trim());
  if (typeof kind !== "string" || kind === "text") return words;
  if (kind === "flag") {
    if (words === "true" || words === "false") return words === "true";
    throw wrongWords(name, words, "true or false");
  }
  if (!parts.every((part) => NUMBER.test(part))) {
    throw wrongWords(name, words, "a number, or numbers parted by commas");
  }
  const numbers = parts.map(Number);
  if (kind === "shares" || kind === "counts") return numbers;
  if (numbers.length === 1) return numbers[0];
  throw wrongWords(name, words, "one number");
}

function wrongWords(name: string, words: string, wanted: string): LonghandError {
  return new LonghandError(`${flagOf(name)} must be ${wanted}, got ${words}.`, { code: "usage" });
}
