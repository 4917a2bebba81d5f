import { isPythonSpace } from "../../text/index.ts";

const [BACKSLASH, LETTER_U] = [92, 117] as const;

/** Letters of escapes that stand for white space: \\t, \\n, \\f, \\r. */
const SPACE_ESCAPES: ReadonlySet<number> = new Set(
  Array.from("tnfr", (letter) => letter.charCodeAt(0)),
);

/** First bytes of the white space beyond ASCII, in UTF-8: U+0085, U+00A0, U+1680, U+2000–U+205F, U+3000. */
export const SPACE_LEADS: ReadonlySet<number> = new Set([0xc2, 0xe1, 0xe2, 0xe3]);

/**
 * How many bytes of a text in JSON stand for one character of white space, as Python sees it.
 *
 * @param bytes - Whole characters in UTF-8, escapes checked.
 * @param at - Where the character begins: at a backslash or one of {@link SPACE_LEADS}.
 * @returns The bytes; 0 if it is no white space.
 */
export function spaceBytes(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first === BACKSLASH) return escapedSpace(bytes, at);
  const second = bytes[at + 1] as number;
  if (first === 0xc2) return isPythonSpace(second) ? 2 : 0;
  const unit = ((first & 15) << 12) | ((second & 63) << 6) | ((bytes[at + 2] as number) & 63);
  return isPythonSpace(unit) ? 3 : 0;
}

function escapedSpace(bytes: Uint8Array, at: number): number {
  const letter = bytes[at + 1] as number;
  if (letter !== LETTER_U) return SPACE_ESCAPES.has(letter) ? 2 : 0;
  const digits = String.fromCharCode(...bytes.subarray(at + 2, at + 6));
  return isPythonSpace(Number.parseInt(digits, 16)) ? 6 : 0;
}
