import { LonghandError } from "../foundation/index.ts";
import { nearestWord } from "../storage/index.ts";
import type { BenchmarkTask } from "./task.ts";
import { abstractTask } from "./tasks/abstract.ts";
import { emailTask } from "./tasks/email.ts";
import { passageTask } from "./tasks/passage.ts";
import { reviewTask } from "./tasks/review.ts";
import { topicTask } from "./tasks/topic.ts";

/** The tasks that ship, in the order of the paper. */
export const BUILT_IN_TASKS: readonly BenchmarkTask[] = [
  emailTask,
  abstractTask,
  reviewTask,
  topicTask,
  passageTask,
];

/**
 * Names of the tasks that ship.
 *
 * @returns The names, in the order of the paper, Longhand's own last.
 */
export function taskNames(): string[] {
  return BUILT_IN_TASKS.map(({ name }) => name);
}

/**
 * Finds a task by its name, or by a name that the published data or code use for it.
 *
 * @param name - The name.
 * @param own - Tasks of your own to look among first. @defaultValue none
 * @returns The task.
 * @throws LonghandError `unknown-task`, with the nearest name.
 */
export function taskNamed(name: string, own: readonly BenchmarkTask[] = []): BenchmarkTask {
  const tasks = [...own, ...BUILT_IN_TASKS];
  const found = tasks.find((task) => task.name === name || task.definition.aliases?.includes(name));
  if (found !== undefined) return found;
  const names = tasks.flatMap((task) => [task.name, ...(task.definition.aliases ?? [])]);
  const near = nearestWord(name, names);
  throw new LonghandError(`There is no task ${JSON.stringify(name)}.`, {
    code: "unknown-task",
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Tasks: ${tasks.map((task) => task.name).join(", ")}.`,
    details: { task: name },
  });
}
