import { type Zippable, zipSync } from "fflate";
import { LonghandError } from "../../foundation/index.ts";
import { bibtexEntry, buildReport, datasheetsOf, reportFiles } from "../../leaderboard/index.ts";
import type { ChallengeReportQuery, ReportableArchive } from "../../records/index.ts";
import { reportPdf } from "./report-pdf.ts";

/** A file of a report, as it is saved or sent. */
export interface ReportDownload {
  /** Its name. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** The file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Earliest time that a zip archive can hold; without a zone, so that the bytes are the same everywhere. */
const EARLIEST = "1980-01-01T00:00:00";

/**
 * Makes the final report of a challenge in one format, from its archive and nothing else: server and
 * command line call this function, so that their bytes are the same.
 *
 * @param archive - The archive; its texts and the inputs of its boards are not read.
 * @param query - The format, and the table for one CSV file.
 * @returns The file; all tables as CSV come in a ZIP archive.
 * @throws LonghandError `unknown-table` for a table that the report does not have;
 * `missing-dependency` for PDF without its packages.
 */
export async function reportDownload(
  archive: ReportableArchive,
  { format, table }: ChallengeReportQuery,
): Promise<ReportDownload> {
  const report = buildReport(archive);
  switch (format) {
    case "html":
      return textFile(reportFiles(report, "html"), "text/html");
    case "md":
      return textFile(reportFiles(report, "md"), "text/markdown");
    case "tex":
      return textFile(reportFiles(report, "latex"), "application/x-tex");
    case "json":
      return textFile(reportFiles(report, "json"), "application/json");
    case "pdf": {
      const bytes = new Uint8Array(await reportPdf(report, archive.madeAtMs));
      return { name: "report.pdf", type: "application/pdf", bytes };
    }
    case "heds": {
      const content = `${JSON.stringify(datasheetsOf(archive), undefined, 1)}\n`;
      return textFile([{ name: "heds.json", content }], "application/json");
    }
    case "bib": {
      const content = bibtexEntry(archive);
      return textFile([{ name: "report.bib", content }], "application/x-bibtex");
    }
    case "csv":
      return tablesFile(reportFiles(report, "csv"), table);
  }
}

interface TextFile {
  readonly name: string;
  readonly content: string;
}

function textFile([file]: readonly TextFile[], type: string): ReportDownload {
  return {
    name: file?.name ?? "report",
    type: `${type}; charset=utf-8`,
    bytes: new TextEncoder().encode(file?.content ?? ""),
  };
}

function tablesFile(files: readonly TextFile[], table: string | undefined): ReportDownload {
  if (table !== undefined) {
    const file = files.find(({ name }) => name === `${table}.csv`);
    if (file !== undefined) return textFile([file], "text/csv");
    throw new LonghandError(`The report has no table ${table}.`, {
      code: "unknown-table",
      hint: `It has ${files.map(({ name }) => name.replace(/\.csv$/, "")).join(", ")}.`,
    });
  }
  const entries: Zippable = {};
  for (const { name, content } of files) {
    entries[name] = [new TextEncoder().encode(content), { level: 9, mtime: EARLIEST }];
  }
  const bytes = new Uint8Array(zipSync(entries));
  return { name: "report-tables.zip", type: "application/zip", bytes };
}
