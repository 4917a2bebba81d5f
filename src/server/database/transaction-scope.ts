import { AsyncLocalStorage } from "node:async_hooks";
import { LonghandError } from "../../foundation/index.ts";

/** Set while a transaction's work is under way. */
const scope = new AsyncLocalStorage<true>();

/**
 * Runs the work of a transaction, so that {@link refuseWithinTransaction} knows of it.
 *
 * @param work - The work.
 * @returns What it returns.
 */
export function withinTransaction<T>(work: () => Promise<T>): Promise<T> {
  return scope.run(true, work);
}

/**
 * Called before a connection is taken. Within the work of a transaction a second connection would
 * wait for the first forever (SQLite), or miss what it has written (PostgreSQL).
 *
 * @throws LonghandError `outside-transaction`.
 */
export function refuseWithinTransaction(): void {
  if (scope.getStore() !== true) return;
  throw new LonghandError(
    "A statement within a transaction's work was sent to the database instead of the transaction.",
    {
      code: "outside-transaction",
      hint: "Use the transaction that inTransaction hands to its work.",
    },
  );
}
