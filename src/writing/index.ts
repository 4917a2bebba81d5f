export type {
  AuthorFact,
  AvoidItem,
  Brief,
  BriefKind,
  ModelChoice,
  ModelSize,
  MustItem,
  OutlineNode,
  WritingOrder,
} from "./brief/brief.ts";
export { countWords, targetWordsOf } from "./brief/brief-words.ts";
export type { DecodedText } from "./brief/read-brief.ts";
export { decodeText, parseBrief } from "./brief/read-brief.ts";
export { sectionMarkdown } from "./section-markdown.ts";
export type { Exemplar } from "./section-prompt.ts";
export { SECTION_PROMPT_VERSION, sectionRequest } from "./section-prompt.ts";
