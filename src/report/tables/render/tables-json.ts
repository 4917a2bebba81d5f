import { escapedJson } from "../../exports/json-line.ts";
import type { ResultTable } from "../result-table.ts";

/**
 * Tables of results as JSON, every number in full with its interval, counts and marks.
 *
 * @param tables - The tables.
 * @returns The whole file.
 */
export function tablesJson(tables: readonly ResultTable[]): string {
  return `${escapedJson(JSON.stringify({ v: 1, tables }, null, 2))}\n`;
}
