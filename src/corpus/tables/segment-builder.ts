import { writeFile } from "node:fs/promises";
import type { CorpusFinding, CorpusPlace } from "../../records/index.ts";
import { pythonWords } from "../../text/index.ts";
import { closeLook } from "./close-look.ts";
import { type FindingTally, newTally, tallyFinding } from "./finding-tally.ts";
import { gatheredBytes } from "./gathered-bytes.ts";
import type { RecordFormat, SourceCursor } from "./record-format.ts";
import { wordCounts } from "./word-counts.ts";

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
  /** Takes a copy of whole lines of plain records as they stand. */
  addPlain(bytes: Buffer, records: number): void;
  /** Takes the place of a line that is no record, so that all lines keep their numbers. */
  addNothing(): void;
  /** Looks closely at a record, and takes it or notes why not. */
  addRecord(value: unknown, place: CorpusPlace, options: { readonly tellsLine: boolean }): void;
  /** Notes how many words the texts of a plain record have, by number of the key. */
  countWords(words: Int32Array): void;
  /** Notes a finding. */
  note(finding: CorpusFinding): void;
  /** Tells of a line's length. */
  measure(bytes: number): void;
  /** Rows taken so far. */
  rows(): number;
  /** Whether the segment should end, with so many more rows. */
  isFull(more: number): boolean;
  /** Writes the lines, and beside them the counts of words, and begins the next segment. */
  finish(path: string, to: SourceCursor): Promise<Segment>;
}

const NOTHING = Buffer.from("{}\n");

/**
 * Path of the counts of words beside a segment's lines, a line of CSV for each.
 *
 * @param lines - Path of the lines.
 */
export function wordsPath(lines: string): string {
  return `${lines}.words`;
}

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
  const lines = gatheredBytes();
  const push = (bytes: Buffer, records: number, rows: number): void => {
    lines.add(bytes);
    now.records += records;
    now.rows += rows;
  };
  const { counted = [] } = format;
  const counts = wordCounts();
  const noWords = counted.map(() => 0);
  const pushNothing = (): void => {
    push(NOTHING, 0, 1);
    counts.add(noWords);
  };
  const note = (finding: CorpusFinding): void => {
    tallyFinding(now.tally, finding);
    if (finding.outcome !== "rejected") return;
    const { place, reason, message } = finding;
    now.rejected += `${JSON.stringify({ ...place, reason, message })}\n`;
  };
  return {
    addPlain: (bytes, records) => push(bytes, records, records),
    addNothing: pushNothing,
    addRecord: (value, place, { tellsLine }) => {
      const record = closeLook(value, { place, format, note, tellsLine });
      if (record === undefined) pushNothing();
      else {
        const line = Buffer.from(`${JSON.stringify(record)}\n`);
        push(line, 1, 1);
        counts.add(counted.map(({ name }) => wordsOf(record[name])));
        now.longestLine = Math.max(now.longestLine, line.length);
      }
    },
    countWords: (words) => {
      counts.add(counted.map(({ key }) => words[key] as number));
    },
    note,
    measure: (bytes) => {
      now.longestLine = Math.max(now.longestLine, bytes);
    },
    rows: () => now.rows,
    isFull: (more) => now.rows + more >= SEGMENT_ROWS || lines.length() >= SEGMENT_BYTES,
    finish: async (path, to) => {
      await lines.writeTo(path);
      if (counted.length > 0) await writeFile(wordsPath(path), counts.take());
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
    rows: 0,
    records: 0,
    longestLine: 0,
    tally: newTally(),
    rejected: "",
  };
}

function wordsOf(text: unknown): number {
  return typeof text === "string" ? pythonWords(text).length : 0;
}
