export type { Brief } from "./brief.ts";
export { parseBrief } from "./brief.ts";
export { sectionMarkdown } from "./section-markdown.ts";
export type { Exemplar } from "./section-prompt.ts";
export { SECTION_PROMPT_VERSION, sectionRequest } from "./section-prompt.ts";
