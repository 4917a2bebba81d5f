import { LonghandError } from "../../foundation/index.ts";
import { checkShape, type DataProblem, parseStrictYaml } from "../../storage/index.ts";
import type { Brief } from "./brief.ts";
import { briefSchema } from "./brief-schema.ts";
import { contradictionsIn } from "./check-brief.ts";

/**
 * Reads a brief and refuses everything that could not be written, all faults at once, before
 * anything is spent.
 *
 * @param text - YAML or JSON.
 * @param file - Its name in messages.
 * @returns The brief with every default written out.
 * @throws LonghandError `invalid-brief`, listing each fault with file and line.
 */
export function parseBrief(text: string, file: string): Brief {
  const source = parseStrictYaml(text, "a brief");
  const { value, problems } = checkShape(source, briefSchema);
  const shape = [...source.problems, ...problems];
  const faults =
    shape.length === 0 && value !== undefined ? contradictionsIn(value, source) : shape;
  if (faults.length === 0 && value !== undefined) return value;
  throw invalidBrief(file, faults);
}

/**
 * The error of a brief with faults.
 *
 * @param file - Its name in messages.
 * @param problems - The faults.
 * @returns An error with code `invalid-brief` that lists them in the order of the file.
 */
export function invalidBrief(file: string, problems: readonly DataProblem[]): LonghandError {
  const faults = problems.toSorted(
    (left, right) => left.line - right.line || left.column - right.column,
  );
  const lines = faults.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
  return new LonghandError(
    `${file} has ${faults.length} ${faults.length === 1 ? "fault" : "faults"}; nothing was written.\n${lines.join("\n")}`,
    {
      code: "invalid-brief",
      hint: "Mend the lines above. docs/writing.md lists every field of a brief.",
      details: { file, problems: faults },
    },
  );
}

// What a reader cannot see and a model trips over; line breaks and tabs stay.
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/** The text of a file, and what was taken out of it. */
export interface DecodedText {
  /** The text. */
  readonly text: string;
  /** Control and zero-width characters that were removed. */
  readonly removedCharacters: number;
}

/**
 * Turns a file's bytes into text: UTF-8, or UTF-16 with a byte-order mark.
 *
 * @param bytes - The file.
 * @param file - Its name in messages.
 * @returns Its text without control and zero-width characters.
 * @throws LonghandError `invalid-brief` with the offset of the first byte that is no UTF-8.
 */
export function decodeText(bytes: Uint8Array, file: string): DecodedText {
  const decoded = decode(bytes, file);
  const text = decoded.replace(INVISIBLE, "");
  return { text, removedCharacters: decoded.length - text.length };
}

function decode(bytes: Uint8Array, file: string): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const offset = firstBadByte(bytes);
    throw new LonghandError(`${file}: the byte at offset ${offset} is not UTF-8.`, {
      code: "invalid-brief",
      hint: "Save the file as UTF-8.",
      details: { file, offset },
      cause,
    });
  }
}

/** Halves the file until the shortest beginning is found that cannot be decoded. */
function firstBadByte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // A character that the cut halves is no fault here.
    if (isDecodable(bytes.subarray(0, middle), true)) good = middle;
    else bad = middle;
  }
  // The bytes before it may be the beginning of a character that never came to its end.
  while (good > 0 && !isDecodable(bytes.subarray(0, good), false)) good -= 1;
  return good;
}

function isDecodable(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}
