import type { CorpusFinding } from "../../records/index.ts";
import type { FindingTally } from "./finding-tally.ts";
import type { SourceCursor } from "./record-format.ts";

/** Whole lines of a source, one record each, that are made into columns at once. */
export interface ColumnBlock {
  /** Number of the block in its import, from 0. */
  readonly index: number;
  /** The source, as the user named it. */
  readonly file: string;
  /** Where the block begins. */
  readonly from: SourceCursor;
  /** Where the next one begins. */
  readonly to: SourceCursor;
  /** The lines; each has a line feed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The lines of the source on which the records begin, if the block's own do not tell. */
  readonly lines?: readonly number[];
  /** Lines that are empty because no record could be read there, in order. */
  readonly faults: readonly LineFault[];
}

/** A line in whose place something was found that is no record. */
export interface LineFault {
  /** Number of the line in its block, from 0. */
  readonly row: number;
  /** What was found. */
  readonly finding: CorpusFinding;
}

/** The values of a column of a block, ready to be written. */
export interface ColumnPage {
  /** How many values there are, those that are missing included. */
  readonly values: number;
  /** Bits, lowest first: whether a value is there; absent if all are. */
  readonly present?: Uint8Array;
  /** The values that are there in Parquet's plain encoding; of a column of one value, that value. */
  readonly plain: Uint8Array;
  /** Whether all values are the same, and `plain` holds it once. */
  readonly isConstant: boolean;
}

/** A block in columns. */
export interface BlockColumns {
  /** Records. */
  readonly records: number;
  /** By column of the table, those of kind `id` left out; good until the next block. */
  readonly pages: readonly ColumnPage[];
  /** The hashes of the records, of {@link ID_BYTES} bytes each. */
  readonly ids: Uint8Array<ArrayBuffer>;
  /** What was found. */
  readonly tally: FindingTally;
  /** The rejected records, as they are to be listed: lines of JSON. */
  readonly rejected: string;
}

/** How much of a hash makes an id. */
export const ID_BYTES = 12;
