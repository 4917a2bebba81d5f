import {
  type JsonRecord,
  type OpenRecord,
  type RecordScan,
  startLine,
} from "./json-record-scan.ts";

/** Longest record that is read, in bytes. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

const [LINE_FEED, QUOTE, BRACKET, COMMA, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [
  10, 34, 40, 44, 91, 92, 93, 123, 125,
];

// 0 is passed over.
const [FEED_KIND, QUOTE_KIND, CALL_KIND, OPEN_KIND, CLOSE_KIND] = [1, 2, 3, 4, 5];
const KINDS = new Uint8Array(256);
KINDS[LINE_FEED] = FEED_KIND;
KINDS[QUOTE] = QUOTE_KIND;
KINDS[BRACKET] = CALL_KIND;
for (const byte of [OPEN, OPEN_LIST]) KINDS[byte] = OPEN_KIND;
for (const byte of [CLOSE, CLOSE_LIST]) KINDS[byte] = CLOSE_KIND;

const NOT_CLOSED = "the record is not closed before the next one";
const TEXT_NOT_CLOSED = "a text is not closed on its line";

/** The next record or fault in the buffer; `undefined` if more bytes are needed. */
export function nextRecord(scan: RecordScan): JsonRecord | undefined {
  while (scan.at < scan.buffer.length) {
    const found = step(scan);
    if (found === "more") return tooLong(scan);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What was found, or that there must be more bytes; `undefined` if neither. */
type Step = JsonRecord | "more" | undefined;

function step(scan: RecordScan): Step {
  const { lostColumn, record } = scan;
  if (lostColumn !== undefined) return passLines(scan, lostColumn) ? undefined : "more";
  return record === undefined ? passBetween(scan) : goOn(scan, record);
}

/** What is left when the file has ended. */
export function finishRecord(scan: RecordScan): JsonRecord | undefined {
  const found = nextRecord(scan);
  if (found !== undefined) return found;
  if (scan.record === undefined) return undefined;
  return giveUp(scan, scan.record, "the record is cut off");
}

function tooLong(scan: RecordScan): JsonRecord | undefined {
  const { record, buffer } = scan;
  if (record === undefined || buffer.length - record.start <= MAX_RECORD_BYTES) return undefined;
  return giveUp(scan, record, "the record is longer than 64 MiB, or never closed");
}

/** Passes what stands between records; a fault if that is more than commas and list brackets. */
function passBetween(scan: RecordScan): JsonRecord | undefined {
  const { buffer } = scan;
  for (; scan.at < buffer.length; scan.at++) {
    const byte = buffer[scan.at] as number;
    if (byte === OPEN) {
      begin(scan);
      return undefined;
    }
    if (byte === LINE_FEED) {
      settleLayout(scan);
      startLine(scan, scan.at);
    } else if (byte > 32 && !isBetween(byte) && !isMark(scan)) return garbage(scan);
  }
  return undefined;
}

function isBetween(byte: number): boolean {
  return byte === COMMA || byte === OPEN_LIST || byte === CLOSE_LIST;
}

/** The three bytes of a byte-order mark. */
function isMark({ base, at, buffer }: RecordScan): boolean {
  return base + at < 3 && [0xef, 0xbb, 0xbf].includes(buffer[at] as number);
}

function begin(scan: RecordScan): void {
  const { at, line, lineStart, layout } = scan;
  scan.record = {
    start: at,
    line,
    column: at - lineStart,
    depth: 0,
    isInText: false,
    calls: [],
    restart: undefined,
  };
  if (layout !== "unknown") return;
  // A second record before the first line has ended.
  if (scan.first !== undefined) scan.layout = "free";
  else scan.first = { column: at - lineStart, line };
}

function settleLayout(scan: RecordScan): void {
  if (scan.layout !== "unknown" || scan.first === undefined) return;
  scan.layout = scan.first.column <= 1 && scan.first.line === scan.line ? "lines" : "free";
}

/** Something between records that is no object: up to the line's end, or the next object. */
function garbage(scan: RecordScan): JsonRecord | undefined {
  const { buffer, at: start, line } = scan;
  const ends = [buffer.indexOf(LINE_FEED, start), buffer.indexOf(OPEN, start)];
  const end = Math.min(...ends.map((at) => (at === -1 ? buffer.length : at)));
  scan.at = end;
  const calls: readonly number[] = [];
  return taken(scan, { start, line, calls }, "this is no object");
}

/** Looks for the end of the open record. */
function goOn(scan: RecordScan, record: OpenRecord): Step {
  for (;;) {
    const state = record.isInText ? passText(scan, record) : passStructure(scan, record);
    switch (state) {
      case "more":
        return state;
      case "closed":
        return closed(scan, record);
      case "broken text":
        return giveUp(scan, record, TEXT_NOT_CLOSED);
      case "broken":
        return giveUp(scan, record, NOT_CLOSED);
      case "text":
      case "ended":
    }
  }
}

/** Goes to the end of a text; line feeds cannot stand in one. */
function passText(scan: RecordScan, record: OpenRecord): "ended" | "more" | "broken text" {
  const { buffer } = scan;
  const end = buffer.length;
  let { at } = scan;
  for (; at < end; at++) {
    const byte = buffer[at] as number;
    if (byte === QUOTE) {
      record.isInText = false;
      scan.at = at + 1;
      return "ended";
    }
    if (byte === BACKSLASH) {
      // What is escaped may be in the next chunk.
      if (at + 1 >= end) break;
      at += 1;
    } else if (byte === LINE_FEED) {
      scan.at = at;
      return "broken text";
    }
  }
  scan.at = at;
  return "more";
}

function passStructure(
  scan: RecordScan,
  record: OpenRecord,
): "text" | "closed" | "more" | "broken" {
  const { buffer } = scan;
  const end = buffer.length;
  for (let { at } = scan; at < end; at++) {
    const kind = KINDS[buffer[at] as number] as number;
    if (kind === 0) continue;
    const state = meet(scan, record, { at, kind });
    if (state !== "more") return state;
  }
  scan.at = end;
  return "more";
}

function meet(
  scan: RecordScan,
  record: OpenRecord,
  { at, kind }: Met,
): "text" | "closed" | "more" | "broken" {
  scan.at = at + 1;
  if (kind === QUOTE_KIND) {
    record.isInText = true;
    return "text";
  }
  if (kind === CLOSE_KIND) {
    record.depth -= 1;
    if (record.depth > 0) return "more";
    // The end of the list that holds the records cannot be the end of one.
    return scan.buffer[at] === CLOSE ? "closed" : "broken";
  }
  noteStructure(scan, record, { at, kind });
  return scan.layout === "lines" && record.restart !== undefined ? "broken" : "more";
}

interface Met {
  readonly at: number;
  readonly kind: number;
}

function noteStructure(scan: RecordScan, record: OpenRecord, { at, kind }: Met): void {
  if (kind === FEED_KIND) startLine(scan, at);
  else if (kind === CALL_KIND) record.calls.push(at - record.start);
  else {
    if (record.depth > 0 && record.restart === undefined && looksLikeStart(scan, record, at)) {
      record.restart = { at, line: scan.line, column: at - scan.lineStart };
    }
    record.depth += 1;
  }
}

/** An object at the beginning of a later line, as far indented as the record itself. */
function looksLikeStart(scan: RecordScan, record: OpenRecord, at: number): boolean {
  const { buffer, line, lineStart } = scan;
  const isNear = line > record.line && Math.abs(at - lineStart - record.column) <= 1;
  return isNear && buffer[at] === OPEN && firstOfLine(buffer, lineStart) === at;
}

/** Position of the first byte of a line that is neither space nor comma; its feed, if there is none. */
function firstOfLine(buffer: Buffer, lineStart: number): number {
  let at = lineStart;
  while (at < buffer.length && isSpaceOrComma(buffer[at] as number)) at += 1;
  return at;
}

function isSpaceOrComma(byte: number): boolean {
  return byte === COMMA || (byte <= 32 && byte !== LINE_FEED);
}

function closed(scan: RecordScan, { start, line, calls }: OpenRecord): JsonRecord {
  scan.record = undefined;
  return taken(scan, { start, line, calls });
}

/** The record never ends: what follows is looked for at a place that looks like a beginning. */
function giveUp(scan: RecordScan, record: OpenRecord, fault: string): JsonRecord {
  const { start, line, calls, restart } = record;
  scan.record = undefined;
  const fallen = taken(scan, { start, line, calls }, fault);
  if (restart !== undefined) {
    scan.at = restart.at;
    scan.line = restart.line;
    scan.lineStart = restart.at - restart.column;
    return { ...fallen, endByte: scan.base + scan.at, endLine: scan.line };
  }
  // Where each line is a record, the next one is.
  if (scan.layout !== "lines") scan.lostColumn = record.column;
  return fallen;
}

/** Goes to the next line that begins with an object; `false` if more bytes are needed. */
function passLines(scan: RecordScan, column: number): boolean {
  const { buffer } = scan;
  for (;;) {
    // From the second round on, `at` is the beginning of a line.
    if (scan.at === scan.lineStart) {
      const first = firstOfLine(buffer, scan.at);
      if (first === buffer.length) return false;
      if (buffer[first] === OPEN && Math.abs(first - scan.lineStart - column) <= 1) {
        scan.lostColumn = undefined;
        scan.at = first;
        return true;
      }
    }
    const feed = buffer.indexOf(LINE_FEED, scan.at);
    if (feed === -1) {
      // What is left of this line holds no beginning.
      scan.at = buffer.length;
      return false;
    }
    startLine(scan, feed);
    scan.at = feed + 1;
  }
}

interface Bounds {
  readonly start: number;
  readonly line: number;
  readonly calls: readonly number[];
}

function taken(scan: RecordScan, { start, line, calls }: Bounds, fault?: string): JsonRecord {
  return {
    bytes: scan.buffer.subarray(start, scan.at),
    line,
    startByte: scan.base + start,
    endByte: scan.base + scan.at,
    endLine: scan.line,
    calls,
    ...(fault === undefined ? {} : { fault }),
  };
}
