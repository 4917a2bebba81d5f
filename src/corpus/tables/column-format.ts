import type { CorpusPlace } from "../../records/index.ts";
import type { Mended } from "./record-format.ts";
import type { FoundValues } from "./record-scan.ts";

/** How records of a source become rows of a table whose columns are written as they are read. */
export interface ColumnFormat {
  /** Its name, by which threads find it. */
  readonly name: string;
  /** Keys that the scanner finds in a record, in the order in which columns number them. */
  readonly keys: readonly string[];
  /** Whether the record's values may be taken as they stand; that must give the row of `mend`. */
  readonly isPlain: (found: FoundValues) => boolean;
  /** Looks closely at a record. */
  readonly mend: (value: unknown, place: CorpusPlace) => Mended;
  /** Columns of the table in their order. */
  readonly columns: readonly TableColumn[];
  /** Columns that the id is made of: a hash of their values, which then is numbered among equals. */
  readonly idOf: readonly string[];
}

/** A column of a table, and where its values come from. */
export type TableColumn =
  | {
      readonly name: string;
      /** `ord`: the record's number in the sources; `line`: its line; `source`: its file; `id`: its hash. */
      readonly kind: "ord" | "line" | "source" | "id";
    }
  | {
      readonly name: string;
      /** `text` or `number` of a key; `day`: the day of a number of seconds since 1970, `YYYY-MM-DD`. */
      readonly kind: "text" | "number" | "day";
      /** Number of the key. */
      readonly key: number;
      /** Its name in mended records, which hold `null` or an empty day where there is none. */
      readonly field: string;
    }
  | {
      readonly name: string;
      /** Of a text: its words as Python counts them, or the MD5 of its words in Unicode form NFC, parted by spaces. */
      readonly kind: "words" | "digest";
      /** Name of the text's column. */
      readonly of: string;
    };

/** A column that holds values of records, not what is worked out of them. */
export type ValueColumn = Extract<TableColumn, { readonly field: string }>;
