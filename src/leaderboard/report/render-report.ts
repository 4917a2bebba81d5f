import {
  documentHtml,
  documentLatex,
  documentMarkdown,
  type ReportDocument,
  tableCsv,
} from "../../report/index.ts";

/** Formats of a report that are text. */
export const CHALLENGE_REPORT_FORMATS = ["md", "html", "latex", "csv", "json"] as const;

/** One of {@link CHALLENGE_REPORT_FORMATS}; `csv` is a file for each table, `json` the report as data. */
export type ChallengeReportFormat = (typeof CHALLENGE_REPORT_FORMATS)[number];

/** A file of a report. */
export interface ReportFile {
  /** Its name, without folders. */
  readonly name: string;
  /** What it holds. */
  readonly content: string;
}

/**
 * Writes a report in one format.
 *
 * @param report - The report.
 * @param format - The format.
 * @returns `report.md`, `report.html`, `report.tex` or `report.json`, or one CSV file for each table. The
 * same report gives the same bytes.
 */
export function reportFiles(
  report: ReportDocument,
  format: ChallengeReportFormat,
): readonly ReportFile[] {
  if (format === "md") return [{ name: "report.md", content: documentMarkdown(report) }];
  if (format === "html") return [{ name: "report.html", content: documentHtml(report) }];
  if (format === "latex") return [{ name: "report.tex", content: documentLatex(report) }];
  if (format === "json") {
    return [{ name: "report.json", content: `${JSON.stringify(report, undefined, 1)}\n` }];
  }
  return report.sections.flatMap(({ tables }) =>
    tables.map(({ table }) => ({ name: `${table.id}.csv`, content: tableCsv(table) })),
  );
}
