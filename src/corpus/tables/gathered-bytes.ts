import { open } from "node:fs/promises";

/** Bytes that are gathered for a file. */
export interface GatheredBytes {
  /** Adds a copy. */
  add(bytes: Buffer): void;
  /** How many there are. */
  length(): number;
  /** Writes all of them, and begins anew. */
  writeTo(path: string): Promise<void>;
}

const BLOCK_BYTES = 1 << 22;

/** Begins to gather. Blocks are used again for the next file: new ones would burden the memory. */
export function gatheredBytes(): GatheredBytes {
  const blocks: Buffer[] = [];
  let length = 0;
  return {
    add: (bytes) => {
      for (let from = 0; from < bytes.length; ) {
        const [block, at] = [Math.floor(length / BLOCK_BYTES), length % BLOCK_BYTES];
        blocks[block] ??= Buffer.alloc(BLOCK_BYTES);
        const copied = bytes.copy(blocks[block], at, from);
        from += copied;
        length += copied;
      }
    },
    length: () => length,
    writeTo: async (path) => {
      const file = await open(path, "w");
      try {
        const whole = Math.ceil(length / BLOCK_BYTES);
        const last = length - (whole - 1) * BLOCK_BYTES;
        const filled = blocks
          .slice(0, whole)
          .map((block, at) => (at === whole - 1 ? block.subarray(0, last) : block));
        if (length > 0) await file.writev(filled);
      } finally {
        await file.close();
      }
      length = 0;
    },
  };
}
