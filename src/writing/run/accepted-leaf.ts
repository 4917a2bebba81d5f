import type { NodeRead } from "../../records/index.ts";

/** A place in a leaf's text. */
export interface TextQuote {
  /** Id of the leaf; of an earlier one where that is what is contradicted. */
  readonly node: string;
  /** The words there, as they stand. */
  readonly text: string;
  /** Where they begin, in UTF-16 units of the leaf's text. */
  readonly start: number;
  /** Where they end; exclusive. */
  readonly end: number;
}

/** Something wrong with a leaf that nobody has mended. */
export interface OpenIssue {
  /** What: `missing`, `must`, `length`, `repetition`, `cut-off`, `fact`, `order`, `thread`, … */
  readonly type: string;
  /** 5 contradicts the author … 3 a mention is missing, 2 repetition or length, 1 style. */
  readonly severity: number;
  /** In words. */
  readonly message: string;
  /** The place that is wrong, then what it contradicts. @defaultValue the whole leaf */
  readonly quotes?: readonly TextQuote[];
  /** Id of the fact that is contradicted. @defaultValue none */
  readonly fact?: string;
}

/** The text of a leaf that was accepted, without the text itself. */
export interface AcceptedLeaf {
  /** Id of the leaf. */
  readonly node: string;
  /** From 1; a later version stands in place of an earlier one. */
  readonly version: number;
  /** SHA-256 of the text. */
  readonly textHash: string;
  /** Its words. */
  readonly words: number;
  /** Words that were asked for when it was drafted. */
  readonly targetWords: number;
  /** What it says, in short. */
  readonly summary: string;
  /** Words and tokens of the replies it was made from, to measure tokens per word. */
  readonly measured: { readonly words: number; readonly tokens: number };
  /** What is still wrong with it. */
  readonly issues: readonly OpenIssue[];
  /** What was read to write it. */
  readonly reads: readonly NodeRead[];
  /** Rounds of candidates that it took; 0 for the author's own text. */
  readonly attempts: number;
  /** What the step after it was told to do; of the strategy `rolling` only. */
  readonly instruction?: string;
  /** Words of the text so far that its prompt had no room for; of the strategy `outline` only. */
  readonly droppedWords?: number;
}

/**
 * What a run is at: `draft` writes leaves, `repair` mends open issues, `back` changes earlier text for later
 * text, `close` smooths joins, `fit` brings the length into its tolerance, `done` has nothing left to do.
 */
export type WritingPhase = "draft" | "repair" | "back" | "close" | "fit" | "done";
