import { pythonWords } from "../../text/index.ts";
import { type BlockStore, blockStore } from "./block-store.ts";
import { type BlockColumns, type ColumnBlock, type ColumnPage, ID_BYTES } from "./column-block.ts";
import type { ColumnFormat, TableColumn, ValueColumn } from "./column-format.ts";
import { digitsOf, numberOf } from "./field-reading.ts";
import { floatText } from "./float-text.ts";
import { TEXT_FLAGS } from "./record-scan.ts";

/** Takes values of records into columns. */
export interface ColumnValues extends Pick<BlockStore, "scan" | "found"> {
  /** Begins a block. */
  begin(block: ColumnBlock): void;
  /** Takes in what was found in the line that was scanned last. */
  takeFound(place: RecordPlace): void;
  /** Takes a mended record in. */
  takeRecord(record: Readonly<Record<string, unknown>>, place: RecordPlace): void;
  /** Ends the block. */
  finish(): Pick<BlockColumns, "records" | "pages" | "ids">;
}

/** Where a record stands. */
export interface RecordPlace {
  /** Number of its line in the block. */
  readonly row: number;
  /** Its line in the source. */
  readonly line: number;
}

/** Parts what is hashed: no value holds it but by bad will. */
const UNIT_SEPARATOR = 31;
const DAY_SECONDS = 86_400;

/** A text may have any of its flags: it is looked at as a whole. */
const ANY_FLAGS = TEXT_FLAGS.otherForms | TEXT_FLAGS.otherSpaces;

/**
 * Opens columns.
 *
 * @param format - What the columns are.
 */
export function columnValues(format: ColumnFormat): ColumnValues {
  const plan = planOf(format);
  const store = blockStore({
    keys: format.keys,
    texts: plan.texts.length,
    digests: plan.digests.length,
  });
  let block: ColumnBlock | undefined;
  let taken = roomForRows(plan, 0);
  const endRow = ({ row, line }: RecordPlace): void => {
    const at = taken.records;
    taken.rows[at] = row;
    taken.lines[at] = line;
    hashId(store, plan, taken);
    for (const [digest, { text }] of plan.digests.entries()) {
      store.hashWords(text, taken.flags[text] as number);
      store.endHash(at, digest);
    }
    taken.records += 1;
  };
  return {
    scan: store.scan,
    found: store.found,
    begin: (next) => {
      block = next;
      taken = roomForRows(plan, next.to.rows - next.from.rows);
      store.begin(next);
    },
    takeFound: (place) => {
      takeFound(store, plan, taken);
      endRow(place);
    },
    takeRecord: (record, place) => {
      takeRecord(record, { store, plan, taken });
      endRow(place);
    },
    finish: () => {
      store.finish();
      return {
        records: taken.records,
        pages: pagesOf(format, { store, plan, taken, block: block as ColumnBlock }),
        ids: idsOf(store, taken.records),
      };
    },
  };
}

/** Columns by what is done with them. */
interface ColumnPlan {
  /** Texts and days, in the order of their numbers in the store. */
  readonly texts: readonly ValueColumn[];
  readonly numbers: readonly ValueColumn[];
  /** Texts whose words are counted: number of the text. */
  readonly words: readonly { readonly name: string; readonly text: number }[];
  readonly digests: readonly { readonly name: string; readonly text: number }[];
  /** What ids are made of: number of the text, or of the number. */
  readonly idOf: readonly { readonly isText: boolean; readonly at: number }[];
}

function planOf({ columns, idOf }: ColumnFormat): ColumnPlan {
  const values = columns.filter((column): column is ValueColumn => "field" in column);
  const texts = values.filter(({ kind }) => kind !== "number");
  const numbers = values.filter(({ kind }) => kind === "number");
  const textAt = (name: string): number => texts.findIndex((column) => column.name === name);
  const ofTexts = (kind: "words" | "digest"): { name: string; text: number }[] =>
    columns.flatMap((column) =>
      column.kind === kind ? [{ name: column.name, text: textAt(column.of) }] : [],
    );
  return {
    texts,
    numbers,
    words: ofTexts("words"),
    digests: ofTexts("digest"),
    idOf: idOf.map((name) =>
      textAt(name) >= 0
        ? { isText: true, at: textAt(name) }
        : { isText: false, at: numbers.findIndex((column) => column.name === name) },
    ),
  };
}

/** What was taken of a block, beside the texts, which the store has. */
interface Taken {
  records: number;
  /** By record: number of its line in the block; its line. */
  readonly rows: Int32Array;
  readonly lines: Float64Array;
  readonly numbers: readonly Float64Array[];
  readonly words: readonly Int32Array[];
  /** By text column and record: 1 if the text is missing. */
  readonly missing: readonly Uint8Array[];
  /** By text column: what is special about the text of the last record. */
  readonly flags: Int32Array;
}

function roomForRows(plan: ColumnPlan, rows: number): Taken {
  return {
    records: 0,
    rows: new Int32Array(rows),
    lines: new Float64Array(rows),
    numbers: plan.numbers.map(() => new Float64Array(rows)),
    words: plan.words.map(() => new Int32Array(rows)),
    missing: plan.texts.map(() => new Uint8Array(rows)),
    flags: new Int32Array(plan.texts.length),
  };
}

function takeFound(store: BlockStore, { texts, numbers, words }: ColumnPlan, taken: Taken): void {
  const found = store.found();
  const { records: at } = taken;
  for (let column = 0; column < texts.length; column++) {
    const { kind, key } = texts[column] as ValueColumn;
    if (kind === "day") store.takeDay(column, dayOf(found, key));
    else {
      store.takeFound(column, key);
      taken.flags[column] = found.flags[key] as number;
    }
  }
  for (let column = 0; column < numbers.length; column++) {
    const { key } = numbers[column] as ValueColumn;
    (taken.numbers[column] as Float64Array)[at] = numberOf(found, key);
  }
  for (let column = 0; column < words.length; column++) {
    const { key } = texts[(words[column] as { text: number }).text] as ValueColumn;
    (taken.words[column] as Int32Array)[at] = found.words[key] as number;
  }
}

function dayOf(found: ReturnType<BlockStore["found"]>, key: number): number {
  const seconds = digitsOf(found, found.starts[key] as number, found.ends[key] as number);
  return Math.floor(seconds / DAY_SECONDS);
}

interface Taking {
  readonly store: BlockStore;
  readonly plan: ColumnPlan;
  readonly taken: Taken;
}

function takeRecord(
  record: Readonly<Record<string, unknown>>,
  { store, plan: { texts, numbers, words }, taken }: Taking,
): void {
  const { records: at } = taken;
  for (const [column, { kind, field }] of texts.entries()) {
    const value = record[field];
    const isMissing = value === null || value === undefined || (kind === "day" && value === "");
    (taken.missing[column] as Uint8Array)[at] = isMissing ? 1 : 0;
    if (!isMissing) store.takeText(column, String(value));
    taken.flags[column] = ANY_FLAGS;
  }
  for (const [column, { field }] of numbers.entries()) {
    (taken.numbers[column] as Float64Array)[at] = Number(record[field]);
  }
  for (const [column, { text }] of words.entries()) {
    const value = record[(texts[text] as ValueColumn).field];
    (taken.words[column] as Int32Array)[at] = pythonWords(String(value ?? "")).length;
  }
}

/** Hashes what the id is made of. */
function hashId(store: BlockStore, { idOf }: ColumnPlan, taken: Taken): void {
  const { records: row } = taken;
  for (let part = 0; part < idOf.length; part++) {
    const { isText, at } = idOf[part] as ColumnPlan["idOf"][number];
    if (part > 0) store.hashByte(UNIT_SEPARATOR);
    if (!isText) store.hashText(floatText((taken.numbers[at] as Float64Array)[row] as number));
    else if ((taken.missing[at] as Uint8Array)[row] === 0) store.hashTaken(at);
  }
  store.endHash(row);
}

function idsOf(store: BlockStore, records: number): Uint8Array<ArrayBuffer> {
  const hashes = store.hashes(records);
  const ids = new Uint8Array(records * ID_BYTES);
  const hashBytes = 16;
  for (let record = 0; record < records; record++) {
    const from = record * hashBytes;
    const to = record * ID_BYTES;
    for (let byte = 0; byte < ID_BYTES; byte++) ids[to + byte] = hashes[from + byte] as number;
  }
  return ids;
}

interface Finished extends Taking {
  readonly block: ColumnBlock;
}

function pagesOf({ columns }: ColumnFormat, finished: Finished): ColumnPage[] {
  return columns.filter(({ kind }) => kind !== "id").map((column) => pageOf(column, finished));
}

function pageOf(column: TableColumn, { store, plan, taken, block }: Finished): ColumnPage {
  const { records } = taken;
  const page = (plain: Uint8Array): ColumnPage => ({ values: records, plain, isConstant: false });
  const numberAt = (of: readonly { readonly name: string }[]): number =>
    of.findIndex(({ name }) => name === column.name);
  switch (column.kind) {
    case "ord": {
      const first = block.from.firstOrd + block.from.rows;
      return page(longs(taken.rows.subarray(0, records), first));
    }
    case "line":
      return page(longs(taken.lines.subarray(0, records), 0));
    case "source":
      return { ...page(lengthAndText(block.file)), isConstant: true };
    case "number":
      return page(
        bytesOf((taken.numbers[numberAt(plan.numbers)] as Float64Array).subarray(0, records)),
      );
    case "words":
      return page(bytesOf((taken.words[numberAt(plan.words)] as Int32Array).subarray(0, records)));
    case "digest":
      return page(store.hashes(records, numberAt(plan.digests)));
    default: {
      const at = numberAt(plan.texts);
      const missing = (taken.missing[at] as Uint8Array).subarray(0, records);
      const isWhole = !missing.includes(1);
      return { ...page(store.texts(at)), ...(isWhole ? {} : { present: presentBits(missing) }) };
    }
  }
}

function presentBits(missing: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(missing.length / 8));
  for (const [at, isMissing] of missing.entries()) {
    if (isMissing === 0) bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
  }
  return bits;
}

const WORD = 2 ** 32;

/** Whole numbers of 64 bits. */
function longs(values: Int32Array | Float64Array, plus: number): Uint8Array {
  const halves = new Uint32Array(2 * values.length);
  for (let at = 0; at < values.length; at++) {
    const value = (values[at] as number) + plus;
    halves[2 * at] = value % WORD;
    halves[2 * at + 1] = value / WORD;
  }
  return bytesOf(halves);
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function lengthAndText(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([length, bytes]);
}
