import { type ReactNode, useId } from "react";
import { classNames } from "./class-names.ts";

/** One column of a table. */
export interface Column<Row> {
  /** Stable name. */
  readonly id: string;
  /** Its heading. */
  readonly heading: ReactNode;
  /** Whether it holds numbers, set to the right in figures of equal width. @defaultValue false */
  readonly numeric?: boolean;
  /** Whether it names the row. @defaultValue false */
  readonly isRowHeading?: boolean;
  /** What stands in it. */
  readonly cell: (row: Row) => ReactNode;
}

/** What a table is given. */
export interface TableProps<Row> {
  /** What it shows, for those who cannot see it whole. */
  readonly caption: string;
  /** Whether the caption is seen. @defaultValue false */
  readonly captionSeen?: boolean;
  /** Its columns. */
  readonly columns: readonly Column<Row>[];
  /** Its rows. */
  readonly rows: readonly Row[];
  /** Stable name of a row. */
  readonly keyOf: (row: Row) => string;
}

/** A table that scrolls sideways on its own where the window is narrow. */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { caption, captionSeen = false, columns, rows, keyOf } = props;
  const id = useId();
  return (
    <ScrollRegion labelledBy={id}>
      <table className="w-full border-collapse text-small">
        <caption
          id={id}
          className={captionSeen ? "px-4 pb-2 text-left text-small text-muted" : "sr-only"}
        >
          {caption}
        </caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={cellClass(column, "font-semibold whitespace-nowrap text-muted")}
              >
                {column.heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-b-0 hover:bg-sunken">
              {columns.map((column) => (
                <TableCell key={column.id} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function TableCell<Row>({
  column,
  row,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
}): ReactNode {
  const content = column.cell(row);
  if (column.isRowHeading === true) {
    return (
      <th scope="row" className={cellClass(column, "min-w-32 font-medium")}>
        {content}
      </th>
    );
  }
  return <td className={cellClass(column)}>{content}</td>;
}

function cellClass(column: { readonly numeric?: boolean }, more = ""): string {
  return classNames(
    "px-4 py-2 align-top",
    column.numeric === true ? "text-right tabular-nums" : "text-left",
    more,
  );
}

/** A stretch that scrolls sideways, also by the keyboard. */
export function ScrollRegion({
  labelledBy,
  children,
}: {
  /** Id of what names it. */
  readonly labelledBy: string;
  /** What is too wide. */
  readonly children: ReactNode;
}): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section aria-labelledby={labelledBy} tabIndex={0} className="overflow-x-auto">
      {children}
    </section>
  );
}
