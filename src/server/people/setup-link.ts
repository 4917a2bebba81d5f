import { inTransaction } from "../database/in-transaction.ts";
import type { ServerContext } from "../http/server-context.ts";
import { hasAccounts } from "./identify.ts";
import { issueLink, linkUrl } from "./links.ts";

/**
 * The link with which the first account is made: admin and organiser. Links of earlier starts stop
 * working.
 *
 * @param server - The server.
 * @returns The address; `undefined` once there is an account.
 */
export async function makeSetupLink(server: ServerContext): Promise<string | undefined> {
  return await inTransaction(server.database, async (transaction) => {
    if (await hasAccounts(transaction)) return undefined;
    await transaction.deleteFrom("links").where("purpose", "=", "setup").execute();
    const payload = { roles: ["admin", "organiser"] };
    const order = { purpose: "setup", payload, createdBy: null };
    const { code } = await issueLink(transaction, order, server);
    return linkUrl(code, server);
  });
}
