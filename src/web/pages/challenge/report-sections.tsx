import type { ReactNode } from "react";
import type {
  ChallengeReportView,
  ReportViewPlace,
  ReportViewTable,
} from "../../../records/index.ts";
import { type Column, Table } from "../../design/table.tsx";
import { type ReportChoice, reportAddress } from "./report-queries.ts";

interface SectionsProps {
  readonly report: ChallengeReportView;
  readonly choice: ReportChoice;
}

/** The sections of a report, with a list of them above. */
export function ReportSections({ report, choice }: SectionsProps): ReactNode {
  return (
    <>
      <nav aria-label="Sections of the report" className="no-print">
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small">
          {report.sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-8 items-center underline decoration-line underline-offset-4 hover:decoration-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {report.sections.map((section) => (
        <Section key={section.id} section={section} choice={choice} />
      ))}
    </>
  );
}

function Section({
  section: { id, title, paragraphs, points, tables },
  choice,
}: {
  readonly section: ChallengeReportView["sections"][number];
  readonly choice: ReportChoice;
}): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid min-w-0 grid-cols-1 gap-4">
      <h2 id={`${id}-title`} className="text-title font-semibold">
        {title}
      </h2>
      {paragraphs.map((text) => (
        <p key={text} className="max-w-prose break-words whitespace-pre-line">
          {text}
        </p>
      ))}
      {points.length > 0 && (
        <ul className="grid max-w-prose list-disc gap-2 pl-6">
          {points.map((text) => (
            <li key={text} className="break-words whitespace-pre-line">
              {text}
            </li>
          ))}
        </ul>
      )}
      {tables.map((table) => (
        <ReportTable key={table.table.id} sourced={table} choice={choice} />
      ))}
    </section>
  );
}

interface NumberedRow {
  readonly at: number;
  readonly heads: readonly string[];
  readonly places: readonly ReportViewPlace[];
}

function ReportTable({
  sourced: { table, source },
  choice,
}: {
  readonly sourced: ReportViewTable;
  readonly choice: ReportChoice;
}): ReactNode {
  const rows = table.rows.map((row, at) => ({ at, ...row }));
  const notes = [
    ...table.notes,
    source === "" ? "Made from the archive." : `Made from ${source} of the archive.`,
  ];
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface shadow-raised">
      <div className="flex flex-wrap items-start justify-between gap-2 px-4 pt-4 pb-2">
        <h3 className="text-lead font-semibold break-words">{table.title}</h3>
        <a
          href={reportAddress(choice, "csv", table.id)}
          download={`${table.id}.csv`}
          className="flex min-h-8 items-center text-small underline decoration-line underline-offset-4 no-print hover:decoration-ink"
        >
          CSV<span className="sr-only"> of {table.title}</span>
        </a>
      </div>
      <Table
        caption={table.title}
        columns={columnsOf(table)}
        rows={rows}
        keyOf={({ at }) => String(at)}
      />
      <ul className="grid grid-cols-1 gap-1 px-4 py-3 text-mini text-muted">
        {notes.map((note) => (
          <li key={note} className="break-words">
            {note}
          </li>
        ))}
      </ul>
    </div>
  );
}

function columnsOf({
  rowHeads,
  columns,
  rows,
}: ReportViewTable["table"]): readonly Column<NumberedRow>[] {
  return [
    ...rowHeads.map((heading, at) => ({
      id: `head-${at}`,
      heading,
      isRowHeading: at === 0,
      cell: ({ heads }: NumberedRow) => <span className="break-words">{heads[at]}</span>,
    })),
    ...columns.map(({ group, title }, at) => ({
      id: `column-${at}`,
      heading: group === undefined ? title : `${group}: ${title}`,
      numeric: rows.some(({ places }) => places[at]?.value !== undefined),
      cell: ({ places }: NumberedRow) => <Place place={places[at]} />,
    })),
  ];
}

/** Characters up to which a place stands on one line: a moment has 23. */
const SHORT = 24;

function Place({ place }: { readonly place: ReportViewPlace | undefined }): ReactNode {
  if (place === undefined) return null;
  const more = [place.ends, place.detail, place.reason].filter((text) => text !== undefined);
  return (
    <span className="grid">
      <span className={place.text.length <= SHORT ? "whitespace-nowrap" : "break-words"}>
        {place.text}
      </span>
      {more.map((text) => (
        <span key={text} className="text-mini text-muted">
          {text}
        </span>
      ))}
    </span>
  );
}
