import { READER_FLUSH_BYTES, READER_PADDING, type RecordReader } from "./record-reader.ts";

/** Where a block and what is made of it stand in a reader's memory: addresses. */
export interface ReaderRooms {
  /** The block. */
  readonly input: number;
  /** Values of each column of texts. */
  readonly texts: readonly number[];
  /** Messages that are hashed. */
  readonly messages: number;
  /** Any text of the block in any Unicode form. */
  readonly scratch: number;
  /** Hashes of the records, 16 bytes each. */
  readonly ids: number;
  /** Hashes of each column of hashes, 16 bytes each. */
  readonly digests: readonly number[];
  /** Days as they are spelled. */
  readonly days: number;
  /** Where the memory may end. */
  readonly end: number;
}

/** What must find room. */
export interface RoomNeeds {
  /** Bytes of the block. */
  readonly bytes: number;
  /** Its lines. */
  readonly rows: number;
  /** Columns of texts. */
  readonly texts: number;
  /** Columns of hashes. */
  readonly digests: number;
}

/** Rooms stay where they are from block to block, so that no new memory is touched. */
const STEP_BYTES = 1 << 23;
const STEP_ROWS = 1 << 16;

/** Unicode form NFC has at most three times as many bytes. */
const GROWTH = 3;

/** A number in JSON is at most so much shorter than the text that shows it. */
const VALUE_SLACK = 24;

const HASH_BYTES = 16;

/** Days from 1970 on that are kept spelled, to the year 2149; 16 bytes each. */
export const KEPT_DAYS = 65_536;

/** Lays out a reader's memory; room that is not used costs nothing. */
export function layOutRooms({ HEAP }: RecordReader, needs: RoomNeeds): ReaderRooms {
  const bytes = Math.ceil(needs.bytes / STEP_BYTES) * STEP_BYTES;
  const rows = Math.ceil(needs.rows / STEP_ROWS) * STEP_ROWS;
  let end = HEAP.value;
  const room = (size: number): number => {
    const from = end;
    end += Math.ceil((size + READER_PADDING) / READER_PADDING) * READER_PADDING;
    return from;
  };
  const rooms = (count: number, size: number): number[] =>
    Array.from({ length: count }, () => room(size));
  const laidOut = {
    input: room(bytes),
    days: room((KEPT_DAYS + 1) * HASH_BYTES),
    texts: rooms(needs.texts, GROWTH * bytes + VALUE_SLACK * rows),
    messages: room(READER_FLUSH_BYTES + GROWTH * bytes + VALUE_SLACK * needs.texts),
    scratch: room(GROWTH * bytes + VALUE_SLACK),
    ids: room(HASH_BYTES * rows),
    digests: rooms(needs.digests, HASH_BYTES * rows),
  };
  return { ...laidOut, end };
}
