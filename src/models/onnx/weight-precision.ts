import { type FileHandle, open } from "node:fs/promises";
import { fileError } from "../../storage/index.ts";

/** ONNX element types that weights have. */
const TYPES: Readonly<Record<number, string>> = {
  1: "fp32",
  2: "int8",
  3: "int8",
  10: "fp16",
  11: "fp64",
  16: "bf16",
};
/** Field numbers of the format: model → graph → initializer → shape and element type. */
const [GRAPH, INITIALIZER, SHAPE, TYPE] = [7, 5, 1, 2];
/** Longest header of a field, and enough for the shape and type at the front of a tensor. */
const PEEK_BYTES = 256;

/**
 * Tells in which format most of a model's weights are, by their number. Reads the headers of the
 * file, not the weights.
 *
 * @param path - An `.onnx` file.
 * @returns `fp32`, `fp16`, `bf16`, `fp64`, `int8`, or `unknown` where the file names no weights of
 *   these kinds.
 * @throws LonghandError `not-found`, `not-readable` or `file-error`.
 */
export async function readWeightPrecision(path: string): Promise<string> {
  const file = await open(path).catch((cause) => {
    throw fileError(path, cause);
  });
  try {
    const { size } = await file.stat();
    const counts = new Map<string, number>();
    for await (const graph of fieldsOf(file, { from: 0, to: size })) {
      if (graph.number !== GRAPH) continue;
      for await (const field of fieldsOf(file, graph)) {
        if (field.number === INITIALIZER) await countWeights(file, field, counts);
      }
    }
    const [most] = [...counts].sort(([, left], [, right]) => right - left);
    return most?.[0] ?? "unknown";
  } finally {
    await file.close();
  }
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Field extends Stretch {
  readonly number: number;
  /** Of a number; absent for a stretch of bytes. */
  readonly value?: number;
}

async function countWeights(
  file: FileHandle,
  tensor: Stretch,
  counts: Map<string, number>,
): Promise<void> {
  let [weights, type] = [1, 0];
  for await (const field of fieldsOf(file, tensor)) {
    if (field.number === TYPE) type = field.value ?? 0;
    if (field.number === SHAPE) weights *= await productOf(file, field);
  }
  const name = TYPES[type];
  if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + weights);
}

/** A shape is written number by number, or packed into one stretch. */
async function productOf(file: FileHandle, { from, to, value }: Field): Promise<number> {
  if (value !== undefined) return value;
  const bytes = await read(file, from, Math.min(PEEK_BYTES, to - from));
  let [product, at] = [1, 0];
  while (at < bytes.length) {
    const { value: size, next } = varint(bytes, at);
    product *= size;
    at = next;
  }
  return product;
}

async function* fieldsOf(file: FileHandle, { from, to }: Stretch): AsyncGenerator<Field> {
  let at = from;
  while (at < to) {
    const bytes = await read(file, at, Math.min(PEEK_BYTES, to - at));
    const tag = varint(bytes, 0);
    const number = Math.floor(tag.value / 8);
    const kind = tag.value % 8;
    if (kind === 2) {
      const length = varint(bytes, tag.next);
      const start = at + length.next;
      at = start + length.value;
      yield { number, from: start, to: at };
    } else if (kind === 0) {
      const { value, next } = varint(bytes, tag.next);
      yield { number, from: at + tag.next, to: at + next, value };
      at += next;
    } else if (kind === 1 || kind === 5) {
      at += tag.next + (kind === 1 ? 8 : 4);
    } else {
      // No field of this format: whoever loads the file says what is wrong with it.
      return;
    }
  }
}

function varint(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly next: number } {
  let [value, factor, at] = [0, 1, start];
  for (;;) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * factor;
    factor *= 128;
    at += 1;
    if (byte < 0x80) return { value, next: at };
  }
}

async function read(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await file.read(bytes, 0, length, from);
  return bytes.subarray(0, bytesRead);
}
