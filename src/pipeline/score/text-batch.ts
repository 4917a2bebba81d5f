import type { TextToScore } from "./text-to-score.ts";

/** Texts that are scored in one go; it may cross to another thread. */
export type TextBatch = LinesBatch | TextsBatch;

/** Lines of a JSON Lines file, still to be read. */
export interface LinesBatch {
  /** What it is. */
  readonly kind: "lines";
  /** The lines; empty for one that is too long. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of the first line. */
  readonly firstLine: number;
  /** Whether it stands for one line that is too long. */
  readonly tooLong: boolean;
}

/** Texts that were read already. */
export interface TextsBatch {
  /** What it is. */
  readonly kind: "texts";
  /** The texts, with the lines they stand on. */
  readonly texts: readonly NumberedText[];
  /** Lines that hold none. */
  readonly faults: readonly NumberedFault[];
}

/** A text and where it stands. */
export interface NumberedText {
  /** The text. */
  readonly text: TextToScore;
  /** Line, from 1. */
  readonly line: number;
  /** Place in the list, from 1, in a file that is one JSON array. */
  readonly element?: number;
}

/** What is wrong with a line. */
export interface NumberedFault {
  /** What is wrong, without file and line. */
  readonly problem: string;
  /** Line, from 1. */
  readonly line: number;
  /** Place in the list, from 1, in a file that is one JSON array. */
  readonly element?: number;
}
