export { canonicalTemplate } from "./canonical-template.ts";
export type { PromptBudget } from "./prompt-budget.ts";
export type { PromptParts } from "./render-prompt.ts";
export { renderPrompt } from "./render-prompt.ts";
export type { SideTemplates } from "./side-prompts.ts";
export {
  checkSideTemplate,
  SIDE_TEMPLATES,
  stylePreface,
  stylePrompt,
  summaryPrompt,
} from "./side-prompts.ts";
