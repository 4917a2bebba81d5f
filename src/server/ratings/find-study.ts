import type { Caller } from "../http/caller.ts";
import type { Subject } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { type FixedStudy, fixedStudy, type StudyShelf } from "./open-study.ts";
import type { StudyLeaseRow, StudyRaterRow, StudyRow } from "./rating-tables.ts";

/** A study and its rater. */
export interface RaterPlace {
  /** The study. */
  readonly row: StudyRow;
  /** What of it never changes. */
  readonly study: FixedStudy;
  /** The rater; `undefined` before the consent. */
  readonly rater: StudyRaterRow | undefined;
}

/** A study as its organisers find it. */
export interface StudyPlace {
  /** The study. */
  readonly row: StudyRow;
  /** What of it never changes. */
  readonly study: FixedStudy;
}

/** A reading as its rater finds it. */
export interface ReadingPlace extends StudyPlace {
  /** The reading. */
  readonly lease: StudyLeaseRow;
}

/**
 * Finds a study for a rater: open ones, and those that the rater took part in.
 *
 * @param asked - Which study, and who asks.
 * @param server - The database.
 * @param shelf - Studies that were read before.
 * @returns The study; missing for drafts, as if there were none.
 */
export async function findForRater(
  { studyId, caller }: { readonly studyId: string; readonly caller: Caller },
  { database }: ServerContext,
  shelf: StudyShelf,
): Promise<Subject<RaterPlace>> {
  const row = await studyRow(database.query, studyId);
  if (row === undefined || row.status === "draft") return { relation: "missing" };
  const rater = await raterRow(database.query, studyId, caller.accountId);
  if (row.status !== "open" && rater === undefined) return { relation: "missing" };
  const study = await fixedStudy(database.query, row, shelf);
  return { relation: "own", found: { row, study, rater }, conditions: conditionsOf(row) };
}

/**
 * Finds a reading; those of others look as if there were none.
 *
 * @param asked - Which reading, and who asks.
 * @param server - The database.
 * @param shelf - Studies that were read before.
 * @returns The reading.
 */
export async function findReading(
  { leaseId, caller }: { readonly leaseId: string; readonly caller: Caller },
  { database }: ServerContext,
  shelf: StudyShelf,
): Promise<Subject<ReadingPlace>> {
  const { query } = database;
  const lease = await query
    .selectFrom("studyLeases")
    .selectAll()
    .where("id", "=", leaseId)
    .executeTakeFirst();
  if (lease === undefined) return { relation: "missing" };
  const rater = await raterRow(query, lease.studyId, caller.accountId);
  if (rater?.rater !== lease.rater) return { relation: "other" };
  const row = await studyRow(query, lease.studyId);
  if (row === undefined) return { relation: "missing" };
  const study = await fixedStudy(query, row, shelf);
  return { relation: "own", found: { row, study, lease }, conditions: conditionsOf(row) };
}

/**
 * Finds a study for organisers.
 *
 * @param studyId - Which.
 * @param server - The database.
 * @param shelf - Studies that were read before.
 * @returns The study, and whether it is closed.
 */
export async function findForOrganiser(
  studyId: string,
  { database }: ServerContext,
  shelf: StudyShelf,
): Promise<Subject<StudyPlace>> {
  const row = await studyRow(database.query, studyId);
  if (row === undefined) return { relation: "missing" };
  const study = await fixedStudy(database.query, row, shelf);
  const isClosed = row.status === "closed" || row.status === "unblinded";
  return { relation: "other", found: { row, study }, conditions: isClosed ? ["closed"] : [] };
}

function conditionsOf({ participants }: StudyRow): readonly "study-allows"[] {
  return participants === 1 ? ["study-allows"] : [];
}

type Query = ServerContext["database"]["query"];

function studyRow(query: Query, studyId: string): Promise<StudyRow | undefined> {
  return query.selectFrom("studies").selectAll().where("id", "=", studyId).executeTakeFirst();
}

async function raterRow(
  query: Query,
  studyId: string,
  accountId: string | undefined,
): Promise<StudyRaterRow | undefined> {
  if (accountId === undefined) return undefined;
  return await query
    .selectFrom("studyRaters")
    .selectAll()
    .where("studyId", "=", studyId)
    .where("accountId", "=", accountId)
    .executeTakeFirst();
}
