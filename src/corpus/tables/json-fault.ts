import { LonghandError } from "../../foundation/index.ts";
import type { CorpusPlace } from "../../records/index.ts";
import { parseStrictJson } from "../../storage/index.ts";

/** What strict reading gives: a value, or what is wrong and where. */
export type StrictlyRead =
  | { readonly value: unknown }
  | { readonly message: string; readonly place: CorpusPlace };

/**
 * Parses JSON strictly.
 *
 * @param text - The JSON.
 * @param file - Its file, for the place.
 * @param line - The line on which it begins.
 * @returns The value, or the fault with line and column.
 */
export function readStrictly(text: string, file: string, line: number): StrictlyRead {
  try {
    return { value: parseStrictJson(text, { file, line }) };
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    const { line: faultLine, column } = error.details as { line: number; column: number };
    const prefix = `${file}:${faultLine}:${column}: `;
    return {
      message: error.message.slice(prefix.length).replace(/\.$/, ""),
      place: { file, line: faultLine, column },
    };
  }
}
