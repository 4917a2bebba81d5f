import { LonghandError } from "../../foundation/index.ts";

/** A value of Thrift's compact protocol, kept so that it can be written back byte for byte. */
export type ThriftValue = bigint | boolean | Buffer | ThriftList | ThriftStruct;

/** A list of values of one type. */
export interface ThriftList {
  /** Type of its items. */
  readonly itemType: number;
  /** The items. */
  items: ThriftValue[];
}

/** A struct: its fields in order. */
export interface ThriftStruct {
  /** The fields. */
  fields: ThriftField[];
}

/** A field of a struct. */
export interface ThriftField {
  /** Number of the field. */
  readonly id: number;
  /** Its type: one of {@link THRIFT}. */
  readonly type: number;
  /** Its value; a double is its eight bytes. */
  value: ThriftValue;
}

/** Types of the compact protocol. */
export const THRIFT = {
  yes: 1,
  no: 2,
  i8: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  struct: 12,
} as const;

interface Reading {
  readonly bytes: Buffer;
  at: number;
}

/**
 * Reads a struct of Thrift's compact protocol (Apache Thrift, thrift-compact-protocol.md).
 *
 * @param bytes - The struct's bytes, nothing else.
 * @returns The struct.
 * @throws LonghandError `damaged` for bytes that are no such struct.
 */
export function readThrift(bytes: Buffer): ThriftStruct {
  const reading = { bytes, at: 0 };
  const struct = readStruct(reading);
  if (reading.at !== bytes.length) throw damaged("bytes are left");
  return struct;
}

function readStruct(reading: Reading): ThriftStruct {
  const fields: ThriftField[] = [];
  let id = 0;
  for (;;) {
    const head = readByte(reading);
    if (head === 0) return { fields };
    const step = head >> 4;
    id = step === 0 ? Number(unzigzag(readVarint(reading))) : id + step;
    const type = head & 15;
    fields.push({ id, type, value: readValue(type, reading, "field") });
  }
}

function readValue(type: number, reading: Reading, where: "field" | "list"): ThriftValue {
  switch (type) {
    case THRIFT.yes:
    case THRIFT.no:
      // In a struct the type tells the value; in a list a byte follows.
      return (where === "field" ? type : readByte(reading)) === THRIFT.yes;
    case THRIFT.i8:
      return BigInt(readByte(reading));
    case THRIFT.i16:
    case THRIFT.i32:
    case THRIFT.i64:
      return unzigzag(readVarint(reading));
    case THRIFT.double:
      return readBytes(8, reading);
    case THRIFT.binary:
      return readBytes(Number(readVarint(reading)), reading);
    case THRIFT.list:
    case THRIFT.set:
      return readList(reading);
    case THRIFT.struct:
      return readStruct(reading);
    default:
      throw damaged(`type ${type} is not known`);
  }
}

function readList(reading: Reading): ThriftList {
  const head = readByte(reading);
  const itemType = head & 15;
  const short = head >> 4;
  const length = short === 15 ? Number(readVarint(reading)) : short;
  const items: ThriftValue[] = [];
  for (let at = 0; at < length; at++) items.push(readValue(itemType, reading, "list"));
  return { itemType, items };
}

function readByte(reading: Reading): number {
  const byte = reading.bytes[reading.at];
  if (byte === undefined) throw damaged("it is cut off");
  reading.at += 1;
  return byte;
}

function readBytes(length: number, reading: Reading): Buffer {
  const bytes = reading.bytes.subarray(reading.at, reading.at + length);
  if (bytes.length < length) throw damaged("it is cut off");
  reading.at += length;
  return bytes;
}

function readVarint(reading: Reading): bigint {
  let value = 0n;
  for (let shift = 0n; ; shift += 7n) {
    const byte = readByte(reading);
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return value;
  }
}

function unzigzag(value: bigint): bigint {
  return (value >> 1n) ^ -(value & 1n);
}

function damaged(what: string): LonghandError {
  return new LonghandError(`The footer of a Parquet file cannot be read: ${what}.`, {
    code: "damaged",
    hint: "Import the corpus again.",
  });
}

/**
 * Writes a struct as {@link readThrift} reads it.
 *
 * @param struct - The struct.
 * @returns Its bytes.
 */
export function writeThrift(struct: ThriftStruct): Buffer {
  const bytes: number[] = [];
  writeStruct(struct, bytes);
  return Buffer.from(bytes);
}

function writeStruct({ fields }: ThriftStruct, bytes: number[]): void {
  let last = 0;
  for (const { id, type, value } of fields) {
    const shown = typeof value === "boolean" ? flagType(value) : type;
    const step = id - last;
    if (step > 0 && step < 16) bytes.push((step << 4) | shown);
    else {
      bytes.push(shown);
      writeVarint(zigzag(BigInt(id)), bytes);
    }
    last = id;
    if (typeof value !== "boolean") writeValue(value, type, bytes);
  }
  bytes.push(0);
}

/** A flag has its value in its type. */
function flagType(value: boolean): number {
  return value ? THRIFT.yes : THRIFT.no;
}

function writeValue(value: ThriftValue, type: number, bytes: number[]): void {
  if (typeof value === "boolean") bytes.push(flagType(value));
  else if (typeof value === "bigint") writeNumber(value, type, bytes);
  else if (Buffer.isBuffer(value)) writeBytes(value, type, bytes);
  else if ("fields" in value) writeStruct(value, bytes);
  else writeList(value, bytes);
}

function writeNumber(value: bigint, type: number, bytes: number[]): void {
  if (type === THRIFT.i8) bytes.push(Number(value));
  else writeVarint(zigzag(value), bytes);
}

function writeBytes(value: Buffer, type: number, bytes: number[]): void {
  if (type === THRIFT.binary) writeVarint(BigInt(value.length), bytes);
  for (const byte of value) bytes.push(byte);
}

function writeList({ itemType, items }: ThriftList, bytes: number[]): void {
  if (items.length < 15) bytes.push((items.length << 4) | itemType);
  else {
    bytes.push(0xf0 | itemType);
    writeVarint(BigInt(items.length), bytes);
  }
  for (const item of items) writeValue(item, itemType, bytes);
}

function zigzag(value: bigint): bigint {
  return BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
}

function writeVarint(value: bigint, bytes: number[]): void {
  let rest = value;
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
}
