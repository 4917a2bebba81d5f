/** Python's white space (`\s` and `str.split`), to stand inside a character class. */
export const PYTHON_SPACE =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

/** Python's word characters (`\w`), to stand inside a class of a pattern with the flag `u`. */
export const PYTHON_WORD = "\\p{L}\\p{N}_";

/** A word boundary as Python's `\b` sees it. Needs the flag `u`; JavaScript's `\b` knows ASCII only. */
export const PYTHON_BOUNDARY: string = `(?:(?<=[${PYTHON_WORD}])(?![${PYTHON_WORD}])|(?<![${PYTHON_WORD}])(?=[${PYTHON_WORD}]))`;

/** Characters that Python pairs with an ASCII letter when it ignores case. */
const PARTNERS: ReadonlyMap<string, string> = new Map([
  ["i", "İı"],
  ["s", "ſ"],
  ["k", "\u212a"],
]);

/**
 * A pattern that matches letters in either case, as Python's flag `IGNORECASE` does.
 *
 * @param letters - Lower-case ASCII letters; other characters stand for themselves.
 * @returns The source of the pattern.
 */
export function ignoringCase(letters: string): string {
  return letters.replace(
    /[a-z]/g,
    (letter) => `[${letter}${letter.toUpperCase()}${PARTNERS.get(letter) ?? ""}]`,
  );
}
