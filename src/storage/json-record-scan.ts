/** The text of one JSON object in a file that holds many. */
export interface JsonRecord {
  /** Its bytes, from `{` to `}`; for a fault, as far as they were kept (at most 64 MiB). */
  readonly bytes: Buffer;
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Where it begins in the (unpacked) file, in bytes. */
  readonly startByte: number;
  /** Where reading can begin again to find the next record. */
  readonly endByte: number;
  /** Line of `endByte`. */
  readonly endLine: number;
  /** Places of `(` outside of texts, from the record's beginning: JSON has none, Mongo's shell does. */
  readonly calls: readonly number[];
  /** Why this is no record: cut off, longer than 64 MiB, or something that is no object. */
  readonly fault?: string;
}

/** Where a reading begins. */
export interface ScanStart {
  /** Position in the (unpacked) file, in bytes: 0, or the end of an earlier record. */
  readonly startByte: number;
  /** Line of that position, from 1. */
  readonly line: number;
}

/** The reading of a file of JSON objects, at one of its bytes. Positions are those in `buffer`. */
export interface RecordScan {
  buffer: Buffer;
  /** The next byte to look at. */
  at: number;
  /** Position of `buffer` in the file. */
  base: number;
  /** Line of `at`, from 1. */
  line: number;
  /** Where that line begins; may lie before the buffer. */
  lineStart: number;
  /** The record that is open. */
  record: OpenRecord | undefined;
  /**
   * After a fault: how far the broken record was indented. Lines are passed over up to one that
   * looks like the beginning of another.
   */
  lostColumn: number | undefined;
  /**
   * `lines` once the first record began and ended on one line of its own: a later line that begins
   * with an object then always begins a record.
   */
  layout: "unknown" | "lines" | "free";
  /** The first record, while the layout is not known. */
  first: { readonly column: number; readonly line: number } | undefined;
}

/** A record whose end has not been found yet. */
export interface OpenRecord {
  start: number;
  readonly line: number;
  /** Bytes before it in its line. */
  readonly column: number;
  depth: number;
  isInText: boolean;
  readonly calls: number[];
  /** A later line that looks like the beginning of a record, should this one never end. */
  restart: { at: number; readonly line: number; readonly column: number } | undefined;
}

/** A scan that has seen nothing yet. */
export function newScan({ startByte, line }: ScanStart): RecordScan {
  return {
    buffer: Buffer.alloc(0),
    at: 0,
    base: startByte,
    line,
    lineStart: 0,
    record: undefined,
    lostColumn: undefined,
    layout: "unknown",
    first: undefined,
  };
}

/** Adds a chunk behind what is still needed. */
export function refill(scan: RecordScan, chunk: Buffer): void {
  const from = scan.record?.start ?? scan.at;
  scan.buffer =
    from === scan.buffer.length ? chunk : Buffer.concat([scan.buffer.subarray(from), chunk]);
  scan.base += from;
  scan.at -= from;
  scan.lineStart -= from;
  if (scan.record === undefined) return;
  scan.record.start -= from;
  if (scan.record.restart !== undefined) scan.record.restart.at -= from;
}

/** Takes note of a line feed. */
export function startLine(scan: RecordScan, feed: number): void {
  scan.line += 1;
  scan.lineStart = feed + 1;
}
