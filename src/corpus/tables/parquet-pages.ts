import type { ColumnPage } from "./column-block.ts";
import type { TableColumn } from "./column-format.ts";
import {
  THRIFT,
  type ThriftField,
  type ThriftStruct,
  type ThriftValue,
  writeThrift,
} from "./compact-thrift.ts";

/** Where a column of a row group stands in its file. */
export interface ColumnChunk {
  /** First byte: that of the dictionary, if there is one. */
  readonly offset: number;
  /** All bytes, headers included. */
  readonly bytes: number;
  /** Bytes of the dictionary with its header; 0 without one. */
  readonly dictionaryBytes: number;
  /** Rows. */
  readonly values: number;
}

/** A row group of a file: all its columns. */
export interface RowGroup {
  readonly rows: number;
  readonly chunks: readonly ColumnChunk[];
}

// Numbers of parquet.thrift of Apache Parquet.
const PAGE = { data: 0n, dictionary: 2n };
const ENCODING = { plain: 0n, rle: 3n, dictionary: 8n };
const OPTIONAL = 1n;
const [INT32, INT64, DOUBLE, BYTES, FIXED] = [1n, 2n, 5n, 6n, 7n];
const UTF8 = 0n;

/** The first and the last bytes of a Parquet file. */
export const PARQUET_MARK: Buffer = Buffer.from("PAR1");

/** A column chunk as it is written, and how it is divided. */
export interface EncodedChunk {
  /** Its bytes in pieces. */
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly dictionaryBytes: number;
  readonly values: number;
}

/**
 * Puts the headers of Parquet before a column's values. Nothing is compressed.
 *
 * @param page - The values.
 * @returns The column chunk: a data page, before it a dictionary of one value if all are the same.
 */
export function encodeChunk(page: ColumnPage): EncodedChunk {
  const { values, plain, isConstant } = page;
  const levels = presentLevels(page);
  // One run of the dictionary's first entry, whose number has no bits.
  const data = isConstant ? Buffer.concat([Buffer.from([0]), runHead(values)]) : plain;
  const head = pageHead(PAGE.data, levels.length + data.length, {
    id: 5,
    fields: [
      i32(1, values),
      enumOf(2, isConstant ? ENCODING.dictionary : ENCODING.plain),
      enumOf(3, ENCODING.rle),
      enumOf(4, ENCODING.rle),
    ],
  });
  const dictionary = isConstant ? dictionaryOf(plain) : [];
  const pieces = [...dictionary, head, levels, data];
  return { pieces, bytes: lengthOf(pieces), dictionaryBytes: lengthOf(dictionary), values };
}

function dictionaryOf(value: Uint8Array): Uint8Array[] {
  const fields = [i32(1, 1), enumOf(2, ENCODING.plain)];
  return [pageHead(PAGE.dictionary, value.length, { id: 7, fields }), value];
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

/** Which values are there, as Parquet tells: a run, or bits in groups of eight. */
function presentLevels({ values, present }: ColumnPage): Buffer {
  const run =
    present === undefined
      ? Buffer.concat([runHead(values), Buffer.from([1])])
      : Buffer.concat([varint(2 * present.length + 1), present]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

function runHead(values: number): Buffer {
  return varint(2 * values);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}

function pageHead(
  kind: bigint,
  bytes: number,
  details: { readonly id: number; readonly fields: ThriftField[] },
): Buffer {
  const { id, fields } = details;
  return writeThrift({
    fields: [enumOf(1, kind), i32(2, bytes), i32(3, bytes), struct(id, fields)],
  });
}

/**
 * The end of a Parquet file.
 *
 * @param columns - The columns in order.
 * @param groups - The row groups in order.
 * @returns Its bytes, the mark included.
 */
export function parquetFooter(
  columns: readonly TableColumn[],
  groups: readonly RowGroup[],
): Buffer {
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const root = [text(4, "schema"), i32(5, columns.length)];
  const footer = writeThrift({
    fields: [
      i32(1, 1),
      list(2, THRIFT.struct, [{ fields: root }, ...columns.map(schemaElement)]),
      i64(3, rows),
      list(
        4,
        THRIFT.struct,
        groups.map((group) => rowGroup(columns, group)),
      ),
      text(6, "longhand"),
    ],
  });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([footer, length, PARQUET_MARK]);
}

const HASH_BYTES = 16;

function schemaElement({ name, kind }: TableColumn): ThriftStruct {
  const type = typeOf(kind);
  return {
    fields: [
      enumOf(1, type),
      ...(type === FIXED ? [i32(2, HASH_BYTES)] : []),
      enumOf(3, OPTIONAL),
      text(4, name),
      ...(type === BYTES ? [enumOf(6, UTF8)] : []),
    ],
  };
}

function typeOf(kind: TableColumn["kind"]): bigint {
  switch (kind) {
    case "ord":
    case "line":
      return INT64;
    case "number":
      return DOUBLE;
    case "words":
      return INT32;
    case "digest":
      return FIXED;
    default:
      return BYTES;
  }
}

function rowGroup(columns: readonly TableColumn[], { rows, chunks }: RowGroup): ThriftStruct {
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
  return {
    fields: [
      list(
        1,
        THRIFT.struct,
        columns.map((column, at) => columnChunk(column, chunks[at])),
      ),
      i64(2, bytes),
      i64(3, rows),
    ],
  };
}

function columnChunk({ name, kind }: TableColumn, chunk: ColumnChunk | undefined): ThriftStruct {
  const { offset = 0, bytes = 0, dictionaryBytes = 0, values = 0 } = chunk ?? {};
  const hasDictionary = dictionaryBytes > 0;
  const encodings = [hasDictionary ? ENCODING.dictionary : ENCODING.plain, ENCODING.rle];
  const metadata = [
    enumOf(1, typeOf(kind)),
    list(2, THRIFT.i32, encodings),
    list(3, THRIFT.binary, [Buffer.from(name)]),
    enumOf(4, UNCOMPRESSED),
    i64(5, values),
    i64(6, bytes),
    i64(7, bytes),
    i64(9, offset + dictionaryBytes),
    ...(hasDictionary ? [i64(11, offset)] : []),
  ];
  return { fields: [i64(2, offset), struct(3, metadata)] };
}

const UNCOMPRESSED = 0n;

function enumOf(id: number, value: bigint): ThriftField {
  return { id, type: THRIFT.i32, value };
}

function i32(id: number, value: number): ThriftField {
  return { id, type: THRIFT.i32, value: BigInt(value) };
}

function i64(id: number, value: number): ThriftField {
  return { id, type: THRIFT.i64, value: BigInt(value) };
}

function text(id: number, value: string): ThriftField {
  return { id, type: THRIFT.binary, value: Buffer.from(value) };
}

function struct(id: number, fields: ThriftField[]): ThriftField {
  return { id, type: THRIFT.struct, value: { fields } };
}

function list(id: number, itemType: number, items: ThriftValue[]): ThriftField {
  return { id, type: THRIFT.list, value: { itemType, items } };
}
