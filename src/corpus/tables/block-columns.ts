import { isUtf8 } from "node:buffer";
import type { CorpusFinding, CorpusPlace } from "../../records/index.ts";
import { closeLook } from "./close-look.ts";
import type { BlockColumns, ColumnBlock } from "./column-block.ts";
import type { ColumnFormat } from "./column-format.ts";
import { type ColumnValues, columnValues } from "./column-values.ts";
import { newTally, tallyFinding } from "./finding-tally.ts";
import { readStrictly } from "./json-fault.ts";

const LINE_FEED = 10;

/** Makes columns of blocks, one after the other. */
export type BlockReader = (block: ColumnBlock) => BlockColumns;

/**
 * Opens a reader of blocks. Records that are not plain are parsed strictly, mended or rejected.
 *
 * @param format - How records become rows.
 * @returns Makes columns of a block; those of the one before are void then.
 */
export function blockReader(format: ColumnFormat): BlockReader {
  const values = columnValues(format);
  return (block) => {
    const reading = beginReading(block, { format, values });
    const { length } = block.bytes;
    const isText = isUtf8(block.bytes);
    values.begin(block);
    for (let from = 0; from < length; ) {
      const end = takePlainLine(reading, from, isText) ?? takeOtherLine(reading, from);
      reading.row += 1;
      from = end + 1;
    }
    const { tally, rejected } = reading;
    return { ...values.finish(), tally, rejected: rejected.join("") };
  };
}

interface Reading {
  readonly block: ColumnBlock;
  readonly format: ColumnFormat;
  readonly values: ColumnValues;
  /** Number of the line in the block. */
  row: number;
  /** How many of the block's faults have been told. */
  faults: number;
  readonly tally: BlockColumns["tally"];
  readonly rejected: string[];
}

function beginReading(
  block: ColumnBlock,
  { format, values }: Pick<Reading, "format" | "values">,
): Reading {
  return { block, format, values, row: 0, faults: 0, tally: newTally(), rejected: [] };
}

/** Takes a line if it is a plain record; where it ends. */
function takePlainLine(reading: Reading, from: number, isText: boolean): number | undefined {
  const { values, format, block, row } = reading;
  const end = values.scan(from);
  if (end === undefined || !format.isPlain(values.found())) return undefined;
  if (!isText && !isUtf8(block.bytes.subarray(from, end))) return undefined;
  values.takeFound({ row, line: lineOf(reading) });
  return end;
}

/** Looks closely at a line; where it ends. */
function takeOtherLine(reading: Reading, from: number): number {
  const { block, row } = reading;
  const end = block.bytes.indexOf(LINE_FEED, from);
  const fault = block.faults[reading.faults];
  if (fault?.row === row) {
    reading.faults += 1;
    note(reading, fault.finding);
  } else takeOddLine(reading, block.bytes.subarray(from, end));
  return end;
}

/** A line that the scanner did not accept: blank, broken, or in need of mending. */
function takeOddLine(reading: Reading, bytes: Uint8Array): void {
  const { block, format, values, row } = reading;
  const line = lineOf(reading);
  const place: CorpusPlace = { file: block.file, line };
  if (!isUtf8(bytes)) {
    const message = "the line is not valid UTF-8";
    note(reading, { outcome: "rejected", reason: "invalid-utf8", message, place });
    return;
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  if (text.trim() === "") {
    note(reading, { outcome: "skipped", reason: "blank-line", message: "blank line", place });
    return;
  }
  const read = readStrictly(text, block.file, line);
  if (!("value" in read)) {
    note(reading, { outcome: "rejected", reason: "invalid-json", ...read });
    return;
  }
  const look = { place, format, note: (finding: CorpusFinding) => note(reading, finding) };
  const record = closeLook(read.value, { ...look, tellsLine: false });
  if (record !== undefined) {
    values.takeRecord(record, { row, line });
  }
}

/** The line of the source on which the record begins. */
function lineOf({ block, row }: Reading): number {
  return block.lines?.[row] ?? block.from.line + row;
}

function note(reading: Reading, finding: CorpusFinding): void {
  tallyFinding(reading.tally, finding);
  if (finding.outcome !== "rejected") return;
  const { place, reason, message } = finding;
  reading.rejected.push(`${JSON.stringify({ ...place, reason, message })}\n`);
}
