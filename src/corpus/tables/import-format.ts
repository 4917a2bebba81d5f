import type { Clock } from "../../foundation/index.ts";
import type { CorpusFinding, CorpusKind } from "../../records/index.ts";
import type { CorpusFolder } from "../folder/open-corpus-folder.ts";

/** What an import of a benchmark format reads and writes. */
export interface FormatImport {
  /** Files, folders or globs, as the user named them; at least one. */
  readonly from: readonly string[];
  /** The corpus folder to write; it must not exist. */
  readonly out: string;
  /** Settings of the format by name; only those that {@link ImportFormat.settings} lists. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** Memory for tables, in MB. @defaultValue 1500 */
  readonly memoryMb?: number | undefined;
  /** Threads. @defaultValue the number of processors, at most 8 */
  readonly threads?: number | undefined;
}

/** How far a step of an import is. */
export interface ImportProgress {
  /** What is being done, for instance `Reading reviews`. */
  readonly step: string;
  /** Units done. */
  readonly done: number;
  /** Units in all; absent if unknown. */
  readonly total?: number;
  /** The unit. */
  readonly unit: "bytes" | "documents" | "steps";
  /** Units that an earlier, killed import had done. */
  readonly doneBefore?: number;
  /** More to show. */
  readonly note?: string;
}

/** What an import is handed beside its request. */
export interface ImportContext {
  /** The time. */
  readonly clock: Clock;
  /** Told now and then how far the import is. */
  readonly onProgress: (progress: ImportProgress) => void;
  /** Aborted when the user asks to stop: the import throws `interrupted` after the current step. */
  readonly stopping?: AbortSignal | undefined;
  /** Called for each finding that is worth showing: warnings and rejected records. */
  readonly onFinding?: ((finding: CorpusFinding) => void) | undefined;
}

/**
 * Reads the sources of a format and writes a corpus folder with `writeCorpusFolder`, whole or not
 * at all, with bounded memory.
 */
export type FormatImporter = (
  request: FormatImport,
  context: ImportContext,
) => Promise<CorpusFolder>;

/** A benchmark format that `longhand corpus import --format` reads. */
export interface ImportFormat {
  /** Name, as after `--format`. */
  readonly name: string;
  /** What it is, in some words. */
  readonly summary: string;
  /** What its documents are. */
  readonly kind: CorpusKind;
  /** Names of the settings it takes, in camel case: those of the command line's options. */
  readonly settings: readonly string[];
  /** Loads the importer; formats load what they need only when they are used. */
  readonly load: () => Promise<FormatImporter>;
}
