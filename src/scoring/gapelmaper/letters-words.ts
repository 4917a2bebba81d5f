import type { CutWords } from "./cut-words.ts";

const ASCII = /^[\0-\x7f]*$/;
const WORD = /[a-z]+(?:'[a-z]+)*/g;
const FOREIGN_LETTER = /[^\P{L}a-z]/gu;

/**
 * Cuts a text by the rule `letters`: compatibility decomposition, lower case, marks removed, curly
 * apostrophes straightened; then every maximal run of a–z with inner apostrophes.
 *
 * @param piece - Any text.
 * @returns Its words.
 */
export function lettersWords(piece: string): CutWords {
  if (ASCII.test(piece)) {
    return { words: piece.toLowerCase().match(WORD) ?? [], foreignLetters: 0 };
  }
  const plain = piece
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[\u2019\u02bc]/g, "'");
  return {
    words: plain.match(WORD) ?? [],
    foreignLetters: plain.match(FOREIGN_LETTER)?.length ?? 0,
  };
}
