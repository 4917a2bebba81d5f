import { statfs } from "node:fs/promises";

/** Bytes that must be free, so that answers and submissions can be kept. */
const LEAST_FREE_BYTES = 1 << 20;

/** What a file system says of itself. */
interface Space {
  /** Blocks in all. */
  readonly blocks: number;
  /** Blocks that the process may still fill. */
  readonly bavail: number;
  /** Bytes of a block. */
  readonly bsize: number;
}

/**
 * Tells whether a folder's disk has room for what people send.
 *
 * @param folder - The folder.
 * @param ask - Asks the file system, by default the one that there is.
 * @returns `false` below 1 MiB; `true` where the file system counts nothing.
 */
export async function hasRoom(
  folder: string,
  ask: (folder: string) => Promise<Space> = statfs,
): Promise<boolean> {
  const { blocks, bavail, bsize } = await ask(folder);
  return blocks === 0 || bavail * bsize >= LEAST_FREE_BYTES;
}
