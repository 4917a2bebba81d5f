import type { ResultTable } from "../tables/result-table.ts";

/** A table of a document, with the place that its numbers come from. */
export interface SourcedTable {
  /** The table; its id names it in addresses and files. */
  readonly table: ResultTable;
  /** JSON pointer (RFC 6901) to what it was made from, for instance `/boards/0`; empty for the whole. */
  readonly source: string;
}

/** A section of a document. */
export interface DocumentSection {
  /** Name in addresses: lower case, digits, hyphens. */
  readonly id: string;
  /** Heading. */
  readonly title: string;
  /** Text above the tables, each a paragraph. */
  readonly paragraphs: readonly string[];
  /** Points below the paragraphs. */
  readonly points: readonly string[];
  /** Tables. */
  readonly tables: readonly SourcedTable[];
}

/** A report as texts and tables, before it is written in any format. */
export interface ReportDocument {
  /** Heading. */
  readonly title: string;
  /** What kind of report it is, in a word or two above the heading. */
  readonly overline: string;
  /** Sections in order. */
  readonly sections: readonly DocumentSection[];
}

/**
 * Where a table's numbers come from, as a sentence.
 *
 * @param source - JSON pointer; empty for the whole.
 * @returns The sentence.
 */
export function sourceNote(source: string): string {
  return source === "" ? "Made from the archive." : `Made from ${source} of the archive.`;
}
