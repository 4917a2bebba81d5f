import { notFound, Refusal } from "../http/refusals.ts";
import type { ServerContext } from "../http/server-context.ts";
import { findAccount } from "./accounts.ts";
import { isPassword } from "./passwords.ts";
import type { AccountRow } from "./people-tables.ts";

/**
 * The account of whoever asks.
 *
 * @param caller - Who asks.
 * @param server - The database.
 * @returns The account.
 * @throws Refusal 404 if it has just been deleted.
 */
export async function ownAccount(
  { accountId }: { readonly accountId: string | undefined },
  { database }: ServerContext,
): Promise<AccountRow> {
  const account =
    accountId === undefined ? undefined : await findAccount(database.query, { id: accountId });
  if (account === undefined) throw notFound();
  return account;
}

/**
 * The account of whoever asks and knows its password: for what a browser left open must not do.
 *
 * @param caller - Who asks.
 * @param password - As given.
 * @param server - The database, and the cost.
 * @returns The account.
 * @throws Refusal 403 `wrong-password`; 404 if it has just been deleted.
 */
export async function checkedAccount(
  caller: { readonly accountId: string | undefined },
  password: string,
  server: ServerContext,
): Promise<AccountRow> {
  const account = await ownAccount(caller, server);
  if (await isPassword(password, account.passwordHash ?? undefined, server)) return account;
  throw new Refusal(403, { code: "wrong-password", message: "This is not your password." });
}
