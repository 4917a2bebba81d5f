export { comparableId, comparableText, terminalSafe } from "./normalise.ts";
export { firstWords, pythonStrip, pythonWords } from "./python-strings.ts";
export { unicodeWords } from "./unicode-words.ts";
