import type { Clock } from "../../foundation/index.ts";
import { findModel } from "./catalogue.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { fetchFromSources } from "./fetch-from-sources.ts";
import { installFile } from "./install-file.ts";
import {
  inspectModel,
  modelFolder,
  modelPath,
  type Receipt,
  verifyModel,
} from "./installed-model.ts";
import { lockModel } from "./lock-model.ts";
import { throwIfAborted } from "./part-file.ts";
import { openPartialFolder } from "./partial-folder.ts";
import type { PullEvent } from "./pull-event.ts";
import type { EnvironmentVariables } from "./source-run.ts";

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
  /** Where its file is. */
  readonly path: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
  /** Its size in bytes. */
  readonly sizeBytes: number;
  /** `present` if nothing had to be fetched. */
  readonly status: "pulled" | "present";
  /** Where it came from. */
  readonly source: string;
  /** `first-use` if the entry names no checksum, and the first pull is all that vouches for it. */
  readonly vouchedBy: "catalogue" | "first-use";
}

/**
 * Makes sure that a model is on this machine. If it is, no network is touched. Otherwise its sources
 * are tried in order; the file is hashed while it arrives and gets its final name only when it is
 * whole, flushed and equal to the catalogue's checksum, so that a kill at any moment leaves no half
 * file under that name. A second process that pulls the same model waits for the first.
 *
 * @param name - Name in the catalogue.
 * @param options - Home folder, clock, environment, progress and abort signal.
 * @returns Where the file is, and whether it had to be fetched.
 * @throws LonghandError `unknown-model`; `model-unavailable`, saying of each source why it failed;
 *   `disk-full`, `not-writable` or `cancelled`.
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
    found = await verifyModel(entry, home, { signal, onBytes: verifyProgress(entry, options) });
  }
  if (found.state !== "installed" || found.receipt === undefined) return undefined;
  return pulled(entry, found.receipt, { home, status: "present" });
}

function verifyProgress(entry: CatalogueEntry, { onProgress }: PullOptions) {
  return (bytes: number): void =>
    onProgress?.({
      stage: "verify",
      model: entry.name,
      bytes,
      ...(entry.sizeBytes === undefined ? {} : { totalBytes: entry.sizeBytes }),
    });
}

function pulled(
  entry: CatalogueEntry,
  { sha256, sizeBytes, source, vouchedBy }: Receipt,
  { home, status }: { readonly home: string; readonly status: PulledModel["status"] },
): PulledModel {
  const path = modelPath(home, entry);
  return { name: entry.name, path, sha256, sizeBytes, status, source, vouchedBy };
}

async function fetchModel(entry: CatalogueEntry, options: PullOptions): Promise<PulledModel> {
  const { home, clock, environment, signal, onProgress } = options;
  const { name: model } = entry;
  // Without a checksum in the catalogue, the one noted at the first pull holds.
  const sha256 = entry.sha256 ?? (await inspectModel(entry, home)).receipt?.sha256;
  const partial = await openPartialFolder(modelFolder(home, model));
  try {
    const { file, source } = await fetchFromSources({
      sha256,
      onProgress,
      run: {
        entry,
        partial,
        clock,
        environment,
        signal,
        onBytes: (event) => onProgress?.({ ...event, model }),
      },
    });
    const receipt = await installFile(file, { entry, home, source });
    await partial.clear();
    onProgress?.({ stage: "done", model });
    return pulled(entry, receipt, { home, status: "pulled" });
  } finally {
    await partial.leave();
  }
}
