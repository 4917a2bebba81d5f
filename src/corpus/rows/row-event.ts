import type { CorpusPlace } from "../../records/index.ts";
import type { FindingEvent } from "../corpus-event.ts";

/** What one column of a row holds. */
export type RowValue = string | number | null | readonly (string | null)[];

/** A document as a row of a corpus folder's table, all columns but `ord`. */
export interface DocumentRow {
  /** Id of the source, or one made from content and place. */
  readonly id: string;
  /** `null` for papers, which have several. */
  readonly author: string | null;
  /** The text as given, without lone surrogates. */
  readonly text: string;
  /** Title or subject; `null` if there is none. */
  readonly title: string | null;
  /** A form of `CorpusDocument.date`. */
  readonly date: string | null;
  /** File as the user named it, or a path below the imported folder. */
  readonly source: string;
  /** Line of its beginning, from 1; `null` for a whole file. */
  readonly line: number | null;
  /** Columns of the kind. */
  readonly [column: string]: RowValue;
}

/** A document for a table, with its place for messages. */
export interface RowFound {
  readonly kind: "row";
  /** Its columns. */
  readonly row: DocumentRow;
  /** Where it was read. */
  readonly place: CorpusPlace;
}

/** What the reader of a format hands to the writer of a table. */
export type RowEvent = RowFound | FindingEvent;

/** The events of one record, or of some records, of a source. */
export interface RowBatch {
  /** Rows and findings in their order. */
  readonly events: readonly RowEvent[];
  /** Where a later reading goes on behind these records: any JSON value. */
  readonly mark: unknown;
  /** Folder that the sources of the rows are below, for messages; absent if they are paths. */
  readonly base?: string | undefined;
}
