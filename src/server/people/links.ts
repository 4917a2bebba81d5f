import { z } from "zod";
import { ACCOUNT_ROLES, type AccountRole } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { conflict, notFound, type Refusal } from "../http/refusals.ts";
import { newId, newSecret, type ServerContext } from "../http/server-context.ts";
import type { LinkRow } from "./people-tables.ts";
import { hashOfSecret } from "./secrets.ts";

/** How long a link works, in milliseconds: 7 days. */
const LINK_MS = 7 * 86_400_000;

/** A link to be made. */
export interface LinkOrder {
  /** What it is for: `setup`, `account`, `reset`; a module takes its own word. */
  readonly purpose: string;
  /** What its purpose needs to know, as JSON; only ids, numbers and words. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Account that makes it; null for the server itself. */
  readonly createdBy: string | null;
}

/** A link that has just been made. */
export interface IssuedLink {
  /** Id. */
  readonly id: string;
  /** The secret in the address; only its hash is kept. */
  readonly code: string;
  /** UTC milliseconds. */
  readonly expiresMs: number;
}

/**
 * Makes a link that works once, within 7 days.
 *
 * @param query - The database, or a transaction.
 * @param order - What for.
 * @param server - Chance and time.
 * @returns The link with its secret, which cannot be had again.
 */
export async function issueLink(
  query: Queries,
  { purpose, payload, createdBy }: LinkOrder,
  server: Pick<ServerContext, "clock" | "randomBytes">,
): Promise<IssuedLink> {
  const nowMs = server.clock.nowMs();
  const id = newId(server);
  const code = newSecret(server);
  const expiresMs = nowMs + LINK_MS;
  await query
    .insertInto("links")
    .values({
      id,
      codeHash: hashOfSecret(code),
      purpose,
      payload: JSON.stringify(payload),
      createdBy,
      createdMs: nowMs,
      expiresMs,
      usedMs: null,
    })
    .execute();
  return { id, code, expiresMs };
}

/**
 * Looks at a link without using it.
 *
 * @param query - The database.
 * @param code - The secret.
 * @param nowMs - The time.
 * @returns The link; `undefined` if there is none, or it has been used or is too old.
 */
export async function findLink(
  query: Queries,
  code: string,
  nowMs: number,
): Promise<LinkRow | undefined> {
  return await query
    .selectFrom("links")
    .selectAll()
    .where("codeHash", "=", hashOfSecret(code))
    .where("usedMs", "is", null)
    .where("expiresMs", ">", nowMs)
    .executeTakeFirst();
}

/**
 * Uses a link up. The update decides: of two who come at once, one gets it.
 *
 * @param transaction - The transaction of what the link is used for.
 * @param use - Secret, purposes that are accepted here, time.
 * @returns The link.
 * @throws Refusal 404 if there is none for this purpose; 409 `link-used` if somebody was faster.
 */
export async function redeemLink(
  transaction: Queries,
  use: { readonly code: string; readonly purposes: readonly string[]; readonly nowMs: number },
): Promise<LinkRow> {
  const link = await findLink(transaction, use.code, use.nowMs);
  if (link === undefined || !use.purposes.includes(link.purpose)) throw deadLink();
  const { numUpdatedRows } = await transaction
    .updateTable("links")
    .set({ usedMs: use.nowMs })
    .where("id", "=", link.id)
    .where("usedMs", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw conflict("link-used", "This link has just been used.");
  return link;
}

/**
 * Ends what an account has handed out: links that it made and that nobody has used stop working.
 *
 * @param transaction - The transaction.
 * @param accountId - The account.
 * @param nowMs - The time.
 */
export async function revokeLinksOf(
  transaction: Queries,
  accountId: string,
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable("links")
    .set({ expiresMs: nowMs })
    .where("createdBy", "=", accountId)
    .where("usedMs", "is", null)
    .where("expiresMs", ">", nowMs)
    .execute();
}

/**
 * The refusal of a link that does not work (any more).
 *
 * @returns 404.
 */
export function deadLink(): Refusal {
  return notFound();
}

const payloadSchema = z.object({
  roles: z.array(z.enum(ACCOUNT_ROLES)).default([]),
  accountId: z.exactOptional(z.string()),
});

/**
 * What a link of this module says.
 *
 * @param link - A link for `setup`, `account` or `reset`.
 * @returns Roles that it gives, and the account whose password it sets.
 */
export function readPayload({ payload }: Pick<LinkRow, "payload">): {
  readonly roles: readonly AccountRole[];
  readonly accountId?: string;
} {
  return payloadSchema.parse(JSON.parse(payload));
}

/**
 * The address that a code stands in. Behind `#`, so that it reaches no log on its way.
 *
 * @param code - The secret.
 * @param server - The server's address.
 * @returns For instance `http://127.0.0.1:4321/join#…`.
 */
export function linkUrl(
  code: string,
  { config }: { readonly config: Pick<ServerContext["config"], "origins"> },
): string {
  return `${config.origins[0] ?? ""}/join#${code}`;
}
