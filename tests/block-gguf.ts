// GGUF files with tensors given byte by byte: right in every part, or wrong in the one that a test asks for.

/** A tensor, with its data. */
export interface BlockTensor {
  readonly name: string;
  /** Number of its type in the format. */
  readonly type: number;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
  /** Its offset, where it is to be a wrong one. */
  readonly offset?: number;
}

/** What the rest of the file is like. */
export interface BlockGgufOptions {
  /** @defaultValue 3 */
  readonly version?: number;
  /** Value of `general.file_type`. @defaultValue 3, mostly Q4_1 */
  readonly fileType?: number;
  /** Kept in the metadata if given. @defaultValue 32 */
  readonly alignment?: number;
  /** Further metadata: whole entries. */
  readonly entries?: readonly Buffer[];
}

/**
 * Makes a GGUF file.
 *
 * @param tensors - Its tensors.
 * @param options - The rest of it.
 * @returns Its bytes.
 */
export function blockGguf(
  tensors: readonly BlockTensor[],
  { version = 3, fileType = 3, alignment, entries = [] }: BlockGgufOptions = {},
): Buffer {
  const metadata = [
    metadataEntry("general.architecture", 8, text("llama")),
    ...entries,
    metadataEntry("general.file_type", 4, u32(fileType)),
    ...(alignment === undefined ? [] : [metadataEntry("general.alignment", 4, u32(alignment))]),
  ];
  const filled = (bytes: Uint8Array) => fill(bytes, alignment ?? 32);
  let offset = 0;
  const infos = tensors.map((tensor) => {
    const info = [text(tensor.name), u32(tensor.shape.length), ...tensor.shape.map(u64)];
    info.push(u32(tensor.type), u64(tensor.offset ?? offset));
    offset += filled(tensor.bytes).length;
    return Buffer.concat(info);
  });
  const start = [Buffer.from("GGUF"), u32(version), u64(tensors.length), u64(metadata.length)];
  const header = Buffer.concat([...start, ...metadata, ...infos]);
  return Buffer.concat([filled(header), ...tensors.map(({ bytes }) => filled(bytes))]);
}

/** An entry of the metadata: key, number of its type, value. */
export function metadataEntry(key: string, type: number, value: Uint8Array): Buffer {
  return Buffer.concat([text(key), u32(type), value]);
}

/** A text as the format has it: its length in 64 bits, then its bytes. */
export function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}

/** A whole number in 32 bits. */
export function u32(value: number): Buffer {
  return Buffer.from(Uint32Array.of(value).buffer);
}

/** A whole number in 64 bits. */
export function u64(value: number): Buffer {
  return Buffer.from(BigUint64Array.of(BigInt(value)).buffer);
}

/**
 * Blocks of random weights whose scales and smallest values are finite.
 *
 * @param count - How many.
 * @param blockBytes - Size of one: 18 for Q4_0, 20 for Q4_1, 22 for Q5_0, 24 for Q5_1, 34 for Q8_0.
 * @returns The blocks.
 */
export function randomBlocks(count: number, blockBytes: number): Buffer {
  const bytes = Buffer.alloc(count * blockBytes);
  let state = blockBytes;
  for (let index = 0; index < bytes.length; index++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
    // Bit 14 of a number of 16 bits: without it the exponent cannot be that of infinities.
    if (index % blockBytes === 1 || index % blockBytes === 3) bytes[index] = (state >>> 24) & 0xbf;
  }
  return bytes;
}

function fill(bytes: Uint8Array, alignment: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
}
