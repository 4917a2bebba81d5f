import { PYTHON_SPACE } from "./python-patterns.ts";

// What Python's str.split() and str.strip() take for white space. JavaScript's \s and trim() lack
// U+001C–U+001F and U+0085, and wrongly hold U+FEFF.
const SPACES = new RegExp(`[${PYTHON_SPACE}]+`);
const SPACE = new RegExp(`[${PYTHON_SPACE}]`);
const SPACE_UNITS: ReadonlySet<number> = new Set(
  Array.from({ length: 0x3001 }, (_, unit) => unit).filter((unit) =>
    SPACE.test(String.fromCharCode(unit)),
  ),
);

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
  const end = pythonTrimmedEnd(text);
  let start = 0;
  while (start < end && isPythonSpace(text.charCodeAt(start))) start++;
  return text.slice(start, end);
}

/**
 * Where a text ends without white space at its end, as Python's `str.rstrip()` sees it.
 *
 * @param text - Any text.
 * @returns The length of the text up to there, in UTF-16 units.
 */
export function pythonTrimmedEnd(text: string): number {
  // A pattern that looks for white space at the end takes quadratic time on long runs inside.
  let end = text.length;
  while (end > 0 && isPythonSpace(text.charCodeAt(end - 1))) end--;
  return end;
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

/**
 * Tells whether Python takes a character for white space.
 *
 * @param unit - The character's UTF-16 unit.
 * @returns Whether it does.
 */
export function isPythonSpace(unit: number): boolean {
  // Letters, digits and most marks lie between the two bounds.
  if (unit > 0x20 && unit < 0x85) return false;
  return SPACE_UNITS.has(unit);
}
