import { LonghandError } from "../foundation/index.ts";
import type { PromptTemplate } from "../records/index.ts";
import { parseSlots, writeSlots } from "../text/index.ts";
import type { BenchmarkTask, PromptRules } from "./task.ts";

/** Which template is meant, and how much of a passage's text it takes. */
export interface TemplateRules extends PromptRules {
  /**
   * First words of a passage's text that are used, under `longhand`.
   *
   * @defaultValue all of them; `longlamp-paper` uses the limits of the paper
   */
  readonly maxPassageWords?: number;
}

/**
 * The template of a task under given rules. The word limits of the paper (750 for abstracts, 100 for
 * reviews in the `llama` family) hold under `longlamp-paper` only; `longhand` keeps texts whole and
 * leaves the fitting to the token budget, unless `maxPassageWords` is given.
 *
 * @param task - The task.
 * @param rules - Rules, family, and the word limit if there is to be one.
 * @returns The template.
 * @throws LonghandError `invalid-option` for a limit that is not a positive whole number, or under
 * `longlamp-paper`.
 */
export function templateFor(task: BenchmarkTask, rules: TemplateRules): PromptTemplate {
  const { profile, family, maxPassageWords } = rules;
  const template = task.templates[family];
  if (profile === "longlamp-paper") {
    if (maxPassageWords === undefined) return template;
    throw new LonghandError("maxPassageWords cannot be set under the profile longlamp-paper.", {
      code: "invalid-option",
      hint: "That profile has the paper's own limits. Use the profile longhand.",
    });
  }
  if (
    maxPassageWords !== undefined &&
    !(Number.isInteger(maxPassageWords) && maxPassageWords > 0)
  ) {
    throw new LonghandError(
      `maxPassageWords must be a whole number from 1, got ${maxPassageWords}.`,
      {
        code: "invalid-option",
      },
    );
  }
  const { field } = task.definition.target;
  const parts = parseSlots(template.passage).map((part) => {
    if (typeof part === "string") return part;
    const limit = part.name === field ? maxPassageWords : undefined;
    return limit === undefined ? { name: part.name } : { name: part.name, maxWords: limit };
  });
  return { ...template, passage: writeSlots(parts) };
}
