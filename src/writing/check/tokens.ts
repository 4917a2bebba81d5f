/** A word, number or mark of a text. */
export interface Token {
  /** As it is written. */
  readonly text: string;
  /** In lower case, with a straight apostrophe. */
  readonly lower: string;
  /** Where it begins, in UTF-16 units of the text. */
  readonly start: number;
  /** Where it ends; exclusive. */
  readonly end: number;
  /** What it is. */
  readonly kind: "word" | "number" | "mark";
}

// The possessive 's is a token of its own; other apostrophes belong to their word.
const TOKEN =
  /\p{L}[\p{L}\p{M}]*(?:['’](?!s(?!\p{L}))\p{L}+)*|['’]s(?!\p{L})|\d+(?:[.,\u00a0\u202f]\d+)*|\S/gu;

/**
 * Splits a text into words, numbers and marks.
 *
 * @param text - The text.
 * @param offset - What is added to every place. @defaultValue 0
 * @returns The tokens in order.
 */
export function tokensOf(text: string, offset = 0): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: found, index }) => ({
    text: found,
    lower: found.toLowerCase().replaceAll("’", "'"),
    start: offset + index,
    end: offset + index + found.length,
    kind: kindOf(found),
  }));
}

function kindOf(found: string): Token["kind"] {
  if (/^\d/.test(found)) return "number";
  return /^\p{L}/u.test(found) ? "word" : "mark";
}

/**
 * Tells whether a token begins with a capital letter.
 *
 * @param token - The token; `undefined` does not.
 * @returns Whether it does.
 */
export function isCapital(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token.text);
}
