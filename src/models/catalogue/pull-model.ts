import { type Clock, LonghandError } from "../../foundation/index.ts";
import { findModel } from "./catalogue.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { fetchFromSources } from "./fetch-from-sources.ts";
import { installFile } from "./install-file.ts";
import {
  type InstalledModel,
  inspectFile,
  inspectModel,
  modelFolder,
  verifyUnknown,
} from "./installed-model.ts";
import { lockModel } from "./lock-model.ts";
import { filesOf, type ModelFile, totalBytes } from "./model-files.ts";
import { throwIfAborted } from "./part-file.ts";
import { openPartialFolder, type PartialFolder } from "./partial-folder.ts";
import type { PullEvent } from "./pull-event.ts";
import { fetchReencoded, removeEarlierFile } from "./reencode-model.ts";
import type { EnvironmentVariables, SourceRun } from "./source-run.ts";

/** Options of {@link pullModel}. */
export interface PullOptions {
  /** Longhand's home folder; models are kept in its folder `models`. */
  readonly home: string;
  /** Time, for waits and limits. */
  readonly clock: Clock;
  /**
   * Environment variables for pip (`PATH`, proxies, pip's own settings); `HF_ENDPOINT` and `HF_TOKEN`
   * are honoured for Hugging Face.
   */
  readonly environment: EnvironmentVariables;
  /** Gets each step and the bytes so far, for a progress line. */
  readonly onProgress?: (event: PullEvent) => void;
  /** Ends the pull; it then rejects with `cancelled`. What can be resumed is kept. */
  readonly signal?: AbortSignal;
}

/** A model that is on this machine. */
export interface PulledModel {
  /** Its name in the catalogue. */
  readonly name: string;
  /** Where its file is; the first, if it has several. */
  readonly path: string;
  /** SHA-256 of that file. */
  readonly sha256: string;
  /** Size of all its files in bytes. */
  readonly sizeBytes: number;
  /** `present` if nothing had to be fetched. */
  readonly status: "pulled" | "present";
  /** Where its first file came from. */
  readonly source: string;
  /** `first-use` if the entry names no checksum, and the first pull is all that vouches for it. */
  readonly vouchedBy: "catalogue" | "first-use";
}

/**
 * Makes sure that a model is on this machine. If it is, no network is touched. Otherwise its sources
 * are tried in order; the file is hashed while it arrives and gets its final name only when it is
 * whole, flushed and equal to the catalogue's checksum, so that a kill at any moment leaves no half
 * file under that name. A file that the catalogue has re-encoded is held to a checksum before and after.
 * A second process that pulls the same model waits for the first.
 *
 * @param name - Name in the catalogue.
 * @param options - Home folder, clock, environment, progress and abort signal.
 * @returns Where the file is, and whether it had to be fetched.
 * @throws LonghandError `unknown-model`; `model-unavailable`, saying of each source why it failed;
 *   `reencode-failed` if the file that came cannot be re-encoded; `disk-full`, `not-writable` or `cancelled`.
 *
 * @example
 * ```ts
 * import type { Clock } from "longhand";
 * import { pullModel } from "longhand/models";
 *
 * export async function ensureModel(home: string, clock: Clock): Promise<string> {
 *   const environment = { PATH: "/usr/bin:/bin" };
 *   const { path } = await pullModel("smollm2-135m-instruct", { home, clock, environment });
 *   return path;
 * }
 * ```
 */
export async function pullModel(name: string, options: PullOptions): Promise<PulledModel> {
  throwIfAborted(options.signal);
  const entry = await findModel(name, options.home);
  const present = await presentModel(entry, options);
  if (present !== undefined) return present;
  const lock = await lockModel({
    ...options,
    folder: modelFolder(options.home, name),
    onWait: (message) => options.onProgress?.({ stage: "waiting", model: name, message }),
  });
  try {
    // The process that held the lock may have pulled it meanwhile.
    return (await presentModel(entry, options)) ?? (await fetchModel(entry, options));
  } finally {
    await lock.release();
  }
}

async function presentModel(
  entry: CatalogueEntry,
  options: PullOptions,
): Promise<PulledModel | undefined> {
  const { home, signal } = options;
  let found = await inspectModel(entry, home);
  if (found.state === "unverified") {
    found = await verifyUnknown(entry, home, { signal, onBytes: verifyProgress(entry, options) });
  }
  return found.state === "installed" ? pulled(entry, found, "present") : undefined;
}

function verifyProgress(entry: CatalogueEntry, { onProgress }: PullOptions) {
  const all = totalBytes(entry);
  return (bytes: number): void =>
    onProgress?.({
      stage: "verify",
      model: entry.name,
      bytes,
      ...(all === undefined ? {} : { totalBytes: all }),
    });
}

function pulled(
  entry: CatalogueEntry,
  { path, receipt, files }: InstalledModel,
  status: PulledModel["status"],
): PulledModel | undefined {
  if (receipt === undefined) return undefined;
  const { sha256, source, vouchedBy } = receipt;
  const sizeBytes = files.reduce((sum, file) => sum + (file.receipt?.sizeBytes ?? 0), 0);
  return { name: entry.name, path, sha256, sizeBytes, status, source, vouchedBy };
}

async function fetchModel(entry: CatalogueEntry, options: PullOptions): Promise<PulledModel> {
  const { home, onProgress } = options;
  const partial = await openPartialFolder(modelFolder(home, entry.name));
  try {
    // A file that is there and right is not fetched again because another one is missing.
    for (const file of filesOf(entry)) {
      const { state } = await inspectFile(file, home);
      if (state !== "installed") await fetchFile(file, partial, options);
    }
  } finally {
    await partial.leave();
  }
  onProgress?.({ stage: "done", model: entry.name });
  const found = pulled(entry, await inspectModel(entry, home), "pulled");
  if (found !== undefined) return found;
  throw new LonghandError(`The files of ${entry.name} were changed while they were put in place.`, {
    code: "model-damaged",
    hint: `Repeat \`longhand models pull ${entry.name}\`.`,
    details: { model: entry.name },
  });
}

async function fetchFile(
  file: ModelFile,
  partial: PartialFolder,
  options: PullOptions,
): Promise<void> {
  const { home, clock, environment, signal, onProgress } = options;
  // Without a checksum in the catalogue, the one noted at the first pull holds.
  const sha256 = file.sha256 ?? (await inspectFile(file, home)).receipt?.sha256;
  const run: SourceRun = {
    entry: file,
    partial,
    clock,
    environment,
    signal,
    onBytes: (event) => onProgress?.({ ...event, model: file.name }),
  };
  const wanted = { run, sha256, onProgress };
  const { reencode } = file;
  const { file: fetched, source } =
    reencode === undefined
      ? await fetchFromSources(wanted)
      : await fetchReencoded({ ...wanted, file, reencode, home });
  await installFile(fetched, { entry: file, home, source });
  await removeEarlierFile(file, home);
  await partial.clear();
}
