import { type FileHandle, open } from "node:fs/promises";
import { fileError } from "../../storage/index.ts";
import {
  aligned,
  type GgufLayout,
  type GgufTensor,
  parseGgufLayout,
  unreadable,
} from "./gguf-layout.ts";
import { blocksToQ8, canBecomeQ8 } from "./q8-blocks.ts";
import { Q8_0, TENSOR_TYPES, type TensorType } from "./tensor-types.ts";

/** What is to be re-encoded, and where the result goes. */
export interface GgufReencoding {
  /** The GGUF file. */
  readonly path: string;
  /** How messages name it. */
  readonly name: string;
  /** Takes the result, piece by piece. */
  readonly append: (piece: Uint8Array) => Promise<void>;
  /** Told how many of the file's bytes are done, and how many it has; may throw to end the work. */
  readonly onBytes: (bytes: number, totalBytes: number) => void;
}

/** Blocks that are re-encoded at once, and bytes that are copied at once: 0.3 to 1 MB. */
const PIECE_BLOCKS = 16_384;
const PIECE_BYTES = 1024 * 1024;
/** How much of a file is first read for its header. */
const FIRST_BYTES = 4 * 1024 * 1024;
/** Longest header: those of the largest vocabularies take some 20 MB. */
const MAX_HEADER_BYTES = 256 * 1024 * 1024;
/** What `general.file_type` says of a file that is mostly in Q8_0. */
const MOSTLY_Q8_0 = 7;

/**
 * Re-encodes the tensors of a GGUF file that are in Q4_0, Q4_1, Q5_0 or Q5_1 as Q8_0; everything else in
 * the file stays as it is. The same file gives the same bytes on every machine. Memory is that of the
 * header and of one piece, however large the file is.
 *
 * @param reencoding - The file, and who takes the result.
 * @throws LonghandError `reencode-failed` if the file is damaged, holds a type that cannot be read here, or
 *   has nothing to re-encode; `not-found`, `not-readable` or `file-error`; what `append` and `onBytes` throw.
 */
export async function reencodeGgufAsQ8(reencoding: GgufReencoding): Promise<void> {
  const { path, name } = reencoding;
  const file = await open(path, "r").catch((cause) => {
    throw fileError(path, cause);
  });
  try {
    const source = { file, path, name, sizeBytes: (await file.stat()).size };
    const { layout, header } = await readHeader(source);
    refuseOtherSize(source, layout);
    if (!layout.tensors.some(({ type }) => canBecomeQ8(type))) {
      throw unreadable(name, "no tensor in it is in Q4_0, Q4_1, Q5_0 or Q5_1");
    }
    await reencoding.append(newHeader(header, layout));
    for (const tensor of layout.tensors)
      await reencodeTensor(tensor, { source, layout, reencoding });
  } finally {
    await file.close();
  }
}

interface SourceFile {
  readonly file: FileHandle;
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
}

async function readHeader(
  source: SourceFile,
): Promise<{ readonly layout: GgufLayout; readonly header: Buffer }> {
  const { name, sizeBytes } = source;
  for (let length = FIRST_BYTES; ; length *= 4) {
    const start = await readAt(source, 0, Math.min(length, sizeBytes));
    const layout = parseGgufLayout(start, name);
    if (layout !== undefined) return { layout, header: start.subarray(0, layout.headerBytes) };
    if (length >= sizeBytes) throw unreadable(name, "it ends before its header does");
    if (length >= MAX_HEADER_BYTES) throw unreadable(name, "its header has no end");
  }
}

async function readAt(
  { file, path, name }: SourceFile,
  at: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file
      .read(buffer, read, length - read, at + read)
      .catch((cause: unknown) => {
        throw fileError(path, cause);
      });
    if (bytesRead === 0) throw unreadable(name, "it was cut while it was read");
    read += bytesRead;
  }
  return buffer;
}

function dataStart({ headerBytes, alignment }: GgufLayout): number {
  return aligned(headerBytes, alignment);
}

/** Some programs leave out what fills up the last tensor. */
function refuseOtherSize({ name, sizeBytes }: SourceFile, layout: GgufLayout): void {
  const last = layout.tensors.at(-1);
  const shortest = dataStart(layout) + (last === undefined ? 0 : last.offset + last.sizeBytes);
  const longest = aligned(shortest, layout.alignment);
  if (sizeBytes < shortest) {
    throw unreadable(name, `it has ${sizeBytes} bytes, but its tensors end at ${shortest}`);
  }
  if (sizeBytes > longest) {
    throw unreadable(name, `${sizeBytes - longest} bytes follow its last tensor`);
  }
}

/** The header with other types and offsets, filled up to the data. */
function newHeader(header: Buffer, layout: GgufLayout): Buffer {
  const { alignment, tensors, fileTypeAt } = layout;
  const changed = Buffer.alloc(dataStart(layout));
  header.copy(changed);
  if (fileTypeAt !== undefined) changed.writeUInt32LE(MOSTLY_Q8_0, fileTypeAt);
  let offset = 0;
  for (const tensor of tensors) {
    if (canBecomeQ8(tensor.type)) changed.writeUInt32LE(Q8_0, tensor.typeAt);
    changed.writeBigUInt64LE(BigInt(offset), tensor.offsetAt);
    offset = aligned(offset + newSize(tensor), alignment);
  }
  return changed;
}

function newSize({ type, sizeBytes }: GgufTensor): number {
  if (!canBecomeQ8(type)) return sizeBytes;
  return (sizeBytes / blockBytesOf(type)) * blockBytesOf(Q8_0);
}

function blockBytesOf(type: number): number {
  return (TENSOR_TYPES.get(type) as TensorType).blockBytes;
}

interface TensorRun {
  readonly source: SourceFile;
  readonly layout: GgufLayout;
  readonly reencoding: GgufReencoding;
}

async function reencodeTensor(tensor: GgufTensor, run: TensorRun): Promise<void> {
  const { source, layout, reencoding } = run;
  const { type, sizeBytes } = tensor;
  const isToChange = canBecomeQ8(type);
  const pieceBytes = isToChange ? PIECE_BLOCKS * blockBytesOf(type) : PIECE_BYTES;
  const start = dataStart(layout) + tensor.offset;
  for (let done = 0; done < sizeBytes; done += pieceBytes) {
    const length = Math.min(pieceBytes, sizeBytes - done);
    const piece = await readAt(source, start + done, length);
    const changed = isToChange ? blocksToQ8(type, piece) : piece;
    if (changed === undefined) {
      throw unreadable(source.name, `the tensor ${tensor.name} holds what is no finite number`);
    }
    await reencoding.append(changed);
    reencoding.onBytes(start + done + length, source.sizeBytes);
  }
  const size = newSize(tensor);
  const filling = aligned(size, layout.alignment) - size;
  if (filling > 0) await reencoding.append(Buffer.alloc(filling));
}
