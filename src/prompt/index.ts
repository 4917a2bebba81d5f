export { canonicalTemplate } from "./canonical-template.ts";
export type { PromptBudget } from "./prompt-budget.ts";
export type { PromptParts } from "./render-prompt.ts";
export { renderPrompt } from "./render-prompt.ts";
