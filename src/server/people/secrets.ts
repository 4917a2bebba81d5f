import { createHmac } from "node:crypto";
import { sha256 } from "../../storage/index.ts";

/**
 * What is kept of a secret with 256 random bits.
 *
 * @param secret - The secret.
 * @returns Its SHA-256: such secrets need no slow hash.
 */
export function hashOfSecret(secret: string): string {
  return sha256(secret);
}

/**
 * The token that our pages send along with changes, made from the secret in a cookie that other
 * pages cannot read.
 *
 * @param secret - The cookie's secret.
 * @returns The token.
 */
export function csrfTokenOf(secret: string): string {
  return createHmac("sha256", secret).update("csrf").digest("base64url");
}
