import type { FunnelStep } from "../../records/index.ts";
import type { BuildRules } from "./build-rules.ts";
import type { TaskRecipe } from "./task-recipe.ts";

/** Which rules stand behind the words of a step of the funnel; all others follow from the task. */
const RULES_BY_WORDS: readonly (readonly [words: RegExp, rules: readonly (keyof BuildRules)[]])[] =
  [
    [/ is not by \[deleted\]$/, ["deletedAuthors"]],
    [/ is in the language .+$/, ["language", "missingLanguage"]],
    [/ has more words than its summary$/, ["longerThanTitle"]],
    [/^its title or summary has at least \d+ words$/, ["minTitleWords"]],
    [/ does not repeat another of its author$/, ["duplicates"]],
    [/^author has at least \d+ and at most \d+ /, ["minDocuments", "maxDocuments"]],
    [/^author has at least \d+ /, ["minDocuments"]],
    [/^profile has at least \d+ /, ["minProfileItems"]],
    [/ was drawn as a target$/, ["exampleShare", "temporalShares"]],
    [/^validation and test are cut to a share of /, ["finalShare"]],
    [/ has at least \d+ words$/, ["minTextWords"]],
  ];

/**
 * The options of a task that loosen a step of its funnel.
 *
 * @param step - The step.
 * @param recipe - The task.
 * @returns Their names as the task spells them; none if the step follows from the task.
 */
export function optionsOfStep({ rule: words }: FunnelStep, { options }: TaskRecipe): string[] {
  const rules = RULES_BY_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? [];
  return rules.flatMap((rule) => options.find((option) => option.rule === rule)?.name ?? []);
}
