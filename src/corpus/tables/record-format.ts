import type { CorpusPlace, CorpusReason } from "../../records/index.ts";
import type { FoundValues } from "./record-scan.ts";

/** Key under which a mended record tells its line; kept from records of a source. */
export const LINE_KEY = "__line";

/** Something to say about a record. */
export interface RecordNote {
  /** Why. */
  readonly reason: CorpusReason;
  /** What a person reads. */
  readonly message: string;
}

/** A record after a close look: what it becomes, or why it cannot be one. */
export type Mended =
  | {
      /** The record with the keys and types that `columns` names. */
      readonly record: Readonly<Record<string, unknown>>;
      /** What is odd about it. */
      readonly warnings: readonly RecordNote[];
    }
  | {
      /** Why it cannot be a row. */
      readonly refused: RecordNote;
    };

/**
 * How records of a source become rows of a table. Most records are plain: they go as they are from
 * the file into the engine. The others are parsed strictly, and mended or refused.
 */
export interface RecordFormat {
  /** Keys that the scanner finds in a record, in the order in which `isPlain` numbers them. */
  readonly keys: readonly string[];
  /** Whether the engine may read the record as it stands; it then must give the row of `mend`. */
  readonly isPlain: (found: FoundValues) => boolean;
  /** Looks closely at a record. */
  readonly mend: (value: unknown, place: CorpusPlace) => Mended;
  /** Types that the engine reads the keys of plain and mended records with. */
  readonly columns: Readonly<Record<string, string>>;
  /**
   * Texts whose words are counted while they are read, so that rules need not: the column of the count,
   * the key's number in `keys`, and its name in mended records.
   */
  readonly counted?: readonly CountedText[];
  /** A column that every row has a value in. */
  readonly present: string;
  /** Columns of the table in their order, without the id: SQL over `columns`, `ord`, `line`, `file`. */
  readonly table: readonly (readonly [name: string, sql: string])[];
  /** Further values as SQL, `… as name`, that `table` and `id` may use. */
  readonly derived?: string;
  /**
   * The column whose values are unique: its name, and as SQL the id that the source gives (or NULL)
   * and the one that is made from the content otherwise.
   */
  readonly id: { readonly name: string; readonly given: string; readonly made: string };
  /** Where the id's column stands in the table, from 0. */
  readonly idAt: number;
  /**
   * What happens to a second row with one id of the source: `first` leaves it out with a warning,
   * `same` drops an equal row and rejects another one. Ids that are made get a number instead.
   */
  readonly onSameId: "first" | "same";
}

/** A text whose words are counted. */
export interface CountedText {
  /** Column of the count. */
  readonly column: string;
  /** Number of the text's key in `keys`. */
  readonly key: number;
  /** Its name in mended records. */
  readonly name: string;
}

/** A place in the sources from which an import can go on. */
export interface SourceCursor {
  /** Number of the source, from 0. */
  readonly source: number;
  /** Bytes of its text that have been read, after decompression. */
  readonly byte: number;
  /** Line that follows, from 1. */
  readonly line: number;
  /** Records and lines that were taken from it. */
  readonly rows: number;
  /** The `ord` of its first record. */
  readonly firstOrd: number;
}
