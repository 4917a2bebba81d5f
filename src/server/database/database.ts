import type { Kysely, Transaction } from "kysely";
import type { DatabaseTables } from "./tables.ts";

/** The two databases. */
export type DatabaseKind = "sqlite" | "postgres";

/** Something to query: the database, or a transaction in it. */
export type Queries = Kysely<DatabaseTables>;

/** A transaction that is under way. */
export type TransactionQueries = Transaction<DatabaseTables>;

/** An open database, its tables up to date. */
export interface Database {
  /** Which one; queries need not know. */
  readonly kind: DatabaseKind;
  /**
   * For single statements. What belongs together goes through `inTransaction`, and within its work
   * only the transaction may be used: this one would wait for it forever, and throws
   * `outside-transaction` instead.
   */
  readonly query: Queries;
  /** Waits for statements that run, and closes. */
  close(): Promise<void>;
}
