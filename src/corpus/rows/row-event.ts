import type { CorpusPlace } from "../../records/index.ts";
import type { FindingEvent } from "../corpus-event.ts";

/** What one column of a row holds. */
export type RowValue = string | number | null | readonly (string | null)[];

/** A document as a row of a corpus folder's table, all columns but `ord`. */
export interface DocumentRow {
  readonly id: string;
  /** `null` for papers, which have several. */
  readonly author: string | null;
  readonly text: string;
  readonly title: string | null;
  /** A form of `CorpusDocument.date`. */
  readonly date: string | null;
  /** File as the user named it, or a path below the imported folder. */
  readonly source: string;
  readonly line: number | null;
  /** Columns of the kind. */
  readonly [column: string]: RowValue;
}

/** A document for a table, with its place for messages. */
export interface RowFound {
  readonly kind: "row";
  readonly row: DocumentRow;
  readonly place: CorpusPlace;
}

/** What the reader of a format hands to the writer of a table. */
export type RowEvent = RowFound | FindingEvent;

/** The events of one record, or of some records, of a source. */
export interface RowBatch {
  readonly events: readonly RowEvent[];
  /** Where a later reading goes on behind these records: any JSON value. */
  readonly mark: unknown;
}
