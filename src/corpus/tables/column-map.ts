import { LonghandError } from "../../foundation/index.ts";
import { nearestWord } from "../../storage/index.ts";

/** Parts of a document that a column can hold. */
const PARTS = ["id", "author", "text", "title", "date", "source"] as const;

type Part = (typeof PARTS)[number];

/** Which column of a table holds which part of a document. */
export interface ColumnMap {
  /** Names of columns as given, by part. */
  readonly named: ReadonlyMap<Part, string>;
  /**
   * A row with the parts of a document under their own names, everything else in `fields`.
   *
   * @param row - Values by column.
   */
  readonly document: (row: ReadonlyMap<string, unknown>) => Record<string, unknown>;
}

/**
 * Reads `text=body,author=user,…`. A part that is not named stands in the column of its own name.
 *
 * @param given - The setting; empty for none.
 * @returns The map.
 * @throws LonghandError `usage` for a part that there is not, a part or column named twice, or no
 * `=`.
 */
export function columnMap(given: string): ColumnMap {
  const named = new Map<Part, string>();
  for (const pair of given.split(",").filter((text) => text.trim() !== "")) {
    const [part, column] = partAndColumn(pair);
    if (named.has(part)) throw fault(`${part} is named twice`);
    if ([...named.values()].includes(column)) throw fault(`the column ${column} is named twice`);
    named.set(part, column);
  }
  const partOf = new Map<string, Part>([...named].map(([part, column]) => [column, part]));
  for (const part of PARTS) if (!named.has(part) && !partOf.has(part)) partOf.set(part, part);
  return { named, document: (row) => documentOf(row, partOf) };
}

function partAndColumn(pair: string): readonly [Part, string] {
  const at = pair.indexOf("=");
  const part = pair.slice(0, at).trim();
  const column = pair.slice(at + 1).trim();
  if (at === -1 || column === "") throw fault(`${JSON.stringify(pair)} is no part=column`);
  const known = PARTS.find((name) => name === part);
  if (known === undefined) throw unknownPart(part);
  return [known, column];
}

function documentOf(
  row: ReadonlyMap<string, unknown>,
  partOf: ReadonlyMap<string, Part>,
): Record<string, unknown> {
  const parts: [string, unknown][] = [];
  const fields: [string, unknown][] = [];
  for (const [column, value] of row) {
    const part = partOf.get(column);
    if (part !== undefined) parts.push([part, value]);
    else if (value !== null) fields.push([column, value]);
  }
  return { ...Object.fromEntries(parts), fields: Object.fromEntries(fields) };
}

function unknownPart(part: string): LonghandError {
  const near = nearestWord(part, PARTS);
  const meant = near === undefined ? "" : `; is ${near} meant?`;
  return fault(`${JSON.stringify(part)} is no part of a document${meant}`);
}

function fault(what: string): LonghandError {
  return new LonghandError(`--columns: ${what}.`, {
    code: "usage",
    hint: `Write part=column pairs with commas between; parts are ${PARTS.join(", ")}.`,
  });
}
