export { counted } from "./counted.ts";
export { FUNCTION_WORD_LANGUAGES, functionWords, guessLanguage } from "./guess-language.ts";
export type { NltkVersion } from "./nltk-version.ts";
export type { NltkTokenizer } from "./nltk-words.ts";
export { nltkTokenizer } from "./nltk-words.ts";
export { comparableId, comparableText, terminalSafe } from "./normalise.ts";
export { porterStem } from "./porter-stem.ts";
export type { NltkOptions, TextSpan } from "./punkt-sentences.ts";
export { punktSentences, punktSpans } from "./punkt-sentences.ts";
export type { PunktFiles, PunktTables } from "./punkt-tables.ts";
export { NO_PUNKT_TABLES, parsePunktTables, punktSignature } from "./punkt-tables.ts";
export {
  firstWords,
  isPythonSpace,
  pythonStrip,
  pythonTrimmedEnd,
  pythonWords,
} from "./python-strings.ts";
export { splitSentences } from "./sentences.ts";
export type { Slot, TemplatePart } from "./slot-template.ts";
export { fillSlots, parseSlots, readSlots, writeSlots } from "./slot-template.ts";
export { unicodeWordStarts, unicodeWords } from "./unicode-words.ts";
export { wellFormed } from "./well-formed.ts";
export { wordsWithSpaces } from "./words-with-spaces.ts";
