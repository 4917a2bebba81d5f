import type { RateBound, RateLimiter } from "../http/rate-limiter.ts";
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

/** Passwords that a signed-in browser may try within the window: whoever found it open must not guess. */
const TRIES: RateBound = {
  most: 10,
  windowMs: 15 * 60_000,
  message: "The password was asked for too often.",
};

/** A password that was asked for once more. */
export interface AskedPassword {
  /** As given. */
  readonly password: string;
  /** Counts the tries of each account. */
  readonly limiter: RateLimiter;
}

/**
 * The account of whoever asks and knows its password: for what a browser left open must not do.
 *
 * @param caller - Who asks.
 * @param asked - The password, and what counts the tries.
 * @param server - The database, and the cost.
 * @returns The account.
 * @throws Refusal 403 `wrong-password`; 404 if it has just been deleted; 429 for the eleventh try
 *   within 15 minutes, the right ones included.
 */
export async function checkedAccount(
  caller: { readonly accountId: string | undefined },
  { password, limiter }: AskedPassword,
  server: ServerContext,
): Promise<AccountRow> {
  const account = await ownAccount(caller, server);
  limiter.count(account.id, TRIES);
  if (await isPassword(password, account.passwordHash ?? undefined, server)) return account;
  throw new Refusal(403, { code: "wrong-password", message: "This is not your password." });
}
