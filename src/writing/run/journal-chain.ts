import type { JournalLine } from "../../records/index.ts";
import { canonicalJson, sha256 } from "../../storage/index.ts";

/** What the first line of a journal has for the hash of the line before it. */
export const FIRST_HASH: string = "0".repeat(64);

/**
 * The hash that chains the next line to this one. The time is no part of it, so that two runs that
 * did the same have the same chain.
 *
 * @param line - A line.
 * @returns SHA-256 of its canonical JSON without `at`.
 */
export function hashOfLine({ seq, type, body, previousHash }: JournalLine): string {
  return sha256(canonicalJson({ seq, type, body, previousHash }));
}
