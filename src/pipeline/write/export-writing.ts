import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { fileError, requireWritableFolder, writeAtomically } from "../../storage/index.ts";
import {
  type ExportFormat,
  exportDocument,
  type FontFile,
  type Manuscript,
  manuscriptOf,
  type ReadRun,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { exportPath, findWritingRun, readWritingRun, type WritingRun } from "./writing-run.ts";

/** Formats that are written where none are named. */
export const DEFAULT_EXPORT_FORMATS: readonly ExportFormat[] = ["md", "html"];

/** What to export. */
export interface ExportOptions {
  /** Formats. */
  readonly formats: readonly ExportFormat[];
  /** Folder for the files. @defaultValue `exports` in the run's folder */
  readonly folder?: string;
  /** Whether Markdown names the nodes in comments. @defaultValue false */
  readonly ids?: boolean;
  /** Whether missed mentions are listed in front of the text. @defaultValue false */
  readonly misses?: boolean;
  /** Whether the document says that it was written with Longhand. @defaultValue false */
  readonly credit?: boolean;
  /** A font file for PDF; it comes before the shipped fonts. @defaultValue none */
  readonly font?: string;
}

/** A format that could not be written. */
export interface FailedExport {
  /** The format. */
  readonly format: ExportFormat;
  /** Stable name of the fault. */
  readonly code: string;
  /** What went wrong. */
  readonly message: string;
  /** What to do next; absent if nobody knows. */
  readonly hint?: string;
}

/** What was exported. */
export interface ExportReport {
  /** Absolute paths by format. */
  readonly exports: Readonly<Partial<Record<ExportFormat, string>>>;
  /** Formats that could not be written; the others are whole. */
  readonly failures: readonly FailedExport[];
}

/** What was exported of a run. */
export interface RunExports extends ExportReport {
  /** Name of the run. */
  readonly run: string;
}

/**
 * Exports what a run has written so far. A format that fails keeps no other from being written, and each
 * file appears only once it is whole.
 *
 * @param name - The run.
 * @param options - Formats, and what they tell.
 * @param context - Places.
 * @returns The run, paths by format, and what failed.
 * @throws LonghandError `unknown-run`, `damaged-run`; `invalid-font` for a font that is not there;
 *   `not-writable` for a folder that takes no files.
 */
export async function exportWriting(
  name: string,
  options: ExportOptions,
  context: RunContext,
): Promise<RunExports> {
  const fonts = await readFonts(options.font);
  const run = await findWritingRun(name, context);
  await requireWritableFolder(options.folder ?? dirname(exportPath(run.folder, "md")));
  const read = await readWritingRun(run, context);
  return { run: run.folder.name, ...(await writeExports(read, run, { ...options, fonts })) };
}

/** How the exports of an open run are written. */
export type WriteExportsOptions = Omit<ExportOptions, "font"> & {
  /** Fonts for PDF that come before the shipped ones. */
  readonly fonts: readonly FontFile[];
};

/**
 * Writes the exports of a run that is open.
 *
 * @param read - What the run holds.
 * @param run - Where it is.
 * @param options - Formats, and what they tell.
 * @returns Paths by format, and what failed.
 */
export async function writeExports(
  read: ReadRun,
  { folder }: WritingRun,
  options: WriteExportsOptions,
): Promise<ExportReport> {
  const { formats, ids, misses = false, credit = false, fonts } = options;
  const manuscript = manuscriptOf(read, { misses, credit });
  const exports: Partial<Record<ExportFormat, string>> = {};
  const failures: FailedExport[] = [];
  for (const format of new Set(formats)) {
    // A file to be edited by hand is none that a resumed run writes over.
    const ending = ids === true && format === "md" ? "ids.md" : format;
    const path =
      options.folder === undefined
        ? exportPath(folder, ending)
        : resolve(options.folder, `document.${ending}`);
    const failure = await writeExport(manuscript, { format, path, ids: ids === true, fonts });
    if (failure === undefined) exports[format] = path;
    else failures.push(failure);
  }
  return { exports, failures };
}

interface OneExport {
  readonly format: ExportFormat;
  readonly path: string;
  readonly ids: boolean;
  readonly fonts: readonly FontFile[];
}

async function writeExport(
  manuscript: Manuscript,
  { format, path, ids, fonts }: OneExport,
): Promise<FailedExport | undefined> {
  try {
    await writeAtomically(path, await exportDocument(manuscript, format, { ids, fonts }));
    return undefined;
  } catch (error) {
    const { code, hint } =
      error instanceof LonghandError ? error : { code: "export-failed", hint: undefined };
    return {
      format,
      code,
      message: `${format}: ${messageOf(error)}`,
      ...(hint === undefined ? {} : { hint }),
    };
  }
}

/**
 * Reads the font that a command names.
 *
 * @param path - The file; `undefined` for none.
 * @returns The font, if any.
 * @throws LonghandError `invalid-font` if it cannot be read.
 */
export async function readFonts(path: string | undefined): Promise<FontFile[]> {
  if (path === undefined) return [];
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw noFont(path, fileError(path, cause).message, cause);
  });
  return [{ name: path, bytes }];
}

/** How font files begin: TrueType, OpenType, a collection; then those of the web. */
const FONT_MARKS = ["\0\u0001\0\0", "true", "OTTO", "ttcf", "wOFF", "wOF2"];

/**
 * Refuses files that are certainly no fonts: better before the work than after it.
 *
 * @param fonts - Fonts that were read.
 * @throws LonghandError `invalid-font`.
 */
export function requireFonts(fonts: readonly FontFile[]): void {
  for (const { name, bytes } of fonts) {
    const mark = String.fromCharCode(...bytes.subarray(0, 4));
    if (!FONT_MARKS.includes(mark)) throw noFont(name, `${name} is no font.`);
  }
}

function noFont(file: string, message: string, cause?: unknown): LonghandError {
  return new LonghandError(message, {
    code: "invalid-font",
    hint: "Name a TrueType or OpenType file (.ttf, .otf, .ttc) with --font.",
    details: { file },
    ...(cause === undefined ? {} : { cause }),
  });
}
