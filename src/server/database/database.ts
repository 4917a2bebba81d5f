import type { Kysely, Transaction } from "kysely";
import type { DatabaseTables } from "./tables.ts";

/** The two databases. */
export type DatabaseKind = "sqlite" | "postgres";

/** Where the database is: a file (SQLite), or an address (PostgreSQL). */
export type DatabasePlace =
  | {
      /** The file. */
      readonly path: string;
    }
  | {
      /** The server's address, for instance `postgres://user:password@host/name`. */
      readonly url: string;
    };

/** Something to query: the database, or a transaction in it. */
export type Queries = Kysely<DatabaseTables>;

/** A transaction that is under way. */
export type TransactionQueries = Transaction<DatabaseTables>;

/** An open database, its tables up to date. */
export interface Database {
  /** Which one; queries need not know. */
  readonly kind: DatabaseKind;
  /** Where it is, for threads that open it themselves. Never shown: an address may hold a password. */
  readonly place: DatabasePlace;
  /**
   * For single statements. What belongs together goes through `inTransaction`, and within its work
   * only the transaction may be used: this one would wait for it forever, and throws
   * `outside-transaction` instead.
   */
  readonly query: Queries;
  /** Waits for statements that run, and closes. */
  close(): Promise<void>;
}
