import {
  type CorpusFormat,
  checkCorpus,
  corpusFolderStats,
  corpusStats,
  findingLine,
  followReading,
  importCorpus,
  isCorpusFolder,
  openCorpusFolder,
  writeCorpus,
} from "../../corpus/index.ts";
import { LonghandError } from "../../foundation/index.ts";
import type {
  BenchmarkProfile,
  CorpusDocument,
  CorpusReport,
  Spread,
} from "../../records/index.ts";
import { counted } from "../../text/index.ts";
import type { VerbResult } from "../datasets/dataset-verbs.ts";
import type { RunContext } from "../run-context.ts";
import { openCorpus, SHIPPED_CORPUS } from "./named-corpus.ts";

/** What {@link importCorpusTo} reads and writes. */
export interface CorpusImport {
  /** Folder or file of documents; `sotu` for the shipped corpus. */
  readonly from: string;
  /** Corpus to write, in JSON Lines. */
  readonly out: string;
  /** Who wrote the documents; absent to take it from the files. */
  readonly author?: string;
  /** The author's mail addresses: mails from others are dropped. */
  readonly addresses?: readonly string[];
  /** Reads every file in this format, whatever its name. */
  readonly fileFormat?: CorpusFormat;
  /** Whether a file's own time may stand in for a missing date. */
  readonly dates?: "metadata" | "file";
  /** How mailboxes escape lines that begin with From: mboxrd or mboxo. */
  readonly dialect?: "rd" | "o";
  /** Rules for duplicates and mails. */
  readonly profile?: BenchmarkProfile;
  /** Records and files that may be unreadable. @defaultValue 0 */
  readonly allowRejected?: number;
}

/**
 * Makes a corpus of a person's own documents. Everything that is left out is listed with its
 * reason; unless as many rejected records are allowed, nothing is written.
 *
 * @param request - What to read and write.
 * @param context - Progress.
 * @returns Counts and findings.
 * @throws LonghandError `rejected-records`, listing them; `no-documents` if none is left; `usage` for a
 * corpus folder, which is a corpus already.
 */
export async function importCorpusTo(
  request: CorpusImport,
  context: RunContext,
): Promise<VerbResult> {
  const { from, out, allowRejected = 0, fileFormat: format, ...options } = request;
  if (from === SHIPPED_CORPUS) {
    const written = await writeCorpus(out, openCorpus(from));
    return {
      json: { corpus: out, counts: { documents: written } },
      text: `${counted(written, "document")} written: ${out}`,
    };
  }
  await refuseCorpusFolder(from);
  const reading = followReading(importCorpus({ path: from, format, ...options }));
  let done = 0;
  async function* documents(): AsyncGenerator<CorpusDocument> {
    for await (const document of reading.documents) {
      done += 1;
      context.onProgress({ kind: "step", step: "Reading", done, unit: "documents" });
      yield document;
    }
    // Thrown before the file gets its name: a corpus with holes is not written by accident.
    refuseRejected(reading.report(), allowRejected);
    refuseEmpty(reading.report(), from);
  }
  await writeCorpus(out, documents());
  const report = reading.report();
  return {
    json: { corpus: out, ...report },
    text: [
      ...reportLines(report),
      `${counted(report.counts.documents, "document")} written: ${out}`,
    ].join("\n"),
  };
}

function refuseRejected(report: CorpusReport, allowed: number): void {
  const { rejected } = report.counts;
  if (rejected <= allowed) return;
  throw new LonghandError(
    `${counted(rejected, "record or file", "records or files")} cannot be documents; nothing was written.\n${reportLines(report).join("\n")}`,
    {
      code: "rejected-records",
      hint: `Mend them, or leave them out with --allow-rejected ${rejected}.`,
      details: { ...report },
    },
  );
}

function refuseEmpty(report: CorpusReport, from: string): void {
  if (report.counts.documents > 0) return;
  throw new LonghandError(
    `${from} holds no documents; nothing was written.\n${reportLines(report).join("\n")}`,
    {
      code: "no-documents",
      hint: "Files are told apart by their endings: .txt .md .html .docx .pdf .eml .mbox .csv .jsonl; --format reads all in one format.",
      details: { ...report },
    },
  );
}

async function refuseCorpusFolder(from: string): Promise<void> {
  if (!(await isCorpusFolder(from))) return;
  throw new LonghandError(`${from} is a corpus already.`, {
    code: "usage",
    hint: "Every command that takes a corpus takes this folder.",
  });
}

function reportLines({ counts, findings, unlisted }: CorpusReport): string[] {
  const lines = findings.map((finding) => `${finding.outcome}: ${findingLine(finding)}`);
  if (unlisted > 0) lines.push(`and ${unlisted} more`);
  const { documents, rejected, dropped, skipped, warnings } = counts;
  lines.push(
    `${counted(documents, "document")}, ${rejected} rejected, ${dropped} dropped, ${skipped} skipped, ${counted(warnings, "warning")}`,
  );
  return lines;
}

/**
 * Lists everything that is wrong or odd with documents, and writes nothing.
 *
 * @param path - Folder, file or corpus.
 * @param options - Rules for duplicates and mails; a format that every file is read in.
 * @returns The findings, and how many records are rejected.
 */
export async function corpusCheckOf(
  path: string,
  options: { readonly profile: BenchmarkProfile; readonly format?: CorpusFormat | undefined },
): Promise<VerbResult & { readonly rejected: number }> {
  if (await isCorpusFolder(path)) return folderCheckOf(path);
  const report = await checkCorpus({ path, ...options });
  return {
    rejected: report.counts.rejected,
    json: { corpus: path, ...report },
    text: reportLines(report).join("\n"),
  };
}

/** What an import found is on its card; nothing that it rejected is in the folder's tables. */
async function folderCheckOf(path: string): Promise<VerbResult & { readonly rejected: number }> {
  const { kind, counts } = (await openCorpusFolder(path)).card;
  const { documents, rejected, dropped, skipped, warnings, reasons } = counts;
  const aside = rejected > 0 ? `; the rejected are listed in ${path}/rejected.jsonl` : "";
  return {
    rejected: 0,
    json: { corpus: path, kind, counts },
    text: [
      ...Object.entries(reasons).map(([reason, count]) => `${reason}: ${count}`),
      `a corpus folder; when it was imported: ${counted(documents, "document")}, ${rejected} rejected, ${dropped} dropped, ${skipped} skipped, ${counted(warnings, "warning")}${aside}`,
    ].join("\n"),
  };
}

/**
 * Describes a corpus in numbers.
 *
 * @param name - `sotu`, a corpus folder, or the path of a corpus in JSON Lines.
 * @returns Documents, authors, words, dates, duplicates.
 */
export async function corpusStatsOf(name: string): Promise<VerbResult> {
  const stats = (await isCorpusFolder(name))
    ? await corpusFolderStats(name)
    : await corpusStats(openCorpus(name));
  const dates =
    stats.firstDate === undefined
      ? "no dates"
      : `${stats.dated} dated, ${stats.firstDate} to ${String(stats.lastDate)}`;
  return {
    json: { corpus: name, ...stats },
    text: [
      `${counted(stats.documents, "document")} by ${counted(stats.authors, "author")}, ${counted(stats.words, "word")}, ${dates}`,
      `words per document: ${spreadText(stats.wordsPerDocument)}`,
      `documents per author: ${spreadText(stats.documentsPerAuthor)}`,
      `duplicates: ${stats.duplicates} of the same author, ${stats.duplicatesOfOthers} of another`,
      "most documents:",
      ...stats.topAuthors.map(
        ({ author, documents, words }) =>
          `  ${author}: ${counted(documents, "document")}, ${counted(words, "word")}`,
      ),
    ].join("\n"),
  };
}

function spreadText({ mean, sd, min, median, max }: Spread): string {
  if (mean === undefined) return "—";
  return `${mean.toFixed(1)}${sd === undefined ? "" : ` ± ${sd.toFixed(1)}`} (${min} to ${max}, median ${median})`;
}
