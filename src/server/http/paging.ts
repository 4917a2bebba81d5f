import { z } from "zod";
import { readPart } from "./read-part.ts";
import { unprocessable } from "./refusals.ts";

/**
 * Schema of a request for a page: `limit` items at most, from 1 to 100, 50 unless it is said; `cursor` from
 * the page before, absent for the first. Extend it by what else a route takes.
 */
export const pageQuerySchema: z.ZodObject<{
  limit: z.ZodDefault<z.ZodCoercedNumber>;
  cursor: z.ZodExactOptional<z.ZodString>;
}> = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: z.exactOptional(z.string().max(500)),
});

/** One page. */
export interface Page<T> {
  /** The items, in the order of the list. */
  readonly items: readonly T[];
  /** What to ask for next; null at the end. */
  readonly nextCursor: string | null;
}

/**
 * Schema of a page.
 *
 * @param item - Schema of an item.
 * @returns The schema.
 */
export function pageSchema<T extends z.ZodType>(
  item: T,
): z.ZodObject<{ items: z.ZodArray<T>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
}

/**
 * Makes a page of rows that were asked for with one more than the limit.
 *
 * @param rows - `limit + 1` rows at most.
 * @param limit - Most items of the page.
 * @param keyOf - The columns that the list is sorted by, of one row.
 * @returns The page.
 */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  keyOf: (row: T) => readonly (string | number)[],
): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeCursor(keyOf(last)) : null };
}

/**
 * Writes the place where a page ended.
 *
 * @param values - The sort columns of its last row.
 * @returns Text that may stand in an address.
 */
export function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/**
 * Reads a cursor.
 *
 * @param cursor - From the request.
 * @param schema - What it must hold: a tuple of the sort columns.
 * @returns The values; `undefined` without a cursor.
 * @throws Refusal 422 `invalid-cursor`.
 */
export function decodeCursor<T>(cursor: string | undefined, schema: z.ZodType<T>): T | undefined {
  if (cursor === undefined) return undefined;
  const read = readPart(schema, readJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (read.isRight && isWhole(read.value)) return read.value as T;
  throw unprocessable("invalid-cursor", "The cursor is not one that this list has given out.");
}

/** Lists are sorted by whole numbers and texts; the databases refuse others. */
function isWhole(values: unknown): boolean {
  return [values].flat().every((value) => typeof value !== "number" || Number.isSafeInteger(value));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
