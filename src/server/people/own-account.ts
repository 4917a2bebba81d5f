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
 * Asks for the password again, before something that a browser left open must not do.
 *
 * @param account - The account.
 * @param password - As given.
 * @param server - The cost.
 * @throws Refusal 403 `wrong-password`.
 */
export async function checkPassword(
  account: AccountRow,
  password: string,
  server: ServerContext,
): Promise<void> {
  if (await isPassword(password, account.passwordHash ?? undefined, server)) return;
  throw new Refusal(403, { code: "wrong-password", message: "This is not your password." });
}
