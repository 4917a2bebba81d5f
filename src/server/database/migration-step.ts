import type { Kysely } from "kysely";
import type { DatabaseKind } from "./database.ts";

/** One step of the tables' history. It never changes once it has been released. */
export interface MigrationStep {
  /**
   * Four digits and words, for instance `0201-studies`: steps are carried out in this order. 01 people
   * and requests, 02 ratings, 03 challenges, 04 scoring.
   */
  readonly name: string;
  /**
   * Carries the step out, within a transaction.
   *
   * @param database - No tables are known to the types here: a step must not change when they do.
   * @param kind - For what the two databases spell differently.
   */
  readonly up: (database: Kysely<unknown>, kind: DatabaseKind) => Promise<void>;
}
