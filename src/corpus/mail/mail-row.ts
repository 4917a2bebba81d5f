import { prepared } from "../admission.ts";
import type { Candidate, ReaderEvent } from "../corpus-event.ts";
import type { RowEvent } from "../rows/row-event.ts";
import { hashInHex, shortHash } from "../short-hash.ts";

/**
 * A mail as a row of a table. One without an id of its own gets one from its content and its place,
 * so that two copies of a mail stay two.
 *
 * @param event - What a reader of mails found.
 * @returns The row with what there is to say, or why there is none.
 */
export function mailRows(event: ReaderEvent): readonly RowEvent[] {
  if (event.kind === "finding") return [event];
  const { candidate, refusal, mended } = prepared(event);
  if (refusal !== undefined) return [refusal];
  const row: RowEvent = { kind: "row", row: rowOf(candidate), place: event.place };
  return mended === undefined ? [row] : [mended, row];
}

function rowOf({ id, author, text, title, date, source, place, fields }: Candidate) {
  const placed = source ?? place.file;
  const content = JSON.stringify([author, title, date, text, placed, place.line]);
  return {
    id: id ?? `doc-${hashInHex(shortHash(content))}`,
    author,
    text,
    title: title ?? null,
    date: date ?? null,
    source: placed,
    line: place.line ?? null,
    fields: JSON.stringify(fields ?? {}),
  };
}
