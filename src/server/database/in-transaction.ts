import { setTimeout as wait } from "node:timers/promises";
import type { Database, TransactionQueries } from "./database.ts";
import { withinTransaction } from "./transaction-scope.ts";

/** Attempts at most; from the fourth on, transactions that had to be repeated run one after another. */
const MAX_ATTEMPTS = 12;
const ALONE_FROM_ATTEMPT = 3;
/** Wait before the second attempt, in milliseconds; it doubles up to {@link MAX_WAIT_MS}. */
const FIRST_WAIT_MS = 2;
const MAX_WAIT_MS = 100;

/** Serialization failure and deadlock, as PostgreSQL numbers them. */
const RETRY_CODES: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** Per database: the end of the last transaction that runs alone. */
const lastAlone = new WeakMap<Database, Promise<unknown>>();

/**
 * Does work in one transaction: all of it, or nothing. No other transaction is seen half-done
 * (PostgreSQL: `serializable`; SQLite: one writer at a time). When the database refuses it because
 * another transaction came first, the work is done again, so it must have no other effects; do
 * those, such as events, after this has returned. On disk when the promise is fulfilled.
 *
 * @param database - The database.
 * @param work - Gets the transaction, the only thing that it may query. Must not wait for anything
 *   but the database: on SQLite, everybody else waits.
 * @returns What the work returns.
 * @throws What the work throws, after all its changes have been undone.
 */
export async function inTransaction<T>(
  database: Database,
  work: (transaction: TransactionQueries) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const once = (): Promise<T> => runOnce(database, work);
      return attempt < ALONE_FROM_ATTEMPT ? await once() : await alone(database, once);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await wait(Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS));
    }
  }
}

function runOnce<T>(
  { query, kind }: Database,
  work: (transaction: TransactionQueries) => Promise<T>,
): Promise<T> {
  const builder = query.transaction();
  const isolated = kind === "postgres" ? builder.setIsolationLevel("serializable") : builder;
  return isolated.execute((transaction) => withinTransaction(() => work(transaction)));
}

function alone<T>(database: Database, work: () => Promise<T>): Promise<T> {
  const before = lastAlone.get(database) ?? Promise.resolve();
  const mine = before.then(work, work);
  lastAlone.set(
    database,
    mine.catch(() => undefined),
  );
  return mine;
}

function isRetryable(error: unknown): boolean {
  const { code, constraint } = error as {
    readonly code?: unknown;
    readonly constraint?: unknown;
  };
  if (typeof code !== "string") return false;
  if (RETRY_CODES.has(code) || code.startsWith("SQLITE_BUSY")) return true;
  // Two transactions took the next number of a chain: one of them has to take the one after.
  return code === "23505" && typeof constraint === "string" && constraint.endsWith("Sequence");
}

/**
 * Tells whether a statement failed because a row with the same key is there already.
 *
 * @param error - What it threw.
 * @returns `true` for a breach of a unique constraint or primary key, on either database.
 */
export function isDuplicate(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return (
    code === "23505" ||
    code === "SQLITE_CONSTRAINT_UNIQUE" ||
    code === "SQLITE_CONSTRAINT_PRIMARYKEY"
  );
}
