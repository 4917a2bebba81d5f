// Letters, marks and digits form words; each Han or Kana character is a word of its own, since
// those scripts write no spaces between words.
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{Nd}])+/gu;

/**
 * Splits a text into lower-cased Unicode words: runs of letters, marks and digits, and each Han or
 * Kana character by itself. Tokens of the `unicode-words` signatures.
 *
 * @param text - Any text.
 * @returns Its words in order; none for a text without letters or digits.
 */
export function unicodeWords(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/**
 * Where the Unicode words of a text begin.
 *
 * @param text - Any text, in its own case.
 * @returns One place per word, in UTF-16 units; as many as `unicodeWords` has words.
 */
export function unicodeWordStarts(text: string): Int32Array {
  const starts: number[] = [];
  for (const { index } of text.matchAll(WORD)) starts.push(index);
  return Int32Array.from(starts);
}
