import type { CorpusPlace } from "../../records/index.ts";
import type { ReaderEvent } from "../corpus-event.ts";
import { fieldValue, recordEvents } from "../record-candidate.ts";
import type { ColumnMap } from "./column-map.ts";
import { fieldsOf, NOT_AN_OBJECT, readName } from "./field-reading.ts";
import type { Mended, RecordFormat, RecordNote } from "./record-format.ts";

/**
 * Rows of any table as documents: every row is looked at closely, since nothing is known of its
 * columns.
 *
 * @param columns - Which column holds what.
 * @returns The format.
 */
export function tableDocuments(columns: ColumnMap): RecordFormat {
  return {
    keys: [],
    isPlain: () => false,
    mend: (value, place) => mendRow(value, place, columns),
    columns: {
      id: "VARCHAR",
      author: "VARCHAR",
      text: "VARCHAR",
      title: "VARCHAR",
      date: "VARCHAR",
      source: "VARCHAR",
      fields: "VARCHAR",
    },
    present: "author",
    id: {
      name: "id",
      given: "id",
      made: "'doc-' || left(md5(concat_ws(chr(31), author, coalesce(title, ''), coalesce(date, ''), fields, text)), 24)",
    },
    idAt: 1,
    table: [
      ["ord", "ord"],
      ["author", "author"],
      ["text", "text"],
      ["title", "title"],
      ["date", "date"],
      ["source", "coalesce(source, file)"],
      ["line", "line"],
      ["fields", "fields"],
    ],
    onSameId: "same",
  };
}

function mendRow(value: unknown, place: CorpusPlace, columns: ColumnMap): Mended {
  const row = fieldsOf(value);
  if (row === undefined) return { refused: NOT_AN_OBJECT };
  const warnings: RecordNote[] = [];
  for (const event of recordEvents(columns.document(row), { place })) {
    if (event.kind === "candidate") return { record: recordOf(event), warnings };
    const { outcome, reason, message } = event.finding;
    if (outcome === "rejected") return { refused: { reason, message } };
    warnings.push({ reason, message });
  }
  return { refused: NOT_AN_OBJECT };
}

type Candidate = Extract<ReaderEvent, { readonly kind: "candidate" }>;

function recordOf({ id, author, text, title, date, source, fields = {} }: Candidate): {
  readonly [column: string]: string | null;
} {
  const singles = Object.entries(fields).map(([name, value]) => [name, fieldValue(value)]);
  return {
    id: id === undefined ? null : (readName(id) ?? id),
    author: readName(author) ?? author,
    text,
    title: title ?? null,
    date: date ?? null,
    source: source ?? null,
    fields: JSON.stringify(Object.fromEntries(singles)),
  };
}
