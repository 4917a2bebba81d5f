import { type ReactNode, useId } from "react";
import type { ReportPlace, ReportTable } from "../../../records/index.ts";
import { Card } from "../../design/card.tsx";
import { classNames } from "../../design/class-names.ts";
import { ScrollRegion } from "../../design/table.tsx";

interface ReportTableProps {
  readonly table: ReportTable;
}

/** A table of a report, as the paper prints it: neighbours that belong together share a heading. */
export function ReportTableCard({ table }: ReportTableProps): ReactNode {
  const { title, notes } = table;
  return (
    <Card flush title={title}>
      <ResultTable table={table} />
      {notes.length > 0 && (
        <ul className="grid grid-cols-1 gap-1 border-t border-line p-4 text-mini break-words text-muted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ResultTable({ table: { title, rowHeads, columns, rows } }: ReportTableProps): ReactNode {
  const id = useId();
  const groups = groupsOf(columns);
  return (
    <ScrollRegion labelledBy={id}>
      <table className="w-full border-collapse text-small">
        <caption id={id} className="sr-only">
          {title}
        </caption>
        <thead>
          {groups.length > 0 && (
            <tr>
              {rowHeads.map((head) => (
                <td key={head} />
              ))}
              {groups.map(({ key, group, width }) =>
                group === "" ? (
                  <td key={key} colSpan={width} />
                ) : (
                  <th
                    key={key}
                    scope="colgroup"
                    colSpan={width}
                    className="px-4 pt-2 text-right font-semibold whitespace-nowrap text-muted"
                  >
                    {group}
                  </th>
                ),
              )}
            </tr>
          )}
          <tr className="border-b border-line">
            {rowHeads.map((head) => (
              <th key={head} scope="col" className={HEADING}>
                {head}
              </th>
            ))}
            {columns.map(({ group = "", title: heading, numeric }) => (
              <th
                key={`${group} ${heading}`}
                scope="col"
                className={classNames(HEADING, numeric && "text-right")}
              >
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ heads, places }) => (
            <tr
              key={heads.join(" · ")}
              className="border-b border-line last:border-b-0 hover:bg-sunken"
            >
              {heads.map((head, at) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells of a line never change places
                  key={at}
                  scope="row"
                  className="min-w-28 px-4 py-2 text-left align-top font-medium"
                >
                  {head}
                </th>
              ))}
              {places.map((place, at) => (
                <PlaceCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells of a line never change places
                  key={at}
                  place={place}
                  numeric={columns[at]?.numeric === true}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const HEADING = "px-4 py-2 text-left align-bottom font-semibold whitespace-nowrap text-muted";

interface Group {
  readonly key: string;
  readonly group: string;
  readonly width: number;
}

/** What neighbouring columns share; nothing if none share anything. */
function groupsOf(columns: ReportTable["columns"]): readonly Group[] {
  const groups: Group[] = [];
  for (const { group = "", title } of columns) {
    const last = groups.at(-1);
    if (last?.group === group) groups.splice(-1, 1, { ...last, width: last.width + 1 });
    else groups.push({ key: `${group} ${title}`, group, width: 1 });
  }
  return groups.some(({ group }) => group !== "") ? groups : [];
}

function PlaceCell({
  place: { text, marks, ends, words, best, quiet },
  numeric,
}: {
  readonly place: ReportPlace;
  readonly numeric: boolean;
}): ReactNode {
  return (
    <td
      className={classNames(
        "px-4 py-2 align-top",
        numeric ? "text-right tabular-nums" : "text-left",
        quiet === true && "text-muted",
      )}
    >
      <span
        className={classNames(numeric && "whitespace-nowrap", best === true && "font-semibold")}
      >
        {text}
        {marks}
      </span>
      {ends !== undefined && (
        <span className="block text-mini whitespace-nowrap text-muted">{ends}</span>
      )}
      {words !== undefined && <span className="block text-mini text-muted">{words}</span>}
    </td>
  );
}
