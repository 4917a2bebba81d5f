import { open } from "node:fs/promises";
import type { CorpusFinding, CorpusPlace } from "../../records/index.ts";
import { wellFormed } from "../../text/index.ts";
import { type FindingTally, newTally, tallyFinding } from "./finding-tally.ts";
import { LINE_KEY, type RecordFormat, type SourceCursor } from "./record-format.ts";

/** Rows of one step: a row group of the finished table. */
const SEGMENT_ROWS = 122_880;

/** Text of one step, in bytes. */
const SEGMENT_BYTES = 64 * 1024 * 1024;

/** A stretch of a source, made ready for the engine: only plain records, one a line. */
export interface Segment {
  /** Number of the segment in its import, from 0. */
  readonly index: number;
  /** The source, as the user named it. */
  readonly file: string;
  /** Where the segment begins. */
  readonly from: SourceCursor;
  /** Where the next one begins. */
  readonly to: SourceCursor;
  /** Records that the engine will find in it. */
  readonly records: number;
  /** Bytes of its longest line. */
  readonly longestLine: number;
  /** What was found. */
  readonly tally: FindingTally;
  /** The rejected records, as they are to be listed: lines of JSON. */
  readonly rejected: string;
}

/** Gathers the lines of a segment. */
export interface SegmentBuilder {
  /** Takes whole lines of plain records as they stand, without copying them. */
  addPlain(bytes: Buffer, records: number): void;
  /** Takes the place of a line that is no record, so that all lines keep their numbers. */
  addNothing(): void;
  /** Looks closely at a record, and takes it or notes why not. */
  addRecord(value: unknown, place: CorpusPlace, options: { readonly tellsLine: boolean }): void;
  /** Notes a finding. */
  note(finding: CorpusFinding): void;
  /** Tells of a line's length. */
  measure(bytes: number): void;
  /** Rows taken so far. */
  rows(): number;
  /** Whether the segment should end, with so many more rows. */
  isFull(more: number): boolean;
  /** Writes the lines to a file and begins the next segment. */
  finish(path: string, to: SourceCursor): Promise<Segment>;
}

const NOTHING = Buffer.from("{}\n");

/** Where a builder begins, and how it treats records. */
export interface BuilderStart {
  /** The source, as the user named it. */
  readonly file: string;
  /** How records become rows. */
  readonly format: RecordFormat;
  /** Number of the first segment. */
  readonly index: number;
  /** Where the first segment begins. */
  readonly from: SourceCursor;
}

interface Gathered {
  readonly pieces: Buffer[];
  bytes: number;
  rows: number;
  records: number;
  longestLine: number;
  readonly tally: FindingTally;
  rejected: string;
}

/** Starts gathering at some place of a source. */
export function segmentBuilder({ file, format, index, from }: BuilderStart): SegmentBuilder {
  let start = from;
  let next = index;
  let now = nothingGathered();
  const push = (bytes: Buffer, records: number, rows: number): void => {
    now.pieces.push(bytes);
    now.bytes += bytes.length;
    now.records += records;
    now.rows += rows;
  };
  const note = (finding: CorpusFinding): void => {
    tallyFinding(now.tally, finding);
    if (finding.outcome !== "rejected") return;
    const { place, reason, message } = finding;
    now.rejected += `${JSON.stringify({ ...place, reason, message })}\n`;
  };
  return {
    addPlain: (bytes, records) => push(bytes, records, records),
    addNothing: () => push(NOTHING, 0, 1),
    addRecord: (value, place, { tellsLine }) => {
      const line = recordLine(value, { place, format, note, tellsLine });
      if (line === undefined) push(NOTHING, 0, 1);
      else {
        push(line, 1, 1);
        now.longestLine = Math.max(now.longestLine, line.length);
      }
    },
    note,
    measure: (bytes) => {
      now.longestLine = Math.max(now.longestLine, bytes);
    },
    rows: () => now.rows,
    isFull: (more) => now.rows + more >= SEGMENT_ROWS || now.bytes >= SEGMENT_BYTES,
    finish: async (path, to) => {
      await writePieces(path, now.pieces);
      const { records, longestLine, tally, rejected } = now;
      const segment = {
        index: next,
        file,
        from: start,
        to,
        records,
        longestLine,
        tally,
        rejected,
      };
      start = to;
      next += 1;
      now = nothingGathered();
      return segment;
    },
  };
}

function nothingGathered(): Gathered {
  return {
    pieces: [],
    bytes: 0,
    rows: 0,
    records: 0,
    longestLine: 0,
    tally: newTally(),
    rejected: "",
  };
}

async function writePieces(path: string, pieces: readonly Buffer[]): Promise<void> {
  const file = await open(path, "w");
  try {
    // As many as one call of the system takes.
    for (let at = 0; at < pieces.length; at += 1000) await file.writev(pieces.slice(at, at + 1000));
  } finally {
    await file.close();
  }
}

interface CloseLook {
  readonly place: CorpusPlace;
  readonly format: RecordFormat;
  readonly note: (finding: CorpusFinding) => void;
  readonly tellsLine: boolean;
}

/** The record as a plain line; `undefined` if it is refused. */
function recordLine(
  value: unknown,
  { place, format, note, tellsLine }: CloseLook,
): Buffer | undefined {
  const mended = format.mend(value, place);
  if ("refused" in mended) {
    note({ outcome: "rejected", ...mended.refused, place });
    return undefined;
  }
  for (const oddity of mended.warnings) note({ outcome: "warning", ...oddity, place });
  const record = wholeCharacters(mended.record);
  if (record !== mended.record) {
    const message = "half of a character (a lone surrogate) was replaced by U+FFFD";
    note({ outcome: "warning", reason: "lone-surrogate", message, place });
  }
  const told = tellsLine ? { ...record, [LINE_KEY]: place.line } : record;
  return Buffer.from(`${JSON.stringify(told)}\n`);
}

/** The same record, or a copy in which lone surrogates are replaced. */
function wholeCharacters(
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const mended = Object.entries(record).map(([key, value]) => [key, wholeValue(value)] as const);
  return mended.every(([key, value]) => value === record[key])
    ? record
    : Object.fromEntries(mended);
}

function wholeValue(value: unknown): unknown {
  if (typeof value === "string") {
    const whole = wellFormed(value);
    return whole === value ? value : whole;
  }
  if (!Array.isArray(value)) return value;
  const items = value.map(wholeValue);
  return items.every((item, at) => item === value[at]) ? value : items;
}
