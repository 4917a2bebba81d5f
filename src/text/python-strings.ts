// What Python's str.split() and str.strip() take for white space. JavaScript's \s and trim() lack
// U+001C–U+001F and U+0085, and wrongly hold U+FEFF.
const SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACES = new RegExp(`[${SPACE}]+`);
const OUTER_SPACES = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "g");

/**
 * Splits a text into words as Python's `str.split()` does: the unit of every length in LongLaMP.
 *
 * @param text - Any text.
 * @returns Its words in order; none for a blank text.
 */
export function pythonWords(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== "");
}

/**
 * Removes white space at both ends as Python's `str.strip()` does.
 *
 * @param text - Any text.
 * @returns The text without outer white space.
 */
export function pythonStrip(text: string): string {
  return text.replace(OUTER_SPACES, "");
}

/**
 * The first words of a text, joined by single spaces.
 *
 * @param text - Any text.
 * @param maxWords - How many words at most.
 * @returns Those words; the text loses its line breaks.
 */
export function firstWords(text: string, maxWords: number): string {
  return pythonWords(text).slice(0, maxWords).join(" ");
}
