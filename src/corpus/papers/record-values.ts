/** The value as an object with keys; `undefined` for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

/** The value as a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as a text; `undefined` for anything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A text, a whole number as a text, or what Mongo's export writes for an id, `{"$oid": "…"}`. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return Number.isSafeInteger(value) ? String(value) : undefined;
  return textOf(recordOf(value)?.["$oid"] ?? recordOf(value)?.["$numberLong"]);
}
