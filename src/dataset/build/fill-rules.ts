import { flagOf, LonghandError, optionWords } from "../../foundation/index.ts";
import type { BenchmarkProfile, Setting } from "../../records/index.ts";
import { nearestWord } from "../../storage/index.ts";
import type { BuildOption, BuildRules } from "./build-rules.ts";
import { OPEN_RULES } from "./recipes/common-options.ts";
import type { TaskRecipe } from "./task-recipe.ts";

/** Rules with their values, and the same as the options of the task. */
export interface FilledRules {
  readonly rules: BuildRules;
  /** By the task's own names, defaults written out; only those that count in the setting. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface RuleRequest {
  readonly setting: Setting;
  readonly profile: BenchmarkProfile;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Writes out every default and checks every value. */
export function fillRules(recipe: TaskRecipe, request: RuleRequest): FilledRules {
  const { setting, profile, options: given } = request;
  for (const name of Object.keys(given)) refuseUnknown(recipe, name, setting);
  const rules: Record<string, unknown> = { ...OPEN_RULES };
  const options: Record<string, unknown> = {};
  for (const option of recipe.options) {
    const { name, rule, paper } = option;
    const usual = profile === "longlamp-paper" ? (paper ?? option.default) : option.default;
    const value = given[name] ?? usual;
    checkValue(option, value);
    if (option.setting !== undefined && option.setting !== setting) continue;
    rules[rule] = value;
    options[name] = value;
  }
  return { rules: rules as unknown as BuildRules, options };
}

function refuseUnknown(recipe: TaskRecipe, name: string, setting: Setting): void {
  const option = recipe.options.find((candidate) => candidate.name === name);
  if (option !== undefined && (option.setting ?? setting) === setting) return;
  const names = recipe.options.map((candidate) => candidate.name);
  const near = nearestWord(name, names);
  const why =
    option === undefined
      ? `The task ${recipe.task.name} has no option ${name}.`
      : `${optionWords(name)} counts in the ${option.setting} setting only.`;
  throw new LonghandError(why, {
    code: "invalid-option",
    hint: `${near === undefined || option !== undefined ? "" : `Did you mean ${near}? `}Options: ${names.map(flagOf).join(", ")}.`,
    details: { option: name },
  });
}

function checkValue({ name, rule, kind }: BuildOption, value: unknown): void {
  const wanted = fault(kind, rule, value);
  if (wanted === undefined) return;
  throw new LonghandError(`${optionWords(name)} must be ${wanted}, got ${JSON.stringify(value)}.`, {
    code: "invalid-option",
    details: { option: name, value },
  });
}

/** What a value should have been; `undefined` if it is right. */
function fault(
  kind: BuildOption["kind"],
  rule: keyof BuildRules,
  value: unknown,
): string | undefined {
  if (typeof kind !== "string") {
    return kind.includes(value as string) ? undefined : `one of ${kind.join(", ")}`;
  }
  if (kind === "shares") return sharesFault(rule, value);
  if (kind === "counts") return undefined;
  const { isRight, wanted } = SIMPLE_KINDS[kind];
  return isRight(value) ? undefined : wanted;
}

const SIMPLE_KINDS = {
  count: { isRight: isCount, wanted: "a whole number from 0" },
  share: {
    isRight: (value: unknown) => isShare(value) && value > 0,
    wanted: "a number above 0 and at most 1",
  },
  flag: { isRight: (value: unknown) => typeof value === "boolean", wanted: "true or false" },
  text: {
    isRight: (value: unknown) => typeof value === "string" && value !== "",
    wanted: "a word",
  },
} as const;

function sharesFault(rule: keyof BuildRules, value: unknown): string | undefined {
  const shares = Array.isArray(value) && value.every(isShare) ? (value as number[]) : [];
  const sum = shares.reduce((total, share) => total + share, 0);
  if (rule === "prefixShare") {
    const [min = 1, max = 0] = shares;
    const isRange = shares.length === 2 && min <= max && max < 1;
    return isRange ? undefined : "two numbers from 0 to below 1, the smaller first";
  }
  if (rule === "splitShares") {
    const isWhole = shares.length === 3 && Math.abs(sum - 1) < 1e-9;
    return isWhole ? undefined : "three shares from 0 that add up to 1";
  }
  const isPart = shares.length === 3 && sum < 1;
  return isPart ? undefined : "three shares from 0 that add up to less than 1";
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isShare(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= 1;
}
