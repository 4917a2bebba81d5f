import type { Brief, WritingStrategy } from "../brief/brief.ts";
import { TEMPLATES } from "../prompts/templates-v1.ts";
import { STEP_TEMPLATES } from "./step-templates-v1.ts";

/** A strategy that writes one step after the other, without a tree. */
export type StepStrategy = Exclude<WritingStrategy, "tree">;

/**
 * The baseline that a brief asks for.
 *
 * @param brief - The brief.
 * @returns Its name; `undefined` for the tree.
 */
export function stepStrategyOf({ strategy }: Pick<Brief, "strategy">): StepStrategy | undefined {
  // Runs of before there were strategies have none: they are trees.
  return strategy === undefined || strategy === "tree" ? undefined : strategy;
}

/**
 * What names the wording of a brief's prompts: part of every call's key, so that no reply of one strategy
 * is taken for another's.
 *
 * @param brief - The brief.
 * @returns Versions of the templates, and the strategy if it is no tree.
 */
export function templatesOf(brief: Pick<Brief, "strategy">): string {
  const strategy = stepStrategyOf(brief);
  if (strategy === undefined) return TEMPLATES.version;
  return `${TEMPLATES.version}+${STEP_TEMPLATES.version}+${strategy}`;
}
