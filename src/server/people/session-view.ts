import type { SessionView } from "../../records/index.ts";
import type { Caller } from "../http/caller.ts";
import type { ServerContext } from "../http/server-context.ts";
import { findAccount, rolesOfAccount } from "./accounts.ts";

/**
 * What pages are told of whoever is looking.
 *
 * @param caller - Who.
 * @param server - The database and the rules.
 * @returns The view.
 */
export async function viewSession(
  { accountId, roles, csrfToken }: Caller,
  { database: { query }, config }: ServerContext,
): Promise<SessionView> {
  const account = accountId === undefined ? undefined : await findAccount(query, { id: accountId });
  const all = account === undefined ? [] : await rolesOfAccount(query, account.id);
  return {
    account: account === undefined ? null : { id: account.id, name: account.name },
    roles,
    waitingRoles: all.filter((role) => !roles.includes(role)),
    hasSecondFactor: account?.totpConfirmed === 1,
    csrfToken: csrfToken ?? null,
    openRegistration: config.openRegistration,
  };
}
