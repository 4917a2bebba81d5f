import { nextText } from "../../rating/index.ts";
import type { RaterProgress, RaterStage, StudyStatus } from "../../records/index.ts";
import type { Queries } from "../database/database.ts";
import { type FixedStudy, fixedStudy, type StudyShelf } from "./open-study.ts";
import { readState } from "./rating-state.ts";
import type { StudyRaterRow, StudyRow } from "./rating-tables.ts";

/** Whose progress is asked for. */
export interface ProgressQuestion {
  /** The study. */
  readonly row: StudyRow;
  /** The rater; `undefined` before the consent. */
  readonly rater: StudyRaterRow | undefined;
  /** The time, UTC milliseconds. */
  readonly nowMs: number;
}

/**
 * How far a rater is in a study, and what comes next.
 *
 * @param query - The database.
 * @param question - Who and which.
 * @param shelf - Studies that were read before.
 * @returns What goes out.
 */
export async function raterProgress(
  query: Queries,
  question: ProgressQuestion,
  shelf: StudyShelf,
): Promise<RaterProgress> {
  const { row, rater } = question;
  const study = await fixedStudy(query, row, shelf);
  const about = {
    studyId: row.id,
    title: row.title,
    status: shownStatus(row.status as StudyStatus),
  };
  const longest = Math.max(...study.design.rows.map(({ length }) => length));
  if (rater === undefined) {
    return { ...about, stage: "consent", submitted: 0, planned: longest };
  }
  const state = await readState(query, study, question.nowMs);
  const own = state.leases.filter((lease) => lease.rater === rater.rater);
  const rows = state.claims.filter((claim) => claim.rater === rater.rater);
  const planned = rows.reduce((sum, { row: at }) => sum + (study.design.rows[at]?.length ?? 0), 0);
  const active = own.find(({ status }) => status === "active");
  const facts = {
    rater: rater.rater,
    teams: JSON.parse(rater.teams) as string[],
    joinedAtMs: rater.joinedMs,
  };
  const next = nextText(state, facts, question.nowMs);
  const isThrough = row.status !== "open" || (next.kind === "none" && next.reason === "all-rated");
  const submitted = own.filter(({ status }) => status === "complete").length;
  return {
    ...about,
    stage: stageOf(study, rater, { isThrough, submitted }),
    submitted,
    planned: Math.max(planned, submitted) || longest,
    ...(active === undefined ? {} : { activeLease: active.lease }),
  };
}

function shownStatus(status: StudyStatus): RaterProgress["status"] {
  return status === "unblinded" ? "closed" : status;
}

function stageOf(
  { definition }: FixedStudy,
  rater: StudyRaterRow,
  { isThrough, submitted }: { readonly isThrough: boolean; readonly submitted: number },
): RaterStage {
  if (!isThrough) {
    return definition.training !== undefined && rater.training === null ? "training" : "rating";
  }
  const asks = definition.survey.length > 0 && rater.survey === null && submitted > 0;
  return asks ? "survey" : "done";
}
