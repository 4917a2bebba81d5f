import { z } from "zod";

/** What stands in one place of a table of a report. */
export interface ReportViewPlace {
  /** As it is printed: a rounded number, `—`, or words. */
  readonly text: string;
  /** Its 95 % interval as it is printed; absent without one. */
  readonly ends?: string;
  /** What belongs to the number; absent for nothing. */
  readonly detail?: string;
  /** Why there is no number; absent for nothing. */
  readonly reason?: string;
  /** The number in full; absent for words. */
  readonly value?: number;
}

/** A table of a report. */
export interface ReportViewTable {
  /** Where its numbers stand in the archive, as a JSON pointer. */
  readonly source: string;
  /** The table. */
  readonly table: {
    /** Its name in addresses and files. */
    readonly id: string;
    /** What it shows. */
    readonly title: string;
    /** Headings of what the lines are about. */
    readonly rowHeads: readonly string[];
    /** Columns, with what neighbours share. */
    readonly columns: readonly { readonly group?: string; readonly title: string }[];
    /** Lines. */
    readonly rows: readonly {
      readonly heads: readonly string[];
      readonly places: readonly ReportViewPlace[];
    }[];
    /** What a reader needs to judge the numbers. */
    readonly notes: readonly string[];
  };
}

/** The report of a challenge as a page shows it: `GET …/report?format=json`. */
export interface ChallengeReportView {
  /** Heading. */
  readonly title: string;
  /** Whether it is final or preliminary, in words. */
  readonly overline: string;
  /** Sections in order. */
  readonly sections: readonly {
    readonly id: string;
    readonly title: string;
    readonly paragraphs: readonly string[];
    readonly points: readonly string[];
    readonly tables: readonly ReportViewTable[];
  }[];
}

/** Formats in which a server gives the report of a challenge. */
export const CHALLENGE_REPORT_DOWNLOADS = [
  "html",
  "md",
  "tex",
  "csv",
  "pdf",
  "json",
  "heds",
  "bib",
] as const;

/** One of {@link CHALLENGE_REPORT_DOWNLOADS}. */
export type ChallengeReportDownload = (typeof CHALLENGE_REPORT_DOWNLOADS)[number];

/** Query of `GET …/report`. */
export interface ChallengeReportQuery {
  /** The format. @defaultValue "html" */
  readonly format: ChallengeReportDownload;
  /** Id of the one table that is wanted, for `csv`. @defaultValue all tables, as a ZIP archive */
  readonly table?: string;
}

/** Schema of {@link ChallengeReportQuery}. */
export const challengeReportQuerySchema: z.ZodType<ChallengeReportQuery> = z.object({
  format: z._default(z.enum(CHALLENGE_REPORT_DOWNLOADS), "html"),
  table: z.exactOptional(z.string().max(80)),
});

const text = z.exactOptional(z.string());

/** Schema of {@link ChallengeReportView}. */
export const challengeReportViewSchema: z.ZodType<ChallengeReportView> = z.object({
  title: z.string(),
  overline: z.string(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      paragraphs: z.array(z.string()),
      points: z.array(z.string()),
      tables: z.array(
        z.object({
          source: z.string(),
          table: z.object({
            id: z.string(),
            title: z.string(),
            rowHeads: z.array(z.string()),
            columns: z.array(z.object({ group: text, title: z.string() })),
            rows: z.array(
              z.object({
                heads: z.array(z.string()),
                places: z.array(
                  z.object({
                    text: z.string(),
                    ends: text,
                    detail: text,
                    reason: text,
                    value: z.exactOptional(z.number()),
                  }),
                ),
              }),
            ),
            notes: z.array(z.string()),
          }),
        }),
      ),
    }),
  ),
});
