import { type FileHandle, open } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import {
  readThrift,
  THRIFT,
  type ThriftField,
  type ThriftList,
  type ThriftStruct,
  type ThriftValue,
  writeThrift,
} from "./compact-thrift.ts";

/** Rows of a table in one or two Parquet files of one row group each. */
export interface TablePart {
  /** All columns, or all but one, and behind them those that are left out. */
  readonly columns: string;
  /** How many of its last columns, none of them a list, are no part of the table. @defaultValue 0 */
  readonly leftOut?: number;
  /** The column that is missing there, for the same rows. */
  readonly column?: string;
}

const MAGIC = Buffer.from("PAR1");
const COPY_BYTES = 1 << 22;

// Numbers of the fields in parquet.thrift of Apache Parquet.
const FILE = { schema: 2, rows: 3, rowGroups: 4, metadata: 5, columnOrders: 7 };
const ELEMENT = { children: 5 };
const GROUP = { columns: 1, bytes: 2, rows: 3, fileOffset: 5, compressedBytes: 6, ordinal: 7 };
const CHUNK = { fileOffset: 2, metadata: 3, offsetIndex: 4, columnIndex: 6 };
const COLUMN = { bytes: 6, compressedBytes: 7, dataOffset: 9, dictionaryOffset: 11 };
const COLUMN_OFFSETS = [9, 10, 11, 14];

/**
 * Puts Parquet files together to one without reading their values: data pages are copied as they
 * are, and a footer for all of them is written. Each part becomes one row group.
 *
 * @param parts - The parts in order; all of the same columns.
 * @param out - The file to write.
 * @param columnAt - Where a column of its own, or else the last of the others, stands in the table, from 0;
 * only columns that are no lists may stand before it. Absent: columns stay where they are.
 * @throws LonghandError `damaged` if parts do not fit together.
 */
export async function joinParquet(
  parts: readonly TablePart[],
  out: string,
  columnAt?: number,
): Promise<void> {
  const file = await open(out, "w");
  try {
    await file.write(MAGIC);
    let at = MAGIC.length;
    let whole: ThriftStruct | undefined;
    for (const part of parts) {
      const { footer, end } = await copyPart(part, { file, at, columnAt });
      at = end;
      whole = whole === undefined ? footer : joinRows(whole, footer);
    }
    if (whole === undefined) throw misfit("there are no parts");
    const footer = writeThrift(whole);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    await file.write(Buffer.concat([footer, length, MAGIC]));
    await file.sync();
  } finally {
    await file.close();
  }
}

interface Target {
  readonly file: FileHandle;
  /** Where the next bytes go. */
  readonly at: number;
  readonly columnAt: number | undefined;
}

async function copyPart(part: TablePart, { file, at, columnAt }: Target): Promise<Copied> {
  const columns = await copyPages(part.columns, { file, at, leftOut: part.leftOut ?? 0 });
  if (part.column === undefined) {
    const footer = withoutNotes(columns.footer);
    return { ...columns, footer: columnAt === undefined ? footer : moveLast(footer, columnAt) };
  }
  const column = await copyPages(part.column, { file, at: columns.end, leftOut: 0 });
  return { footer: joinColumns(columns.footer, column.footer, columnAt ?? 0), end: column.end };
}

interface Copied {
  /** The footer, its offsets moved to where the pages now stand. */
  readonly footer: ThriftStruct;
  /** Where the next bytes go. */
  readonly end: number;
}

interface CopyTarget {
  readonly file: FileHandle;
  readonly at: number;
  readonly leftOut: number;
}

/** Bytes of a file, from the first to the one behind the last. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

async function copyPages(path: string, { file, at, leftOut }: CopyTarget): Promise<Copied> {
  const from = await open(path, "r");
  try {
    const { size } = await from.stat();
    const { buffer: tail } = await from.read(Buffer.alloc(8), 0, 8, size - 8);
    if (size < 12 || !tail.subarray(4).equals(MAGIC)) throw misfit(`${path} is no Parquet file`);
    const length = tail.readUInt32LE(0);
    const footerAt = size - 8 - length;
    const { buffer } = await from.read(Buffer.alloc(length), 0, length, footerAt);
    const footer = readThrift(buffer);
    const gap = leftOut === 0 ? { from: footerAt, to: footerAt } : dropLast(footer, leftOut);
    const stretches = [
      { from: MAGIC.length, to: gap.from },
      { from: gap.to, to: footerAt },
    ];
    let end = at;
    for (const stretch of stretches) end += await copyBytes(from, file, stretch);
    moveOffsets(footer, { by: at - MAGIC.length, gap });
    return { footer, end };
  } finally {
    await from.close();
  }
}

async function copyBytes(from: FileHandle, to: FileHandle, stretch: Stretch): Promise<number> {
  const piece = Buffer.alloc(COPY_BYTES);
  for (let byte = stretch.from; byte < stretch.to; ) {
    const wanted = Math.min(piece.length, stretch.to - byte);
    const { bytesRead } = await from.read(piece, 0, wanted, byte);
    if (bytesRead === 0) throw misfit("one is cut off");
    await to.write(piece, 0, bytesRead);
    byte += bytesRead;
  }
  return stretch.to - stretch.from;
}

/** Takes the last columns out of a footer; where their pages stood, which follow each other. */
function dropLast(footer: ThriftStruct, count: number): Stretch {
  const group = onlyGroup(footer);
  const chunks = structsOf(group, GROUP.columns);
  const elements = structsOf(footer, FILE.schema);
  if (!endsInPlainColumns(elements, count)) throw misfit("a column to leave out is a list");
  const left = chunks.slice(-count).map((chunk) => given(chunk, CHUNK.metadata) as ThriftStruct);
  const begin = Math.min(...left.map((column) => pagesAt(column)));
  let bytes = 0n;
  for (const column of left) {
    const compressed = numberOf(column, COLUMN.compressedBytes);
    bytes += compressed;
    add(group, GROUP.bytes, -numberOf(column, COLUMN.bytes));
    if (fieldOf(group, GROUP.compressedBytes) !== undefined) {
      add(group, GROUP.compressedBytes, -compressed);
    }
  }
  listOf(group, GROUP.columns).items = chunks.slice(0, -count);
  listOf(footer, FILE.schema).items = elements.slice(0, -count);
  add(elements[0] as ThriftStruct, ELEMENT.children, BigInt(-count));
  if (fieldOf(footer, FILE.columnOrders) !== undefined) {
    const orders = listOf(footer, FILE.columnOrders);
    orders.items = orders.items.slice(0, -count);
  }
  return { from: begin, to: begin + Number(bytes) };
}

/** Whether the last elements of a schema, which begins with its root, are columns and no parts of such. */
function endsInPlainColumns(elements: readonly ThriftStruct[], count: number): boolean {
  let open = 0;
  let columns = 0;
  for (const element of elements.slice(1)) {
    const children = Number(fieldOf(element, ELEMENT.children)?.value ?? 0n);
    columns = open === 0 && children === 0 ? columns + 1 : 0;
    open = Math.max(0, open - 1) + children;
  }
  return columns >= count;
}

/** Where a column's pages begin: with its dictionary, if it has one. */
function pagesAt(column: ThriftStruct): number {
  const data = Number(numberOf(column, COLUMN.dataOffset));
  const dictionary = fieldOf(column, COLUMN.dictionaryOffset)?.value ?? 0n;
  return dictionary === 0n ? data : Math.min(data, Number(dictionary));
}

/** Puts the last column where it stands in the table. */
function moveLast(footer: ThriftStruct, columnAt: number): ThriftStruct {
  const elements = structsOf(footer, FILE.schema);
  const isFlat = elements.slice(1, columnAt + 1).every((element) => !hasChildren(element));
  if (!isFlat) throw misfit("the columns do not fit");
  moveItem(listOf(footer, FILE.schema), columnAt + 1);
  moveItem(listOf(onlyGroup(footer), GROUP.columns), columnAt);
  if (fieldOf(footer, FILE.columnOrders) !== undefined) {
    moveItem(listOf(footer, FILE.columnOrders), columnAt);
  }
  return footer;
}

function moveItem(list: ThriftList, to: number): void {
  const others = list.items.slice(0, -1);
  list.items = others.toSpliced(to, 0, ...list.items.slice(-1));
}

interface Move {
  readonly by: number;
  /** What is not there any more. */
  readonly gap: Stretch;
}

function moveOffsets(footer: ThriftStruct, { by, gap }: Move): void {
  const behind = BigInt(by - (gap.to - gap.from));
  const move = (struct: ThriftStruct, ids: readonly number[]): void => {
    for (const field of struct.fields) {
      // 0 stands for "not given".
      if (!ids.includes(field.id) || field.value === 0n) continue;
      const offset = field.value as bigint;
      field.value = offset + (offset >= BigInt(gap.to) ? behind : BigInt(by));
    }
  };
  for (const group of structsOf(footer, FILE.rowGroups)) {
    move(group, [GROUP.fileOffset]);
    for (const chunk of structsOf(group, GROUP.columns)) {
      move(chunk, [CHUNK.fileOffset, CHUNK.offsetIndex, CHUNK.columnIndex]);
      const metadata = fieldOf(chunk, CHUNK.metadata)?.value;
      if (metadata !== undefined) move(metadata as ThriftStruct, COLUMN_OFFSETS);
    }
  }
}

/** Two footers of the same rows as one. */
function joinColumns(left: ThriftStruct, right: ThriftStruct, columnAt: number): ThriftStruct {
  const [group, otherGroup] = [onlyGroup(left), onlyGroup(right)];
  if (numberOf(group, GROUP.rows) !== numberOf(otherGroup, GROUP.rows)) {
    throw misfit("parts of the same rows differ in their number");
  }
  const [root, ...elements] = structsOf(left, FILE.schema);
  const [, ...added] = structsOf(right, FILE.schema);
  const isFlat = elements.slice(0, columnAt).every((element) => !hasChildren(element));
  if (root === undefined || added.length !== 1 || !isFlat) throw misfit("the columns do not fit");
  add(root, ELEMENT.children, 1n);
  listOf(left, FILE.schema).items = [root, ...elements.toSpliced(columnAt, 0, ...added)];
  spliceLists(group, otherGroup, { id: GROUP.columns, at: columnAt });
  add(group, GROUP.bytes, numberOf(otherGroup, GROUP.bytes));
  if (fieldOf(group, GROUP.compressedBytes) !== undefined) {
    add(group, GROUP.compressedBytes, numberOf(otherGroup, GROUP.compressedBytes));
  }
  if (fieldOf(left, FILE.columnOrders) !== undefined) {
    spliceLists(left, right, { id: FILE.columnOrders, at: columnAt });
  }
  return withoutNotes(left);
}

/** What the writer noted about the first file's columns need not hold for all. */
function withoutNotes(footer: ThriftStruct): ThriftStruct {
  footer.fields = footer.fields.filter((field) => field.id !== FILE.metadata);
  return footer;
}

function spliceLists(
  left: ThriftStruct,
  right: ThriftStruct,
  { id, at }: { readonly id: number; readonly at: number },
): void {
  const list = listOf(left, id);
  list.items = list.items.toSpliced(at, 0, ...listOf(right, id).items);
}

/** The footer of the rows so far, with those of one more part. */
function joinRows(whole: ThriftStruct, part: ThriftStruct): ThriftStruct {
  const [left, right] = [whole, part].map((footer) => schemaBytes(footer));
  if (left?.equals(right as Buffer) !== true) throw misfit("parts differ in their columns");
  const groups = listOf(whole, FILE.rowGroups).items;
  const group = onlyGroup(part);
  const ordinal = fieldOf(group, GROUP.ordinal);
  if (ordinal !== undefined) ordinal.value = BigInt(groups.length);
  groups.push(group);
  add(whole, FILE.rows, numberOf(part, FILE.rows));
  return whole;
}

function schemaBytes(footer: ThriftStruct): Buffer {
  const value = listOf(footer, FILE.schema);
  return writeThrift({ fields: [{ id: FILE.schema, type: THRIFT.list, value }] });
}

function onlyGroup(footer: ThriftStruct): ThriftStruct {
  const [group, ...others] = structsOf(footer, FILE.rowGroups);
  if (group === undefined || others.length > 0) throw misfit("a part is not one row group");
  return group;
}

function hasChildren(element: ThriftStruct): boolean {
  const children = fieldOf(element, ELEMENT.children)?.value ?? 0n;
  return (children as bigint) > 0n;
}

function add(struct: ThriftStruct, id: number, more: bigint): void {
  const field = fieldOf(struct, id);
  if (field === undefined) throw misfit(`field ${id} is missing`);
  field.value = (field.value as bigint) + more;
}

function numberOf(struct: ThriftStruct, id: number): bigint {
  return given(struct, id) as bigint;
}

function structsOf(struct: ThriftStruct, id: number): ThriftStruct[] {
  return listOf(struct, id).items as ThriftStruct[];
}

function listOf(struct: ThriftStruct, id: number): ThriftList {
  return given(struct, id) as ThriftList;
}

function given(struct: ThriftStruct, id: number): ThriftValue {
  const field = fieldOf(struct, id);
  if (field === undefined) throw misfit(`field ${id} is missing`);
  return field.value;
}

function fieldOf({ fields }: ThriftStruct, id: number): ThriftField | undefined {
  return fields.find((field) => field.id === id);
}

function misfit(what: string): LonghandError {
  return new LonghandError(`The parts of a table do not fit together: ${what}.`, {
    code: "damaged",
    hint: "Import again: nothing is kept of this attempt.",
  });
}
