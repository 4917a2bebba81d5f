import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { isGgufFile } from "../catalogue/gguf-file.ts";
import { hashFile } from "../catalogue/part-file.ts";
import type { EngineLoad, GpuChoice } from "./engine-protocol.ts";

/** Options that local models of every kind have. */
export interface GgufFileOptions {
  /** The GGUF file. */
  readonly path: string;
  /** Name of the model, as results show it. */
  readonly name: string;
  /** Revision that results show. @defaultValue the file's SHA-256 */
  readonly revision?: string;
  /** Processor threads. @defaultValue as many as there are cores */
  readonly threads?: number;
  /** Where the model runs; `false` for the processor. @defaultValue `"auto"` */
  readonly gpu?: GpuChoice;
}

/** A model file that was looked at. */
export interface GgufFile {
  /** What the engine needs to open it. */
  readonly load: Pick<EngineLoad, "path" | "threads" | "gpu">;
  /** What results show. */
  readonly revision: string;
}

/**
 * Looks at a model file before an engine is started for it.
 *
 * @param options - File, revision, threads and GPU.
 * @returns What the engine needs, and the revision.
 * @throws LonghandError `not-found`, `not-readable`, `not-a-model` or `invalid-option`.
 */
export async function prepareFile(options: GgufFileOptions): Promise<GgufFile> {
  const path = resolve(options.path);
  const { threads = availableParallelism(), gpu = "auto" } = options;
  checkCount("threads", threads);
  if (!(await isGgufFile(path))) {
    throw new LonghandError(`${path} is not a GGUF file.`, {
      code: "not-a-model",
      hint: "Name a model file in the GGUF format.",
      details: { file: path },
    });
  }
  const revision = options.revision ?? (await hashFile(path)).sha256;
  return { load: { path, threads, gpu }, revision };
}

/**
 * Refuses a number that counts nothing.
 *
 * @param option - Name of the option.
 * @param value - Its value; `undefined` is fine.
 * @throws LonghandError `invalid-option`.
 */
export function checkCount(option: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new LonghandError(
    `Local model: ${option} must be a whole number, 1 or more, got ${value}.`,
    {
      code: "invalid-option",
      hint: `Change ${option} in the model's settings, or leave it out.`,
    },
  );
}
