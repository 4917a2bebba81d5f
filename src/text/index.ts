export { comparableId, comparableText, terminalSafe } from "./normalise.ts";
export { porterStem } from "./porter-stem.ts";
export { firstWords, pythonStrip, pythonWords } from "./python-strings.ts";
export { splitSentences } from "./sentences.ts";
export type { Slot, TemplatePart } from "./slot-template.ts";
export { fillSlots, parseSlots, readSlots, writeSlots } from "./slot-template.ts";
export { unicodeWords } from "./unicode-words.ts";
export { wellFormed } from "./well-formed.ts";
