import { sha256 } from "../../storage/index.ts";
import { conflict, unprocessable } from "./refusals.ts";
import type { ServerContext } from "./server-context.ts";

/** How long a reply is kept, in milliseconds. */
const KEPT_MS = 24 * 3_600_000;

/** What makes a request the same as an earlier one. */
export interface KeyedRequest {
  /** The header `Idempotency-Key`. */
  readonly key: string;
  /** Account, or address of whoever is not signed in. */
  readonly owner: string;
  /** Method and path. */
  readonly target: string;
  /** The body as it came. */
  readonly body: Uint8Array;
}

/** A reply that can be kept. */
export interface KeptReply {
  /** HTTP status. */
  readonly status: number;
  /** Body, JSON. */
  readonly body: string;
  /** Whether it was kept from an earlier request. */
  readonly repeated: boolean;
}

/**
 * Answers a request once: the first time the work is done and its reply kept for 24 hours, afterwards
 * the kept reply is given. What fails is not kept, so that it can be tried again.
 *
 * @param request - What makes it the same.
 * @param options - The work, and whether its reply holds a secret, which is not kept.
 * @param server - The database and the time.
 * @returns The reply.
 * @throws Refusal 409 `request-under-way` or `already-done`, 422 `key-used-otherwise`; what the work throws.
 */
export async function answerOnce(
  request: KeyedRequest,
  options: {
    readonly work: () => Promise<Omit<KeptReply, "repeated">>;
    readonly secretReply: boolean;
  },
  server: ServerContext,
): Promise<KeptReply> {
  const { query } = server.database;
  const keyHash = sha256(JSON.stringify([request.owner, request.target, request.key]));
  const kept = await claim(keyHash, sha256(request.body), server);
  if (kept !== undefined) return kept;
  try {
    const { status, body } = await options.work();
    await query
      .updateTable("requestKeys")
      .set({ status, body: options.secretReply ? null : body })
      .where("keyHash", "=", keyHash)
      .execute();
    return { status, body, repeated: false };
  } catch (error) {
    await query.deleteFrom("requestKeys").where("keyHash", "=", keyHash).execute();
    throw error;
  }
}

/** Takes the key; `undefined` if it was free, else the reply that it stands for. */
async function claim(
  keyHash: string,
  requestHash: string,
  { database, clock }: ServerContext,
): Promise<KeptReply | undefined> {
  const nowMs = clock.nowMs();
  await database.query
    .deleteFrom("requestKeys")
    .where("createdMs", "<", nowMs - KEPT_MS)
    .execute();
  const taken = await database.query
    .insertInto("requestKeys")
    .values({ keyHash, requestHash, createdMs: nowMs, status: null, body: null })
    .onConflict((conflicting) => conflicting.column("keyHash").doNothing())
    .executeTakeFirst();
  if (taken.numInsertedOrUpdatedRows === 1n) return undefined;
  const row = await database.query
    .selectFrom("requestKeys")
    .selectAll()
    .where("keyHash", "=", keyHash)
    .executeTakeFirst();
  if (row !== undefined && row.requestHash !== requestHash) {
    throw unprocessable(
      "key-used-otherwise",
      "This Idempotency-Key was sent with another request already.",
    );
  }
  if (row === undefined || row.status === null) {
    throw conflict("request-under-way", "The same request is being answered.", {
      retryAfterSeconds: 1,
    });
  }
  if (row.body === null) {
    throw conflict("already-done", "This was done already; its reply held a secret and is gone.");
  }
  return { status: row.status, body: row.body, repeated: true };
}

/**
 * Frees keys of requests that a dead server left under way. Call it once before requests come.
 *
 * @param server - The database.
 */
export async function freeUnfinishedKeys({
  database,
}: Pick<ServerContext, "database">): Promise<void> {
  await database.query.deleteFrom("requestKeys").where("status", "is", null).execute();
}
