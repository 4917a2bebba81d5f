import { statfs } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";

/** What is to be written. */
export interface SpaceNeeded {
  /** The model it is for. */
  readonly name: string;
  /** How much space it takes, in bytes. */
  readonly neededBytes: number;
}

/**
 * Refuses to begin what cannot fit on the disk.
 *
 * @param folder - Where it is to be written; it must exist.
 * @param needed - What, and how much.
 * @throws LonghandError `disk-full`.
 */
export async function refuseTooLittleSpace(
  folder: string,
  { name, neededBytes }: SpaceNeeded,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  if (freeBytes >= neededBytes) return;
  throw new LonghandError(
    `${folder}: the disk has ${inMegabytes(freeBytes)} free, but ${name} needs ${inMegabytes(neededBytes)}.`,
    {
      code: "disk-full",
      hint: "Free some space, or set LONGHAND_HOME to a folder on another disk.",
      details: { folder, freeBytes, neededBytes },
    },
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6).toLocaleString("en")} MB`;
}
