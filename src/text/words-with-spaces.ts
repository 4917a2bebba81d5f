import { PYTHON_SPACE } from "./python-patterns.ts";

const WORD_WITH_SPACES = new RegExp(`[${PYTHON_SPACE}]*[^${PYTHON_SPACE}]+[${PYTHON_SPACE}]*`, "g");

/**
 * Splits a text into words and keeps the white space after each (and before the first), so that the
 * pieces give the text when joined. It has as many pieces as `pythonWords` has words.
 *
 * @param text - Any text.
 * @returns Its words with their white space; none for a blank text.
 */
export function wordsWithSpaces(text: string): string[] {
  return text.match(WORD_WITH_SPACES) ?? [];
}
