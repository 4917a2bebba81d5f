import type { ReportPlace, ReportTable } from "../../../records/index.ts";
import { minus } from "../../html/html-scores.ts";
import type { ResultTable, TablePlace } from "../result-table.ts";
import { placeMarks, placeWords } from "./place-marks.ts";

/**
 * Tables of results as a page shows them: the words, marks and intervals that every other format prints.
 *
 * @param tables - The tables.
 * @returns Them, as plain text.
 */
export function reportTablesOf(tables: readonly ResultTable[]): readonly ReportTable[] {
  return tables.map(({ id, title, rowHeads, columns, rows, notes }) => ({
    id,
    title,
    rowHeads,
    columns: columns.map((column) => ({ ...column, numeric: true })),
    rows: rows.map(({ heads, places }) => ({ heads, places: places.map(placeOf) })),
    notes,
  }));
}

function placeOf(place: TablePlace): ReportPlace {
  const { text, ends, best, state } = place;
  const marks = placeMarks(place);
  const words = placeWords(place, false);
  return {
    text: minus(text),
    ...(marks === "" ? {} : { marks }),
    ...(ends === undefined ? {} : { ends: minus(ends) }),
    ...(words === undefined ? {} : { words: minus(words) }),
    ...(best === true ? { best } : {}),
    ...(state === "not-run" || state === "absent" ? { quiet: true as const } : {}),
  };
}
