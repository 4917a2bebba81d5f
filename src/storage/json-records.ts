import {
  type JsonRecord,
  newScan,
  type RecordScan,
  refill,
  type ScanStart,
} from "./json-record-scan.ts";
import { finishRecord, nextRecord } from "./json-record-steps.ts";

/**
 * Finds the objects in a file that holds many of them, however they stand there: one a line, as the
 * elements of one list (with commas at the ends or at the beginnings of lines), one after another
 * over several lines. Looks at each byte once and keeps one object in memory. It parses nothing: an
 * object's end is found by its brackets and quotes. After an object that never closes, reading goes
 * on at the next line that looks like the beginning of one.
 *
 * @param chunks - The content, from `start.startByte` on.
 * @param start - Where in the file the content begins.
 * @returns The objects in order, and faults.
 */
export async function* jsonRecords(
  chunks: AsyncIterable<Buffer>,
  start: ScanStart = { startByte: 0, line: 1 },
): AsyncGenerator<JsonRecord> {
  const scan: RecordScan = newScan(start);
  for await (const chunk of chunks) {
    refill(scan, chunk);
    for (let found = nextRecord(scan); found !== undefined; found = nextRecord(scan)) yield found;
  }
  for (let found = finishRecord(scan); found !== undefined; found = finishRecord(scan)) yield found;
}
