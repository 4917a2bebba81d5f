import type { Queries } from "../database/database.ts";
import { SESSION_MS, sessionCookie } from "../http/cookies.ts";
import { newId, newSecret, type ServerContext } from "../http/server-context.ts";
import { deviceWords } from "./device-words.ts";
import { hashOfSecret } from "./secrets.ts";

/** Who signs in, and how. */
export interface NewSession {
  /** The account. */
  readonly accountId: string;
  /** Headers of the request; only a rough word for the device is kept of them. */
  readonly headers: Headers;
  /** Whether a passkey was used. @defaultValue false */
  readonly byPasskey?: boolean;
}

/**
 * Signs a browser in.
 *
 * @param query - The database, or a transaction.
 * @param session - Who signs in, and how.
 * @param server - Chance, time, addresses.
 * @returns The header that hands the session's secret to the browser.
 */
export async function openSession(
  query: Queries,
  { accountId, headers, byPasskey = false }: NewSession,
  server: ServerContext,
): Promise<{ readonly "set-cookie": string }> {
  const nowMs = server.clock.nowMs();
  const secret = newSecret(server);
  await query.deleteFrom("sessions").where("expiresMs", "<", nowMs).execute();
  await query
    .insertInto("sessions")
    .values({
      id: newId(server),
      tokenHash: hashOfSecret(secret),
      accountId,
      createdMs: nowMs,
      expiresMs: nowMs + SESSION_MS,
      byPasskey: byPasskey ? 1 : 0,
      lastUsedMs: nowMs,
      device: deviceWords(headers.get("user-agent")),
    })
    .execute();
  return { "set-cookie": sessionCookie(secret, server.config) };
}

/**
 * Signs an account out.
 *
 * @param query - The database, or a transaction.
 * @param accountId - Whom.
 * @param options - `exceptHash`: SHA-256 of the secret of a session that goes on.
 */
export async function closeSessions(
  query: Queries,
  accountId: string,
  { exceptHash }: { readonly exceptHash?: string | undefined } = {},
): Promise<void> {
  const sessions = query.deleteFrom("sessions").where("accountId", "=", accountId);
  await (exceptHash === undefined
    ? sessions
    : sessions.where("tokenHash", "!=", exceptHash)
  ).execute();
}
