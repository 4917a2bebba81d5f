import type { Queries } from "../database/database.ts";
import { SESSION_MS, sessionCookie } from "../http/cookies.ts";
import { newSecret, type ServerContext } from "../http/server-context.ts";
import { hashOfSecret } from "./secrets.ts";

/**
 * Signs a browser in.
 *
 * @param query - The database, or a transaction.
 * @param whom - The account, and whether a passkey was used.
 * @param server - Chance, time, addresses.
 * @returns The header that hands the session's secret to the browser.
 */
export async function openSession(
  query: Queries,
  { accountId, byPasskey = false }: { readonly accountId: string; readonly byPasskey?: boolean },
  server: ServerContext,
): Promise<{ readonly "set-cookie": string }> {
  const nowMs = server.clock.nowMs();
  const secret = newSecret(server);
  await query.deleteFrom("sessions").where("expiresMs", "<", nowMs).execute();
  await query
    .insertInto("sessions")
    .values({
      tokenHash: hashOfSecret(secret),
      accountId,
      createdMs: nowMs,
      expiresMs: nowMs + SESSION_MS,
      byPasskey: byPasskey ? 1 : 0,
    })
    .execute();
  return { "set-cookie": sessionCookie(secret, server.config) };
}

/**
 * Signs an account out everywhere.
 *
 * @param query - The database, or a transaction.
 * @param accountId - Whom.
 */
export async function closeSessions(query: Queries, accountId: string): Promise<void> {
  await query.deleteFrom("sessions").where("accountId", "=", accountId).execute();
}
