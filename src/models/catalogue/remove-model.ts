import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../foundation/index.ts";
import { findModel } from "./catalogue.ts";
import { isModelName } from "./catalogue-entry.ts";
import { modelFolder } from "./installed-model.ts";
import { lockModel } from "./lock-model.ts";
import { writeError } from "./part-file.ts";

/** What was removed. */
export interface RemovedModel {
  /** Name of the model. */
  readonly name: string;
  /** `false` if nothing of it was there. */
  readonly removed: boolean;
  /** Disk space that is free again, in bytes; unfinished downloads count. */
  readonly freedBytes: number;
}

/**
 * Removes a model from this machine, with what was noted of it and what is left of broken-off
 * downloads. A file that is only named in an experiment, or that a model was copied from, is never
 * touched.
 *
 * @param name - Name in the catalogue, or of a model whose entry is gone.
 * @param options - Longhand's home folder, and the time.
 * @returns How much space is free again.
 * @throws LonghandError `unknown-model`; `model-locked` while it is being pulled; `not-writable`.
 */
export async function removeModel(
  name: string,
  options: { readonly home: string; readonly clock: Clock },
): Promise<RemovedModel> {
  const folder = modelFolder(options.home, name);
  const there = isModelName(name) && (await stat(folder).catch(() => undefined)) !== undefined;
  if (!there) {
    await findModel(name, options.home);
    return { name, removed: false, freedBytes: 0 };
  }
  const lock = await lockModel({ folder, clock: options.clock });
  try {
    const freedBytes = await sizeOf(folder);
    await rm(folder, { recursive: true, force: true });
    return { name, removed: true, freedBytes };
  } catch (cause) {
    throw writeError(folder, cause);
  } finally {
    await lock.release();
  }
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const file = await stat(join(folder, name));
    if (file.isFile()) bytes += file.size;
  }
  return bytes;
}
