import { stat } from "node:fs/promises";
import {
  FAILURE_REASONS,
  type FailureReason,
  generationEntrySchema,
  type TextStatus,
} from "../../records/index.ts";
import { type LineBlock, type LinePlace, readLineBlocks } from "../../storage/index.ts";
import { KeyTable } from "./key-table.ts";

/** How every line of a plan and of a log begins; lines that do not are parsed whole. */
const HEAD = '{"v":1,"key":"';
const KEY_DIGITS = 64;
const STATUS_HEAD = '","status":"';
/** Digits of a key that are kept: with 52 bits, two of a million keys are alike once in ten thousand runs. */
const KEPT_DIGITS = 13;
const GENERATED_WORD = "generated";
const HEAD_BYTES = Buffer.from(HEAD);
const STATUS_BYTES = Buffer.from(`${STATUS_HEAD}${GENERATED_WORD}`);
const LINE_FEED = 10;
const GENERATED = 1;
const FIRST_REASON = 2;
const BLOCK_ROWS = 512;
/** Bytes that are looked through at once: about a millisecond. */
const BLOCK_BYTES = 1 << 17;

/**
 * What became of every planned text: 13 bytes of memory for each. It follows a log that grows, and reads
 * each of its bytes once.
 */
export class TextIndex {
  /** Texts planned. */
  readonly rows: number;
  readonly #states: Uint8Array;
  readonly #starts: Float64Array;
  readonly #lengths: Uint32Array;
  readonly #rowsByKey: KeyTable;
  #ranks: Uint32Array | undefined;
  #changes = 0;
  #pending: number;
  #readBytes = 0;
  #inode = 0;

  private constructor(rows: number, rowsByKey: KeyTable) {
    this.rows = rows;
    this.#pending = rows;
    this.#states = new Uint8Array(rows);
    this.#starts = new Float64Array(rows);
    this.#lengths = new Uint32Array(rows);
    this.#rowsByKey = rowsByKey;
  }

  /**
   * An index of nothing.
   *
   * @returns An index without rows.
   */
  static empty(): TextIndex {
    return new TextIndex(0, new KeyTable(0));
  }

  /**
   * Reads the keys of a plan.
   *
   * @param planPath - The plan.
   * @param lines - About how many texts it holds. @defaultValue unknown
   * @returns An index that knows of no outcome yet.
   */
  static async of(planPath: string, lines = 0): Promise<TextIndex> {
    const rowsByKey = new KeyTable(lines);
    let rows = 0;
    for await (const block of rawLines(planPath, 0)) {
      for (const line of block) rowsByKey.set(keyOf(line), rows++);
    }
    return new TextIndex(rows, rowsByKey);
  }

  /**
   * Takes over what was added to the log since the last time.
   *
   * @param logPath - The generation log; a missing one is empty.
   * @returns Whether the index still holds: `false` if the log is not the one that was read, or shorter.
   */
  async follow(logPath: string): Promise<boolean> {
    const found = await stat(logPath).catch(() => undefined);
    if (found === undefined) return this.#readBytes === 0;
    if (this.#readBytes > 0 && found.ino !== this.#inode) return false;
    if (found.size < this.#readBytes) return false;
    this.#inode = found.ino;
    if (found.size === this.#readBytes) return true;
    for await (const lines of rawLines(logPath, this.#readBytes)) {
      for (const line of lines) this.#add(line);
    }
    return true;
  }

  /** Grows with every outcome: equal numbers mean equal answers. */
  get changes(): number {
    return this.#changes;
  }

  /** Texts that have no outcome yet. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * What became of a text.
   *
   * @param row - Its line in the plan, from 0.
   * @returns `pending` for lines that the plan does not have.
   */
  statusOf(row: number): TextStatus {
    const state = this.#states[row] ?? 0;
    if (state === 0) return "pending";
    return state === GENERATED ? "generated" : "failed";
  }

  /**
   * Why a text failed.
   *
   * @param row - Its line in the plan.
   * @returns The reason; `undefined` if it did not fail.
   */
  reasonOf(row: number): FailureReason | undefined {
    return FAILURE_REASONS[(this.#states[row] ?? 0) - FIRST_REASON];
  }

  /**
   * Where the log tells the outcome of a text.
   *
   * @param row - Its line in the plan.
   * @returns The place; `undefined` for a pending text.
   */
  placeOf(row: number): LinePlace | undefined {
    const byteLength = this.#lengths[row] ?? 0;
    if (byteLength === 0) return undefined;
    return { startByte: this.#starts[row] as number, byteLength };
  }

  /**
   * How many texts before one were written: its line in files that hold written texts only.
   *
   * @param row - Its line in the plan.
   * @returns The number.
   */
  rankOf(row: number): number {
    this.#ranks ??= ranksOf(this.#states);
    const block = Math.floor(row / BLOCK_ROWS);
    let rank = this.#ranks[block] as number;
    for (let at = block * BLOCK_ROWS; at < row; at++) rank += isWritten(this.#states[at]);
    return rank;
  }

  #add({ block, from, to, startByte }: RawLine): void {
    // A line that is still being written has no line feed yet, and is read again later.
    this.#readBytes = startByte + (to - from) + 1;
    const row = this.#rowsByKey.get(keyOf({ block, from, to, startByte }));
    if (row === undefined || this.#states[row] === GENERATED) return;
    const state = stateOf({ block, from, to, startByte });
    if (state === undefined) return;
    if (this.#states[row] === 0) this.#pending -= 1;
    this.#states[row] = state;
    this.#starts[row] = startByte;
    this.#lengths[row] = to - from + 1;
    this.#ranks = undefined;
    this.#changes += 1;
  }
}

function isWritten(state: number | undefined): number {
  return state === GENERATED ? 1 : 0;
}

/** Written texts before every 512th. */
function ranksOf(states: Uint8Array): Uint32Array {
  const ranks = new Uint32Array(Math.ceil(states.length / BLOCK_ROWS) + 1);
  let written = 0;
  for (let row = 0; row < states.length; row++) {
    if (row % BLOCK_ROWS === 0) ranks[row / BLOCK_ROWS] = written;
    written += isWritten(states[row]);
  }
  ranks[ranks.length - 1] = written;
  return ranks;
}

/** A whole line in a block of bytes. */
interface RawLine {
  readonly block: Buffer;
  /** Where it begins in the block. */
  readonly from: number;
  /** Where its line feed is. */
  readonly to: number;
  /** Where it begins in the file. */
  readonly startByte: number;
}

/** Lines of a file, a block at a time: other work comes in between two blocks. */
async function* rawLines(path: string, startByte: number): AsyncGenerator<Iterable<RawLine>> {
  for await (const read of readLineBlocks(path, { startByte, blockBytes: BLOCK_BYTES })) {
    yield linesOf(read);
  }
}

function* linesOf({ bytes, startByte }: LineBlock): Generator<RawLine> {
  const block = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let from = 0; from < block.length; ) {
    const to = block.indexOf(LINE_FEED, from);
    // Only the last line of a file may lack its line feed.
    if (to === -1) return;
    if (to > from) yield { block, from, to, startByte: startByte + from };
    from = to + 1;
  }
}

function keyOf({ block, from, to }: RawLine): number {
  const start = from + HEAD.length;
  if (standsAt(block, from, HEAD_BYTES)) return keptDigits(block, start);
  const value = parsed(block, from, to) as { readonly key?: unknown } | undefined;
  const key = typeof value?.key === "string" ? value.key.slice(0, KEPT_DIGITS) : "";
  return Number.parseInt(key, 16);
}

function standsAt(block: Buffer, from: number, bytes: Buffer): boolean {
  const end = from + bytes.length;
  return end <= block.length && bytes.compare(block, from, end) === 0;
}

/** The first digits of a key as a number; NaN if they are no hexadecimal digits. */
function keptDigits(block: Buffer, start: number): number {
  let key = 0;
  for (let at = start; at < start + KEPT_DIGITS; at++) {
    key = 16 * key + (HEX_DIGITS[block[at] ?? 0] ?? Number.NaN);
  }
  return key;
}

const HEX_DIGITS: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  const digit = "0123456789abcdef".indexOf(String.fromCharCode(byte).toLowerCase());
  return digit === -1 ? Number.NaN : digit;
});

/** `undefined` for an attempt that ends nothing, and for a line that cannot be read. */
function stateOf({ block, from, to }: RawLine): number | undefined {
  const status = from + HEAD.length + KEY_DIGITS;
  if (standsAt(block, status, STATUS_BYTES)) return GENERATED;
  const entry = generationEntrySchema.safeParse(parsed(block, from, to));
  if (!entry.success) return undefined;
  if (entry.data.status === "generated") return GENERATED;
  if (entry.data.willRetry === true) return undefined;
  return FIRST_REASON + FAILURE_REASONS.indexOf(entry.data.reason);
}

function parsed(block: Buffer, from: number, to: number): unknown {
  try {
    return JSON.parse(block.toString("utf8", from, to));
  } catch {
    // A damaged line decides nothing; the doctor tells of it.
    return undefined;
  }
}
