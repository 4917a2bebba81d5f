import { decodeHTML } from "entities/decode";
import { pythonWords } from "../../text/index.ts";
import type { CutWords } from "./cut-words.ts";

const REFERENCE = /&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|[^\t\n\f <&#;]{1,32};?)/g;
const NO_WORD_CHARACTER = /[^\p{L}\p{N}_ ]+/gu;
const FOREIGN_LETTER = /[^\P{L}\p{Script=Latin}]/gu;

/**
 * Cuts a text by the rule `reference`, as the published code does: HTML entities decoded twice, lower
 * case, everything deleted but letters, digits, underscores and white space, split on white space. So
 * `don't` is `dont`, and a dash without spaces glues two words.
 *
 * @param piece - Any text.
 * @returns Its words.
 */
export function referenceWords(piece: string): CutWords {
  const decoded = piece.includes("&") ? unescaped(unescaped(piece)) : piece;
  const spaced = pythonWords(decoded.toLowerCase()).join(" ");
  const plain = spaced.replace(NO_WORD_CHARACTER, "");
  return {
    words: plain.split(" ").filter((word) => word !== ""),
    foreignLetters: plain.match(FOREIGN_LETTER)?.length ?? 0,
  };
}

/** Decodes HTML entities as Python's `html.unescape` does. */
function unescaped(text: string): string {
  return text.replace(
    REFERENCE,
    (whole: string, hexadecimal: string | undefined, decimal: string | undefined) => {
      if (hexadecimal !== undefined) return character(Number.parseInt(hexadecimal, 16));
      if (decimal !== undefined) return character(Number.parseInt(decimal, 10));
      return decodeHTML(whole);
    },
  );
}

function character(code: number): string {
  // Python leaves these out; as characters some of them would be white space and cut a word in two.
  if (code === 0x0b || (code >= 0x0e && code <= 0x1f)) return "";
  return code > 0x10ffff ? "\ufffd" : decodeHTML(`&#${code};`);
}
