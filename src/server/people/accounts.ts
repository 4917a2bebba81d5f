import { type AccountRole, nameKey } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { isDuplicate } from "../database/in-transaction.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { revokeLinksOf } from "./links.ts";
import type { AccountRow } from "./people-tables.ts";

/** An account to be made. */
export interface NewAccount {
  /** Name as shown. */
  readonly name: string;
  /** Hash of its password. */
  readonly passwordHash: string;
  /** Its roles. */
  readonly roles: readonly AccountRole[];
}

/**
 * Makes an account.
 *
 * @param transaction - The transaction.
 * @param account - What it is to be.
 * @param server - Chance, time, rules.
 * @returns Its id.
 * @throws Refusal 409 `name-taken` if another name looks like this one, 409 `roles-exclude-each-other`;
 *   422 `invalid-name` if nothing of the name can be seen.
 */
export async function createAccount(
  transaction: Queries,
  { name, passwordHash, roles }: NewAccount,
  server: ServerContext,
): Promise<string> {
  const key = nameKey(name);
  if (key === "") throw unprocessable("invalid-name", "Nothing of this name can be seen.");
  const id = newId(server);
  try {
    await transaction
      .insertInto("accounts")
      .values({
        id,
        name,
        nameKey: key,
        passwordHash,
        totpSecret: null,
        totpConfirmed: 0,
        totpLastStep: 0,
        createdMs: server.clock.nowMs(),
        deletedMs: null,
      })
      .execute();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw conflict("name-taken", "This name, or one that looks like it, is taken.");
  }
  await addRoles(transaction, { accountId: id, roles }, server);
  return id;
}

/**
 * Gives roles to an account; those that it has stay.
 *
 * @param transaction - The transaction.
 * @param grant - Account and roles.
 * @param server - Time and rules.
 * @throws Refusal 409 `roles-exclude-each-other` for organiser and rater on one account, unless the
 *   server allows it.
 */
export async function addRoles(
  transaction: Queries,
  { accountId, roles }: { readonly accountId: string; readonly roles: readonly AccountRole[] },
  server: Pick<ServerContext, "clock" | "config">,
): Promise<void> {
  const present = await rolesOfAccount(transaction, accountId);
  const all = new Set([...present, ...roles]);
  refuseExclusiveRoles([...all], server);
  const fresh = [...all].filter((role) => !present.includes(role));
  if (fresh.length === 0) return;
  const grantedMs = server.clock.nowMs();
  await transaction
    .insertInto("accountRoles")
    .values(fresh.map((role) => ({ accountId, role, grantedMs })))
    .execute();
}

/**
 * Refuses roles that no account may have at once.
 *
 * @param roles - All roles that it would have.
 * @param server - Rules.
 * @throws Refusal 409 `roles-exclude-each-other` for organiser and rater, unless the server allows it.
 */
export function refuseExclusiveRoles(
  roles: readonly AccountRole[],
  { config }: Pick<ServerContext, "config">,
): void {
  if (!roles.includes("organiser") || !roles.includes("rater") || config.organisersMayRate) return;
  throw conflict(
    "roles-exclude-each-other",
    "Whoever organises does not rate: use another account for one of the two.",
  );
}

/**
 * Refuses to take the last admin away: nobody could make one again.
 *
 * @param transaction - The transaction of the change.
 * @param accountId - The account that is to be admin no more.
 * @throws Refusal 409 `last-word` if it is the only admin.
 */
export async function refuseLastAdmin(transaction: Queries, accountId: string): Promise<void> {
  const admins = await transaction
    .selectFrom("accountRoles")
    .select("accountId")
    .where("role", "=", "admin")
    .execute();
  if (admins.length !== 1 || admins[0]?.accountId !== accountId) return;
  throw conflict("last-word", "This is the only admin. Make another account admin first.");
}

/**
 * The roles of an account.
 *
 * @param query - The database, or a transaction.
 * @param accountId - The account.
 * @returns Its roles, in no order.
 */
export async function rolesOfAccount(
  query: Queries,
  accountId: string,
): Promise<readonly AccountRole[]> {
  const rows = await query
    .selectFrom("accountRoles")
    .select("role")
    .where("accountId", "=", accountId)
    .execute();
  return rows.map(({ role }) => role as AccountRole);
}

/**
 * Finds an account that lives.
 *
 * @param query - The database, or a transaction.
 * @param by - Its id, or its name in any spelling that looks the same.
 * @returns The account; `undefined` if there is none.
 */
export async function findAccount(
  query: Queries,
  by: { readonly id: string } | { readonly name: string },
): Promise<AccountRow | undefined> {
  const accounts = query.selectFrom("accounts").selectAll().where("deletedMs", "is", null);
  return await ("id" in by
    ? accounts.where("id", "=", by.id)
    : accounts.where("nameKey", "=", nameKey(by.name))
  ).executeTakeFirst();
}

/**
 * Deletes an account: it can never be used again, and nothing tells whose it was. What it did keeps
 * its id, which is a pseudonym from now on. Links that it made and nobody has used stop working.
 *
 * @param transaction - The transaction.
 * @param id - The account.
 * @param nowMs - The time.
 * @throws Refusal 409 `last-word` for the only admin.
 */
export async function deleteAccount(
  transaction: Queries,
  id: string,
  nowMs: number,
): Promise<void> {
  await refuseLastAdmin(transaction, id);
  await revokeLinksOf(transaction, id, nowMs);
  await transaction
    .updateTable("accounts")
    .set({
      name: "deleted account",
      nameKey: id,
      passwordHash: null,
      totpSecret: null,
      totpConfirmed: 0,
      deletedMs: nowMs,
    })
    .where("id", "=", id)
    .execute();
  await transaction.deleteFrom("sessions").where("accountId", "=", id).execute();
  await transaction.deleteFrom("apiTokens").where("accountId", "=", id).execute();
  await transaction.deleteFrom("passkeys").where("accountId", "=", id).execute();
  await transaction.deleteFrom("accountRoles").where("accountId", "=", id).execute();
}
