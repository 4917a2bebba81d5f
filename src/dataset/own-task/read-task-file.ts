import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import { checkShape, type DataProblem, fileError, parseStrictYaml } from "../../storage/index.ts";
import { parseSlots } from "../../text/index.ts";
import type { BuildOption } from "../build/build-rules.ts";
import type { TaskRecipe } from "../build/task-recipe.ts";
import { defineTask } from "../define-task.ts";
import type { BenchmarkTask } from "../task.ts";
import { OWN_OPTIONS } from "./own-options.ts";
import { type OwnBuild, taskFileSchema } from "./task-file-schema.ts";

/** A task of one's own that was read from a file. */
export interface OwnTask {
  /** The task. */
  readonly task: BenchmarkTask;
  /** How its examples are made; absent for a task that only reads datasets. */
  readonly recipe?: TaskRecipe;
}

/** Whether a task is meant by the path of its file rather than by name. */
export function isTaskFile(name: string): boolean {
  return /\.(?:ya?ml|json)$/i.test(name);
}

/**
 * Reads a task of your own from a YAML or JSON file. A task is data; no code is run.
 *
 * @param path - The file.
 * @returns The task, and how its examples are made.
 * @throws LonghandError `not-found`; `invalid-task`, listing each fault with its line.
 */
export async function readTaskFile(path: string): Promise<OwnTask> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw fileError(path, cause);
  });
  return parseTaskFile(text, path);
}

/**
 * The same for text that is already at hand.
 *
 * @param text - YAML or JSON.
 * @param file - Its name in messages.
 * @returns The task, and how its examples are made.
 * @throws LonghandError `invalid-task`.
 */
export function parseTaskFile(text: string, file: string): OwnTask {
  const source = parseStrictYaml(text, "a task");
  const { value, problems } = checkShape(source, taskFileSchema);
  const all = [...source.problems, ...problems].filter(({ severity }) => severity === "error");
  if (value === undefined || all.length > 0) throw invalid(file, all);
  const task = defineTask(value.task);
  if (value.build === undefined) return { task };
  return { task, recipe: recipeOf(task, value.build, file) };
}

function recipeOf(task: BenchmarkTask, build: OwnBuild, file: string): TaskRecipe {
  const { options, ...rest } = build;
  refuseMissing(task, build, file);
  const unknown = Object.keys(options).find(
    (name) => !OWN_OPTIONS.some((option) => option.name === name),
  );
  if (unknown !== undefined) {
    const names = OWN_OPTIONS.map(({ name }) => name).join(", ");
    throw wrong(file, `build.options has ${unknown}; there are ${names}`);
  }
  return {
    ...rest,
    task,
    kind: "documents",
    byLanguage: true,
    options: OWN_OPTIONS.map((option): BuildOption => {
      const value = options[option.name];
      // What the file says holds under both profiles.
      return value === undefined ? option : { ...option, default: value, paper: value };
    }),
    choices: [],
  };
}

/** Every part of the input and every field that is needed must come from somewhere. */
function refuseMissing(task: BenchmarkTask, { parts, item }: OwnBuild, file: string): void {
  const { inputs, profile, target } = task.definition;
  const slots = parseSlots(inputs[0]).flatMap((part) =>
    typeof part === "string" ? [] : part.name,
  );
  const missing = slots.find((slot) => parts[slot] === undefined);
  if (missing !== undefined) throw wrong(file, `build.parts lacks ${missing}, a slot of the input`);
  const needed = Object.entries(profile).find(
    ([name, { kind, optional }]) =>
      (kind === "text" || kind === "rating") && optional !== true && item[name] === undefined,
  );
  if (needed !== undefined) {
    throw wrong(file, `build.item lacks ${needed[0]}, a field of the profile items`);
  }
  if (item[target.field] !== "text") {
    throw wrong(file, `build.item must take ${target.field}, the target, from text`);
  }
  if (target.prefix !== undefined && parts[target.prefix] !== "prefix") {
    throw wrong(file, `build.parts must take ${target.prefix} from prefix`);
  }
}

function wrong(file: string, what: string): LonghandError {
  return new LonghandError(`${file}: ${what}.`, {
    code: "invalid-task",
    hint: "docs/extending.md shows a whole task file.",
    details: { file },
  });
}

function invalid(file: string, problems: readonly DataProblem[]): LonghandError {
  const lines = problems.map(
    ({ line, column, message }) => `${file}:${line}:${column}: ${message}`,
  );
  return new LonghandError(`This is no task:\n${lines.join("\n")}`, {
    code: "invalid-task",
    hint: "docs/extending.md shows a whole task file.",
    details: { file, problems },
  });
}
