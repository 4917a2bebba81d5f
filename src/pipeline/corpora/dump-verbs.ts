import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type CorpusFolder,
  findingLine,
  IMPORT_FORMATS,
  type ImportFormat,
  importFormatOf,
} from "../../corpus/index.ts";
import { flagOf, LonghandError } from "../../foundation/index.ts";
import type { CorpusFinding, CorpusFolderCounts, CorpusKind } from "../../records/index.ts";
import { nearestWord } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import type { RunContext } from "../run-context.ts";

/** A dump of a benchmark format to import or check. */
export interface DumpImport {
  /** Name of the format, see {@link dumpFormats}. */
  readonly format: string;
  /** Files, folders or patterns. */
  readonly from: readonly string[];
  /** Settings as given, by name; those that are not the format's are refused. */
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  /** Memory for tables, in MB. @defaultValue 1500 */
  readonly memoryMb?: number | undefined;
  /** Threads. @defaultValue the number of processors */
  readonly threads?: number | undefined;
}

/** What an import or check of a dump came to. */
export interface DumpResult extends VerbResult {
  /** Records that cannot be documents. */
  readonly rejected: number;
}

/**
 * Names of the formats of dumps.
 *
 * @returns The names with what they stand for, as lines for a help text.
 */
export function dumpFormats(): readonly { readonly name: string; readonly summary: string }[] {
  return IMPORT_FORMATS.map(({ name, summary }) => ({ name, summary }));
}

/**
 * Makes a corpus folder of a dump: whole, or not at all. Rejected records are counted, and listed in
 * the folder's `rejected.jsonl`.
 *
 * @param request - What to read, and `out`, the folder to write.
 * @param context - Progress, time, the wish to stop.
 * @returns Counts and findings.
 * @throws LonghandError `usage`, `folder-exists`, `not-found`, `no-documents`, `interrupted`.
 */
export async function importDumpTo(
  request: DumpImport & { readonly out: string },
  context: RunContext,
): Promise<DumpResult> {
  const { folder, findings } = await performImport(request, context);
  const { card, path } = folder;
  const { counts } = card;
  const what = countText(card.kind, counts);
  const aside = counts.rejected > 0 ? `; the rejected are listed in ${path}/rejected.jsonl` : "";
  return {
    rejected: counts.rejected,
    json: {
      corpus: path,
      kind: card.kind,
      format: card.format,
      counts,
      ...listed(findings, counts),
    },
    text: [...findingLines(findings, counts), `${what} written: ${path}${aside}`].join("\n"),
  };
}

/**
 * Lists what is wrong or odd with a dump. The corpus is made in a temporary folder and removed.
 *
 * @param request - What to read.
 * @param context - Progress, time, the wish to stop.
 * @returns Counts and findings.
 * @throws LonghandError as {@link importDumpTo}.
 */
export async function checkDump(request: DumpImport, context: RunContext): Promise<DumpResult> {
  const scratch = await mkdtemp(join(tmpdir(), "longhand-check-"));
  try {
    const { folder, findings } = await performImport(
      { ...request, out: join(scratch, "corpus") },
      context,
    );
    const { counts, kind, format } = folder.card;
    return {
      rejected: counts.rejected,
      json: { corpus: request.from.join(" "), kind, format, counts, ...listed(findings, counts) },
      text: findingLines(findings, counts).join("\n"),
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Imported {
  readonly folder: CorpusFolder;
  readonly findings: readonly CorpusFinding[];
}

async function performImport(
  request: DumpImport & { readonly out: string },
  context: RunContext,
): Promise<Imported> {
  const format = knownFormat(request.format);
  const stranger = Object.keys(request.settings).find((name) => !format.settings.includes(name));
  if (stranger !== undefined) throw foreignSetting(stranger, format);
  const findings: CorpusFinding[] = [];
  const importer = await format.load();
  const folder = await importer(request, {
    clock: context.clock,
    stopping: context.stopping,
    onProgress: (progress) => context.onProgress({ kind: "step", ...progress }),
    onFinding: (finding) => findings.push(finding),
  });
  return { folder, findings };
}

function knownFormat(name: string): ImportFormat {
  const format = importFormatOf(name);
  if (format !== undefined) return format;
  const names = IMPORT_FORMATS.map((known) => known.name);
  const near = nearestWord(name, names);
  throw new LonghandError(`There is no format ${JSON.stringify(name)} of corpora.`, {
    code: "usage",
    hint: near === undefined ? `There are ${names.join(", ")}.` : `Did you mean ${near}?`,
  });
}

function foreignSetting(name: string, format: ImportFormat): LonghandError {
  const own = format.settings.map(flagOf).join(", ");
  return new LonghandError(`${flagOf(name)} does not go with --format ${format.name}.`, {
    code: "usage",
    hint: own === "" ? "This format has no options of its own." : `Its own options are ${own}.`,
  });
}

const MAX_LISTED = 100;

function listed(
  findings: readonly CorpusFinding[],
  counts: CorpusFolderCounts,
): { readonly findings: readonly CorpusFinding[]; readonly unlisted: number } {
  const { rejected, dropped, warnings } = counts;
  const shown = findings.slice(0, MAX_LISTED);
  return { findings: shown, unlisted: rejected + dropped + warnings - shown.length };
}

function findingLines(findings: readonly CorpusFinding[], counts: CorpusFolderCounts): string[] {
  const { findings: shown, unlisted } = listed(findings, counts);
  const lines = shown.map((finding) => `${finding.outcome}: ${findingLine(finding)}`);
  if (unlisted > 0) lines.push(`and ${unlisted} more`);
  for (const [reason, count] of Object.entries(counts.reasons)) {
    lines.push(`${reason}: ${count.toLocaleString("en")}`);
  }
  const { documents, rejected, dropped, skipped, warnings } = counts;
  lines.push(
    `${counted(documents, "document")}, ${rejected} rejected, ${dropped} dropped, ${skipped} skipped, ${counted(warnings, "warning")}`,
  );
  return lines;
}

function countText(kind: CorpusKind, { documents, products }: CorpusFolderCounts): string {
  const also = products === undefined ? "" : ` and ${counted(products, "product")}`;
  return `${counted(documents, NOUNS[kind])}${also}`;
}

const NOUNS: Readonly<Record<CorpusKind, string>> = {
  documents: "document",
  papers: "paper",
  posts: "post",
  reviews: "review",
};
