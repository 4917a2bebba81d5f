import { LonghandError } from "../../foundation/index.ts";
import { nameOfOtherType, TENSOR_TYPES } from "./tensor-types.ts";

/** A tensor as the header of a GGUF file describes it. */
export interface GgufTensor {
  /** Its name. */
  readonly name: string;
  /** Number of its type in the format. */
  readonly type: number;
  /** Its size in bytes, without what fills it up to the next boundary. */
  readonly sizeBytes: number;
  /** Where it begins, in bytes from the beginning of the data. */
  readonly offset: number;
  /** Where its type stands in the header: 32 bits. */
  readonly typeAt: number;
  /** Where its offset stands in the header: 64 bits. */
  readonly offsetAt: number;
}

/** What a GGUF file consists of. */
export interface GgufLayout {
  /** Size of the header in bytes, without what fills it up to the data. */
  readonly headerBytes: number;
  /** Every tensor begins at a multiple of so many bytes. */
  readonly alignment: number;
  /** Where `general.file_type` stands in the header, if it is there: 32 bits. */
  readonly fileTypeAt?: number;
  /** The tensors, in the order of the header, which is that of the data. */
  readonly tensors: readonly GgufTensor[];
}

const DEFAULT_ALIGNMENT = 32;
const MOST_DIMENSIONS = 4;
const [UINT32, STRING, ARRAY] = [4, 8, 9] as const;
/** Sizes in bytes of the metadata types that have one, by their number. */
const VALUE_BYTES: readonly (number | undefined)[] = [
  1,
  1,
  2,
  2,
  4,
  4,
  4,
  1,
  undefined,
  undefined,
  8,
  8,
  8,
];

/**
 * Finds the parts of a GGUF file. Nothing of the metadata is kept but the places that a change of the
 * tensors' types concerns: the rest stays as it is, byte by byte.
 *
 * @param start - The file's first bytes.
 * @param file - How messages name the file.
 * @returns The parts; `undefined` if the header goes on behind these bytes.
 * @throws LonghandError `reencode-failed` if this is no GGUF file of version 2 or 3, or one that contradicts
 *   itself or holds a type that is not read here.
 */
export function parseGgufLayout(start: Buffer, file: string): GgufLayout | undefined {
  const reader = new HeaderReader(start, file);
  const { tensorCount, entryCount } = readPreamble(reader);
  const { alignment, fileTypeAt } = readMetadata(reader, entryCount);
  const tensors = readTensors(reader, { tensorCount, alignment });
  if (reader.isShort) return undefined;
  const facts = { headerBytes: reader.place, alignment, tensors };
  return fileTypeAt === undefined ? facts : { ...facts, fileTypeAt };
}

/**
 * The next boundary.
 *
 * @param bytes - A place in a file.
 * @param alignment - Distance of the boundaries in bytes.
 * @returns The first multiple of the alignment that is not before the place.
 */
export function aligned(bytes: number, alignment: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/**
 * The error for a file that cannot be re-encoded.
 *
 * @param file - How messages name the file.
 * @param reason - Why, as the end of a sentence.
 */
export function unreadable(file: string, reason: string): LonghandError {
  return new LonghandError(`${file} cannot be re-encoded: ${reason}.`, {
    code: "reencode-failed",
    hint: "Only GGUF files with tensors in Q4_0, Q4_1, Q5_0 or Q5_1 can be re-encoded, next to others in Q8_0 or not quantised; use this file as it is, without `reencode`.",
    details: { reason },
  });
}

function readPreamble(reader: HeaderReader): { tensorCount: number; entryCount: number } {
  if (reader.text(4) !== "GGUF" && !reader.isShort) {
    throw unreadable(reader.file, "it is not a GGUF file");
  }
  const version = reader.u32();
  if (!reader.isShort && version !== 2 && version !== 3) {
    throw unreadable(reader.file, `it has version ${version} of the format, not 2 or 3`);
  }
  return { tensorCount: reader.u64(), entryCount: reader.u64() };
}

function readMetadata(
  reader: HeaderReader,
  entryCount: number,
): { readonly alignment: number; readonly fileTypeAt: number | undefined } {
  let alignment = DEFAULT_ALIGNMENT;
  let fileTypeAt: number | undefined;
  for (let index = 0; index < entryCount && !reader.isShort; index++) {
    const { key, type, at } = reader.entry();
    if (key === "general.alignment") alignment = readAlignment(reader, type, at);
    if (key === "general.file_type" && type === UINT32) fileTypeAt = at;
  }
  return { alignment, fileTypeAt };
}

function readTensors(
  reader: HeaderReader,
  { tensorCount, alignment }: { readonly tensorCount: number; readonly alignment: number },
): GgufTensor[] {
  const tensors: GgufTensor[] = [];
  let offset = 0;
  for (let index = 0; index < tensorCount; index++) {
    const tensor = readTensor(reader);
    if (reader.isShort) break;
    if (tensor.offset !== offset) {
      throw unreadable(reader.file, `the tensor ${tensor.name} does not follow the one before it`);
    }
    offset = aligned(offset + tensor.sizeBytes, alignment);
    tensors.push(tensor);
  }
  return tensors;
}

function readAlignment(reader: HeaderReader, type: number, at: number): number {
  const alignment = type === UINT32 && !reader.isShort ? reader.u32At(at) : DEFAULT_ALIGNMENT;
  if (alignment > 0 && (alignment & (alignment - 1)) === 0) return alignment;
  throw unreadable(reader.file, `its alignment is ${alignment}, which is no power of two`);
}

function readTensor(reader: HeaderReader): GgufTensor {
  const name = reader.text(reader.u64());
  const dimensions = reader.u32();
  if (dimensions > MOST_DIMENSIONS) {
    throw unreadable(reader.file, `the tensor ${name} has ${dimensions} dimensions`);
  }
  const shape = Array.from({ length: dimensions }, () => reader.u64());
  const typeAt = reader.place;
  const type = reader.u32();
  const offsetAt = reader.place;
  const offset = reader.u64();
  const sizeBytes = reader.isShort ? 0 : sizeOf({ name, type, shape }, reader.file);
  return { name, type, sizeBytes, offset, typeAt, offsetAt };
}

interface TensorShape {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
}

function sizeOf({ name, type, shape }: TensorShape, file: string): number {
  const known = TENSOR_TYPES.get(type);
  if (known === undefined) {
    throw unreadable(file, `the tensor ${name} is in ${nameOfOtherType(type)}`);
  }
  const [row = 1] = shape;
  const bytes =
    (shape.reduce((product, length) => product * length, 1) / known.blockNumbers) *
    known.blockBytes;
  if (row % known.blockNumbers === 0 && Number.isSafeInteger(bytes)) return bytes;
  throw unreadable(
    file,
    `the tensor ${name} has rows of ${row} numbers, which are no whole blocks`,
  );
}

/**
 * Reads a header from its beginning. Behind the end of the bytes everything is 0, and `isShort` is set:
 * the caller then comes again with more of the file.
 */
class HeaderReader {
  readonly file: string;
  readonly #bytes: Buffer;
  #place = 0;
  #isShort = false;

  constructor(bytes: Buffer, file: string) {
    this.#bytes = bytes;
    this.file = file;
  }

  get place(): number {
    return this.#place;
  }

  get isShort(): boolean {
    return this.#isShort;
  }

  u32(): number {
    const at = this.#skip(4);
    return at === undefined ? 0 : this.#bytes.readUInt32LE(at);
  }

  u32At(at: number): number {
    return this.#bytes.readUInt32LE(at);
  }

  u64(): number {
    const at = this.#skip(8);
    return at === undefined ? 0 : Number(this.#bytes.readBigUInt64LE(at));
  }

  text(length: number): string {
    const at = this.#skip(length);
    return at === undefined ? "" : this.#bytes.toString("utf8", at, at + length);
  }

  /** An entry of the metadata: its key, and the type and place of its value. */
  entry(): { readonly key: string; readonly type: number; readonly at: number } {
    const key = this.text(this.u64());
    const type = this.u32();
    const at = this.#place;
    if (this.#isShort) return { key, type, at };
    if (type === ARRAY) this.#skipItems(key, this.u32(), this.u64());
    else this.#skipItems(key, type, 1);
    return { key, type, at };
  }

  #skipItems(key: string, type: number, count: number): void {
    const size = VALUE_BYTES[type];
    if (size !== undefined) this.#skip(size * count);
    else if (type === STRING) {
      for (let item = 0; item < count && !this.#isShort; item++) this.#skip(this.u64());
    } else if (!this.#isShort) {
      throw unreadable(this.file, `the metadata ${key} has values of the unknown type ${type}`);
    }
  }

  /** Goes on by so many bytes; where they began, or `undefined` if they are not all there. */
  #skip(bytes: number): number | undefined {
    const at = this.#place;
    if (this.#isShort || at + bytes > this.#bytes.length) {
      this.#isShort = true;
      return undefined;
    }
    this.#place = at + bytes;
    return at;
  }
}
