import { sqlText } from "../../storage/index.ts";

/** DuckDB's own bound on one object. */
const USUAL_BYTES = 16_777_216;

/** A file of JSON Lines as a table in SQL. */
export interface JsonTable {
  readonly path: string;
  /** Column types by name, as SQL writes them. */
  readonly columns: Readonly<Record<string, string>>;
  /** Length of the longest line, in bytes: the buffers are made for it. */
  readonly longestBytes?: number;
}

/** SQL for the rows of a file of JSON Lines. */
export function jsonTable({ path, columns, longestBytes = 0 }: JsonTable): string {
  const list = Object.entries(columns).map(([name, type]) => `"${name}": '${type}'`);
  const bound = Math.max(USUAL_BYTES, longestBytes + 1024);
  return `read_json(${sqlText(path)}, format = 'newline_delimited',
    columns = {${list.join(", ")}}, maximum_object_size = ${bound})`;
}
