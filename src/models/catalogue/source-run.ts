import type { Clock } from "../../foundation/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import type { FileDigest } from "./part-file.ts";
import type { PartialFolder } from "./partial-folder.ts";
import type { BytesEvent } from "./pull-event.ts";

/** Environment variables by name, as handed in by whoever reads them. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** What a source needs to fetch a model's file. */
export interface SourceRun {
  /** The model, with size and checksum of the file that the sources give. */
  readonly entry: CatalogueEntry;
  /** Bytes of what is made from the file and will lie beside it for a while. @defaultValue 0 */
  readonly besideBytes?: number;
  /** Where unfinished parts go. */
  readonly partial: PartialFolder;
  /** Time. */
  readonly clock: Clock;
  /** Environment variables. */
  readonly environment: EnvironmentVariables;
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined;
  /** Reports progress. */
  readonly onBytes: (event: Pick<BytesEvent, "stage" | "bytes" | "totalBytes">) => void;
}

/** A file that a source has fetched, still under a temporary name. */
export interface FetchedFile extends FileDigest {
  /** Where it is. */
  readonly path: string;
  /** `true` if it begins with bytes of an earlier, broken-off download. */
  readonly resumed: boolean;
}

/**
 * The error for a source that gave nothing usable; the next source is tried then.
 *
 * @param reason - Why, as a sentence.
 * @param cause - What led to it.
 */
export function sourceError(reason: string, cause?: unknown): LonghandError {
  return new LonghandError(reason, { code: "source-failed", cause });
}
