import type {
  CoverageCell,
  DecidedLeak,
  LeakDecision,
  LeakKind,
  RatingPlan,
  StudyCoverage,
  StudyRater,
  StudyStatus,
  StudySummary,
  StudyView,
} from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import type { StudyLeakRow, StudyLeaseRow, StudyRow } from "./rating-tables.ts";

type LeaseCount = Pick<StudyLeaseRow, "textId" | "rater" | "status">;

/**
 * A study as its organisers see it.
 *
 * @param query - The database.
 * @param row - The study.
 * @returns Study, plan, traces, raters.
 */
export async function studyView(query: Queries, row: StudyRow): Promise<StudyView> {
  const leaks = await query
    .selectFrom("studyLeaks")
    .selectAll()
    .where("studyId", "=", row.id)
    .orderBy("textId")
    .orderBy("start")
    .execute();
  const leases = await leasesOf(query, row.id);
  return {
    study: await studySummary(query, row),
    plan: JSON.parse(row.plan) as RatingPlan,
    leaks: leaks.map(leakView),
    raters: await ratersOf(query, row.id, leases),
  };
}

/**
 * A study in a list.
 *
 * @param query - The database.
 * @param row - The study.
 * @returns What goes out.
 */
export async function studySummary(query: Queries, row: StudyRow): Promise<StudySummary> {
  const { hash, texts, ratersPerText } = JSON.parse(row.plan) as RatingPlan;
  const { complete } = await query
    .selectFrom("studyLeases")
    .innerJoin("studyTexts", "studyTexts.id", "studyLeases.textId")
    .select(({ fn }) => fn.countAll<number>().as("complete"))
    .where("studyLeases.studyId", "=", row.id)
    .where("studyLeases.status", "=", "complete")
    .where("studyTexts.kind", "=", "rated")
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    title: row.title,
    status: row.status as StudyStatus,
    planHash: hash,
    complete: Number(complete),
    needed: texts * ratersPerText,
    createdAtMs: row.createdMs,
    ...(row.openedMs === null ? {} : { openedAtMs: row.openedMs }),
    ...(row.closedMs === null ? {} : { closedAtMs: row.closedMs }),
  };
}

/**
 * A trace of a writer as organisers see it.
 *
 * @param row - The trace.
 * @returns What goes out.
 */
export function leakView(row: StudyLeakRow): DecidedLeak {
  return {
    id: row.id,
    text: row.textId,
    kind: row.kind as LeakKind,
    start: row.start,
    match: row.found,
    excerpt: row.excerpt,
    ...(row.decision === null ? {} : { decision: row.decision as LeakDecision }),
  };
}

/**
 * How far all texts are: counts only, in the order of drawn ids.
 *
 * @param query - The database.
 * @param row - The study.
 * @returns What goes out.
 */
export async function studyCoverage(query: Queries, row: StudyRow): Promise<StudyCoverage> {
  const texts = await query
    .selectFrom("studyTexts")
    .select(["id", "prompt"])
    .where("studyId", "=", row.id)
    .where("kind", "=", "rated")
    .orderBy("id")
    .execute();
  const leases = await leasesOf(query, row.id);
  const cells = new Map(texts.map(({ id }) => [id, cellOf(id, leases)]));
  const prompts = [...new Set(texts.map(({ prompt }) => prompt))].sort();
  const all = [...cells.values()];
  const { ratersPerText } = JSON.parse(row.plan) as RatingPlan;
  return {
    complete: all.reduce((sum, { complete }) => sum + complete, 0),
    needed: texts.length * ratersPerText,
    active: all.reduce((sum, { active }) => sum + active, 0),
    prompts: prompts.map((prompt) => ({
      prompt,
      texts: texts
        .filter((text) => text.prompt === prompt)
        .map(({ id }) => cells.get(id) as CoverageCell),
    })),
    raters: await ratersOf(query, row.id, leases),
  };
}

function leasesOf(query: Queries, studyId: string): Promise<LeaseCount[]> {
  return query
    .selectFrom("studyLeases")
    .select(["textId", "rater", "status"])
    .where("studyId", "=", studyId)
    .execute();
}

function cellOf(text: string, leases: readonly LeaseCount[]): CoverageCell {
  const own = leases.filter(({ textId }) => textId === text);
  return { text, ...countsOf(own) };
}

function countsOf(leases: readonly LeaseCount[]): Omit<CoverageCell, "text"> {
  const count = (...statuses: readonly string[]): number =>
    leases.filter(({ status }) => statuses.includes(status)).length;
  return {
    complete: count("complete"),
    active: count("active"),
    lost: count("skipped", "expired"),
  };
}

async function ratersOf(
  query: Queries,
  studyId: string,
  leases: readonly LeaseCount[],
): Promise<StudyRater[]> {
  const raters = await query
    .selectFrom("studyRaters")
    .select("rater")
    .where("studyId", "=", studyId)
    .orderBy("rater")
    .execute();
  return raters.map(({ rater }) => {
    const own = leases.filter((lease) => lease.rater === rater);
    const count = (wanted: string): number => own.filter(({ status }) => status === wanted).length;
    return {
      rater,
      submitted: count("complete"),
      skipped: count("skipped"),
      expired: count("expired"),
    };
  });
}
