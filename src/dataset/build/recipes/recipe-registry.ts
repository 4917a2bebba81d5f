import { LonghandError } from "../../../foundation/index.ts";
import type { TaskRecipe } from "../task-recipe.ts";
import { abstractRecipe } from "./abstract.ts";
import { emailRecipe } from "./email.ts";
import { reviewRecipe } from "./review.ts";
import { topicRecipe } from "./topic.ts";

/** The recipes that ship, in the order of the paper. */
export const BUILT_IN_RECIPES: readonly TaskRecipe[] = [
  emailRecipe,
  abstractRecipe,
  reviewRecipe,
  topicRecipe,
];

/**
 * The recipe of a task that ships.
 *
 * @param name - Name of the task, or another name under which it is found.
 * @returns The recipe.
 * @throws LonghandError `unknown-task`.
 */
export function recipeNamed(name: string): TaskRecipe {
  const found = BUILT_IN_RECIPES.find(
    ({ task }) => task.name === name || task.definition.aliases?.includes(name),
  );
  if (found !== undefined) return found;
  throw new LonghandError(`No dataset of the task ${JSON.stringify(name)} can be built this way.`, {
    code: "unknown-task",
    hint: `Tasks: ${BUILT_IN_RECIPES.map(({ task }) => task.name).join(", ")}, or a file with a task of your own.`,
    details: { task: name },
  });
}
