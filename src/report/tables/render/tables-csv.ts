import { terminalSafe } from "../../../text/index.ts";
import { csvLine } from "../../exports/csv-text.ts";
import { columnTitle, type ResultTable, type TablePlace, type TableRow } from "../result-table.ts";
import { placeMarks } from "./place-marks.ts";

type Field = string | number | undefined;

/**
 * A table of results as CSV after RFC 4180, in its own shape: numbers in full, `not run` in words,
 * nothing for a number that does not exist, its reason among the remarks at the end of the line.
 *
 * @param table - The table.
 * @returns The whole file, its first line the headings.
 */
export function tableCsv(table: ResultTable): string {
  const wide = table.columns.map((_, at) => hasInterval(table, at));
  const heads = table.columns.flatMap((column, at) => {
    const title = columnTitle(column);
    return wide[at] ? [title, `${title} (95 % low)`, `${title} (95 % high)`] : [title];
  });
  const rows = table.rows.map((row) => [
    ...row.heads,
    ...row.places.flatMap((place, at) => fieldsOf(place, wide[at] === true)),
    remarksOf(row, table),
  ]);
  return [[...table.rowHeads, ...heads, "remarks"], ...rows].map(safeLine).join("");
}

/** What a terminal might obey shows as an escape: these tables are looked at, not read back. */
function safeLine(fields: readonly Field[]): string {
  return csvLine(fields.map((field) => (typeof field === "string" ? terminalSafe(field) : field)));
}

function hasInterval({ rows }: ResultTable, at: number): boolean {
  return rows.some(({ places }) => places[at]?.ciLow !== undefined);
}

function fieldsOf(place: TablePlace, wide: boolean): readonly Field[] {
  const first = fieldOf(place);
  return wide ? [first, place.ciLow, place.ciHigh] : [first];
}

function fieldOf({ state, text, value }: TablePlace): Field {
  if (state === "absent") return undefined;
  return state === "value" ? value : text;
}

function remarksOf({ places }: TableRow, { columns }: ResultTable): Field {
  const remarks = places.flatMap((place, at) => {
    const column = columns[at];
    const words = [place.best ? "best" : "", placeMarks(place), place.detail, place.reason].filter(
      (part) => part !== undefined && part !== "",
    );
    return words.length === 0 || column === undefined
      ? []
      : `${columnTitle(column)}: ${words.join(", ")}`;
  });
  return remarks.length === 0 ? undefined : remarks.join("; ");
}
