export { comparableId, comparableText, terminalSafe } from "./normalise.ts";
export { porterStem } from "./porter-stem.ts";
export { firstWords, pythonStrip, pythonWords } from "./python-strings.ts";
export { unicodeWords } from "./unicode-words.ts";
export { wellFormed } from "./well-formed.ts";
