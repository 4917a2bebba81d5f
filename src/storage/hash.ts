import { createHash } from "node:crypto";

/**
 * SHA-256 of a text or of bytes.
 *
 * @param data - A string (hashed as UTF-8) or bytes.
 * @returns 64 hexadecimal digits.
 */
export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/**
 * SHA-256 of a text that comes in pieces, each with whole characters.
 *
 * @param pieces - The pieces in order: strings (hashed as UTF-8) or bytes.
 * @returns 64 hexadecimal digits.
 */
export function sha256OfPieces(pieces: Iterable<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

/**
 * JSON with the keys of every object in code-unit order and no white space, so that equal values
 * give equal bytes. `undefined` fields are left out.
 *
 * @param value - Any JSON value.
 * @returns Its canonical form.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    entries.sort(([left], [right]) => (left < right ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
