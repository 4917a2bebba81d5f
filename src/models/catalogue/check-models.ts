import { findModel, readCatalogue } from "./catalogue.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { inspectFile, verifyFile } from "./installed-model.ts";
import { filesOf, type ModelFile } from "./model-files.ts";

/** Options of {@link checkModels}. */
export interface CheckOptions {
  /** Longhand's home folder. */
  readonly home: string;
  /** Models to check. @defaultValue all of the catalogue */
  readonly names?: readonly string[];
  /** Gets the bytes read of each model. */
  readonly onProgress?: (progress: CheckProgress) => void;
  /** Ends the check; it then rejects with `cancelled`. */
  readonly signal?: AbortSignal;
}

/** How far a check is. */
export interface CheckProgress {
  /** Name of the model. */
  readonly model: string;
  /** Bytes read so far. */
  readonly bytes: number;
  /** Size of the file in bytes, if known. */
  readonly totalBytes?: number;
}

/** What a check found. */
export interface ModelCheck {
  /** Name of the model. */
  readonly name: string;
  /**
   * `ok`: the bytes are those of the catalogue (or of the first pull). `outdated`: they are those that
   * were pulled, but the catalogue now names others, or has them re-encoded. `damaged`: they are neither. `missing`: not there.
   */
  readonly status: "ok" | "missing" | "damaged" | "outdated";
  /** Where the file is, or would be; of several files the first at fault, or the first. */
  readonly path: string;
  /** Its size in bytes. */
  readonly sizeBytes?: number;
  /** The checksum it has. */
  readonly actualSha256?: string;
  /** The checksum it should have, if one is known. */
  readonly expectedSha256?: string;
  /** What is wrong and what to do, as a sentence; absent if nothing is. */
  readonly problem?: string;
}

/**
 * Reads models whole and compares them with their checksums. A damaged one is noted as such, so that
 * it is not used again and the next pull fetches it anew.
 *
 * @param options - Home folder, which models, progress and abort signal.
 * @returns One finding per model, in the catalogue's order or the order of `names`.
 * @throws LonghandError `unknown-model`, `not-readable`, `not-writable`, `file-error` or `cancelled`.
 */
export async function checkModels(options: CheckOptions): Promise<ModelCheck[]> {
  const findings: ModelCheck[] = [];
  for (const entry of await chosen(options)) {
    const files: ModelCheck[] = [];
    for (const file of filesOf(entry)) files.push(await checkOne(file, options));
    findings.push(files.find(({ status }) => status !== "ok") ?? (files[0] as ModelCheck));
  }
  return findings;
}

async function chosen({ home, names }: CheckOptions): Promise<readonly CatalogueEntry[]> {
  if (names === undefined) return (await readCatalogue(home)).map(({ entry }) => entry);
  return Promise.all(names.map((name) => findModel(name, home)));
}

async function checkOne(entry: ModelFile, options: CheckOptions): Promise<ModelCheck> {
  const { name } = entry;
  const pull = `\`longhand models pull ${name}\``;
  const { state, path, receipt: old, earlierPath } = await inspectFile(entry, options.home);
  const expected = entry.sha256 ?? old?.sha256;
  const known = { name, path, ...(expected === undefined ? {} : { expectedSha256: expected }) };
  if (state === "absent") {
    return { ...known, status: "missing", problem: `It is not on this machine: ${pull} gets it.` };
  }
  if (earlierPath !== undefined) {
    const problem = `Only the file is here that it is made from, ${earlierPath}: ${pull} makes it.`;
    return { ...known, status: "outdated", problem };
  }
  const found = await verifyFile(entry, options.home, {
    signal: options.signal,
    onBytes: (bytes) =>
      options.onProgress?.({
        model: name,
        bytes,
        ...(entry.sizeBytes === undefined ? {} : { totalBytes: entry.sizeBytes }),
      }),
  });
  const facts = { sizeBytes: found.receipt.sizeBytes, actualSha256: found.actualSha256 };
  if (found.state === "damaged") {
    const problem = `Its bytes are not those that it should have: ${pull} gets it anew.`;
    return { ...known, ...facts, status: "damaged", problem };
  }
  if (found.state === "outdated") {
    const problem = `The catalogue now names another file: ${pull} gets it.`;
    return { ...known, ...facts, status: "outdated", problem };
  }
  return { ...known, ...facts, status: "ok" };
}
