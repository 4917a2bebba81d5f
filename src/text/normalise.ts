import { pythonWords } from "./python-strings.ts";

/**
 * A text as it is compared with another: Unicode form NFC, white space collapsed to single spaces,
 * none at the ends. Two documents with equal results hold the same text.
 *
 * @param text - Any text.
 * @returns The form to compare.
 */
export function comparableText(text: string): string {
  return pythonWords(text.normalize("NFC")).join(" ");
}

/**
 * An id as it is compared with another: a string in Unicode form NFC; `7` and `"7"` are one id.
 *
 * @param id - A string or a number from somebody's data.
 * @returns The id to compare and to store.
 */
export function comparableId(id: string | number): string {
  return String(id).normalize("NFC");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text that is safe to show in a terminal: escape sequences, other control characters and
 * direction overrides show as `\u001b`-style escapes. Line breaks and tabs stay.
 *
 * @param text - Text from a model or a user.
 * @returns The text with nothing in it that a terminal would obey.
 */
export function terminalSafe(text: string): string {
  return text.replace(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
