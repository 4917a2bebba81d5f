import { canonicalJson, sha256 } from "../../storage/index.ts";
import type { Database, Queries, TransactionQueries } from "../database/database.ts";
import type { AuditRow } from "./people-tables.ts";

/** Hash before the first line. */
const NO_HASH = "0".repeat(64);
/** Lines read at once when the log is checked. */
const LINES_AT_ONCE = 1_000;

/** Something to write to the audit log. */
export interface AuditEntry {
  /** When, UTC milliseconds. */
  readonly atMs: number;
  /** Who; null for the server itself. */
  readonly actorId: string | null;
  /** What was done, for instance `phase-moved`. */
  readonly action: string;
  /** Id of the object. @defaultValue "" */
  readonly subjectId?: string;
  /** Ids, numbers and words; no texts, names or secrets. @defaultValue {} */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Writes a line to the audit log, in the transaction of what it tells of: either both are there, or
 * neither.
 *
 * @param transaction - That transaction.
 * @param entry - The line.
 */
export async function appendAudit(
  transaction: TransactionQueries,
  entry: AuditEntry,
): Promise<void> {
  const last = await transaction
    .selectFrom("auditLog")
    .select(["sequence", "hash"])
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  const line = {
    sequence: (last?.sequence ?? 0) + 1,
    atMs: entry.atMs,
    actorId: entry.actorId,
    action: entry.action,
    subjectId: entry.subjectId ?? "",
    details: canonicalJson(entry.details ?? {}),
    previousHash: last?.hash ?? NO_HASH,
  };
  await transaction
    .insertInto("auditLog")
    .values({ ...line, hash: hashOf(line) })
    .execute();
}

function hashOf(line: Omit<AuditRow, "hash">): string {
  return sha256(canonicalJson(line));
}

/** What checking the audit log came to. */
export type AuditVerdict =
  | {
      /** Every line follows from the one before. */
      readonly status: "whole";
      /** Number of lines. */
      readonly lines: number;
      /** Hash of the last one, to be published; 64 zeros for an empty log. */
      readonly head: string;
    }
  | {
      /** A line was changed, removed or put in. */
      readonly status: "broken";
      /** The first line that does not follow from the one before. */
      readonly sequence: number;
    };

/**
 * Checks that no line of the audit log was changed, removed or put in later. Only a published head
 * shows whether lines at its end are missing.
 *
 * @param database - The database.
 * @returns Whether it is whole.
 */
export async function verifyAudit({ query }: Pick<Database, "query">): Promise<AuditVerdict> {
  let lines = 0;
  let head = NO_HASH;
  for (;;) {
    const block = await linesAfter(query, lines);
    for (const { hash, ...line } of block) {
      const follows = line.sequence === lines + 1 && line.previousHash === head;
      if (!follows || hashOf(line) !== hash) return { status: "broken", sequence: lines + 1 };
      lines += 1;
      head = hash;
    }
    if (block.length < LINES_AT_ONCE) return { status: "whole", lines, head };
  }
}

function linesAfter(query: Queries, sequence: number): Promise<AuditRow[]> {
  return query
    .selectFrom("auditLog")
    .selectAll()
    .where("sequence", ">", sequence)
    .orderBy("sequence")
    .limit(LINES_AT_ONCE)
    .execute();
}
