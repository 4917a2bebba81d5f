import type { Clock } from "../foundation/index.ts";
import { inTransaction } from "./database/in-transaction.ts";
import { openKept } from "./keep-server.ts";
import { appendAudit } from "./people/audit-log.ts";
import { issueLink, linkUrl } from "./people/links.ts";

/** A server that has lost its admins. */
export interface AdminLinkOptions {
  /** The server's own folder. */
  readonly dataFolder: string;
  /** Address of a PostgreSQL server; absent for a file in the data folder. */
  readonly databaseUrl?: string;
  /** Address by which browsers reach the server. */
  readonly url: string;
  /** The time. */
  readonly clock: Clock;
  /** Chance that nobody can guess. */
  readonly randomBytes: (byteCount: number) => Uint8Array;
}

/** A link that makes an admin. */
export interface AdminLink {
  /** The address to open. */
  readonly url: string;
  /** UTC milliseconds. */
  readonly expiresMs: number;
}

/**
 * Makes a link that works once, within 7 days, and makes an account admin, whether the server runs or
 * not. The audit log tells of it.
 *
 * @param options - Which server.
 * @returns The link.
 * @throws LonghandError `no-server` if nothing was kept there; what opening the database throws.
 */
export async function makeAdminLink(options: AdminLinkOptions): Promise<AdminLink> {
  const { clock, randomBytes, url } = options;
  const database = await openKept(options);
  try {
    return await inTransaction(database, async (transaction) => {
      const order = { purpose: "account", payload: { roles: ["admin"] }, createdBy: null };
      const { id, code, expiresMs } = await issueLink(transaction, order, { clock, randomBytes });
      await appendAudit(transaction, {
        atMs: clock.nowMs(),
        actorId: null,
        action: "admin-link-made",
        details: { linkId: id },
      });
      return { url: linkUrl(code, { config: { origins: [new URL(url).origin] } }), expiresMs };
    });
  } finally {
    await database.close();
  }
}
