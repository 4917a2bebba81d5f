import { createHash } from "node:crypto";

/**
 * A text in 16 letters. 96 bits: a collision among a thousand million documents has a chance below
 * 1e-11. Made without a longer string behind it, because large corpora keep millions of them.
 */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest().toString("base64url", 0, 12);
}

/** The same hash in lower case letters and digits, for ids. */
export function hashInHex(hash: string): string {
  return Buffer.from(hash, "base64url").toString("hex");
}
