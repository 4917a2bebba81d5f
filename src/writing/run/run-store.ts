import type { JournalLine } from "../../records/index.ts";

/** A call to a model that came to its end; kept under its key before its text is used. */
export interface StoredCall {
  /** Format version. */
  readonly v: 1;
  /** Hash of everything that makes it this call, see `callKey`. */
  readonly key: string;
  /** What it was for. */
  readonly stage: string;
  /** What the model wrote. */
  readonly text: string;
  /** `length`: stopped at its limit. `guard`: stopped because it repeated itself. */
  readonly finishReason: "stop" | "length" | "guard";
  /** Tokens read. */
  readonly promptTokens: number;
  /** Tokens written. */
  readonly outputTokens: number;
  /** Mean ln p of the tokens written; absent where it was not asked for or not to be had. */
  readonly meanLogProbability?: number;
}

/** Where one run keeps its journal, its calls and its texts. One writer at a time. */
export interface RunStore {
  /** The journal as it was when the store was opened: whole lines, their chain checked. */
  readonly lines: readonly JournalLine[];
  /**
   * Adds lines to the journal; they are safe once the promise settles.
   *
   * @param lines - The lines, already chained.
   */
  append(lines: readonly JournalLine[]): Promise<void>;
  /**
   * Keeps a text under its hash.
   *
   * @param text - The text.
   * @returns Its SHA-256.
   */
  writeBlob(text: string): Promise<string>;
  /**
   * Gives a text back.
   *
   * @param hash - Its SHA-256.
   * @returns The text.
   * @throws LonghandError `damaged-run` if it is missing or not what its name says.
   */
  readBlob(hash: string): Promise<string>;
  /**
   * Keeps a finished call.
   *
   * @param call - The call; an earlier one of the same key is replaced.
   */
  saveCall(call: StoredCall): Promise<void>;
  /**
   * Looks for a finished call.
   *
   * @param key - Its key.
   * @returns The call; `undefined` if it never came to its end.
   */
  findCall(key: string): Promise<StoredCall | undefined>;
  /** Lets go of the run. */
  close(): Promise<void>;
}
