import {
  checkRatings,
  type ImportTarget,
  importFaults,
  type PlacedLine,
  type RatingExport,
} from "../../rating/index.ts";
import type {
  AnswerLine,
  ImportedRatings,
  RaterLine,
  RatingPlan,
  RatingProblem,
  ReadingLine,
} from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { TransactionQueries } from "../database/database.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { conflict, unprocessable } from "../http/refusals.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { appendAudit } from "../people/audit-log.ts";
import { columnsOf } from "./answer-lease.ts";
import type { StudyMaker } from "./create-study.ts";
import { exportOf } from "./export-ratings.ts";
import type { StudyPlace } from "./find-study.ts";
import type { FixedStudy } from "./open-study.ts";

/** Faults that are listed at once. */
const MOST_PROBLEMS = 1_000;

/** Rows that go into one statement. */
const ROWS_AT_ONCE = 100;

/**
 * Brings the ratings of a file into an open study, all of them or none. The file is what the study
 * itself exports; exporting again gives the same lines. Raters of the file have no account here.
 *
 * @param place - The study.
 * @param source - JSON Lines.
 * @param by - Who brings it, and when.
 * @param server - Database and chance.
 * @returns What was brought in.
 * @throws Refusal 409 `study-not-open`; 422 `invalid-ratings` with every fault by line.
 */
export async function importRatings(
  { row, study }: StudyPlace,
  { source, by }: { readonly source: string; readonly by: StudyMaker },
  server: ServerContext,
): Promise<ImportedRatings> {
  const parsed = linesOf(source);
  const checked = checkRatings(parsed.lines);
  const problems = [...parsed.problems, ...("faults" in checked ? checked.faults : [])];
  if ("faults" in checked || problems.length > 0) throw invalidRatings(problems);
  const { ratings, lineOf } = checked;
  return await inTransaction(server.database, async (transaction) => {
    const { status } = await transaction
      .selectFrom("studies")
      .select("status")
      .where("id", "=", row.id)
      .executeTakeFirstOrThrow();
    if (status !== "open") {
      throw conflict("study-not-open", "Ratings can be brought into an open study only.");
    }
    const here = await exportOf(transaction, row, study);
    const seats = await freeSeats(transaction, study);
    const faults = importFaults(
      ratings,
      await targetOf(transaction, { here, ratings, seats }),
      lineOf,
    );
    if (faults.length > 0) throw invalidRatings(faults);
    await storeRaters(transaction, { studyId: row.id, ratings, by }, server);
    await storeReadings(transaction, { study, ratings, seats }, server);
    await storeAnswers(transaction, row.id, ratings.answers);
    const brought = {
      raters: ratings.raters.length,
      readings: ratings.readings.length,
      answers: ratings.answers.length,
    };
    await appendAudit(transaction, {
      atMs: by.atMs,
      actorId: by.accountId,
      action: "ratings-imported",
      subjectId: row.id,
      details: {
        ...brought,
        sha256: sha256(source),
        planHash: (JSON.parse(row.plan) as RatingPlan).hash,
      },
    });
    return brought;
  });
}

function linesOf(source: string): {
  readonly lines: readonly PlacedLine[];
  readonly problems: readonly RatingProblem[];
} {
  const lines: PlacedLine[] = [];
  const problems: RatingProblem[] = [];
  for (const [at, text] of source.split("\n").entries()) {
    if (text.trim() === "") continue;
    try {
      lines.push({ line: at + 1, value: JSON.parse(text) as unknown });
    } catch {
      problems.push({ line: at + 1, problem: "this is no JSON." });
    }
  }
  return { lines, problems };
}

function invalidRatings(problems: readonly RatingProblem[]): ReturnType<typeof unprocessable> {
  const sorted = problems.toSorted((left, right) => (left.line ?? 0) - (right.line ?? 0));
  return unprocessable(
    "invalid-ratings",
    `The file has ${problems.length} ${problems.length === 1 ? "fault" : "faults"}; nothing was brought in.`,
    { details: { problems: sorted.slice(0, MOST_PROBLEMS), problemCount: problems.length } },
  );
}

/** By text: the seats that the design gives it and nobody holds, in order. */
async function freeSeats(
  transaction: TransactionQueries,
  { id, design }: FixedStudy,
): Promise<Map<string, number[]>> {
  const held = await transaction
    .selectFrom("studyLeases")
    .select(["textId", "seat"])
    .where("studyId", "=", id)
    .where("status", "in", ["active", "complete"])
    .execute();
  const taken = new Set(held.map(({ textId, seat }) => `${textId} ${seat}`));
  const free = new Map<string, number[]>();
  for (const { text, seat } of design.rows.flat()) {
    if (taken.has(`${text} ${seat}`)) continue;
    free.set(
      text,
      [...(free.get(text) ?? []), seat].sort((left, right) => left - right),
    );
  }
  return free;
}

async function targetOf(
  transaction: TransactionQueries,
  {
    here,
    ratings,
    seats,
  }: {
    readonly here: RatingExport;
    readonly ratings: RatingExport;
    readonly seats: ReadonlyMap<string, readonly number[]>;
  },
): Promise<ImportTarget> {
  // Pseudonyms are drawn: one that is there, in whatever study, is the same person's.
  const known = new Set(
    (await transaction.selectFrom("studyRaters").select("rater").execute()).map(
      ({ rater }) => rater,
    ),
  );
  return {
    planHash: here.study.planHash,
    dimensions: here.study.dimensions,
    texts: here.texts,
    raters: new Set(ratings.raters.map(({ rater }) => rater).filter((rater) => known.has(rater))),
    freeSeats: new Map([...seats].map(([text, own]) => [text, own.length])),
  };
}

async function storeRaters(
  transaction: TransactionQueries,
  {
    studyId,
    ratings,
    by,
  }: { readonly studyId: string; readonly ratings: RatingExport; readonly by: StudyMaker },
  server: ServerContext,
): Promise<void> {
  for (const rater of ratings.raters) {
    const accountId = newId(server);
    await transaction.insertInto("accounts").values(nobody(accountId, by.atMs)).execute();
    await transaction
      .insertInto("studyRaters")
      .values({ studyId, accountId, ...raterColumns(rater, ratings.readings, by.atMs) })
      .execute();
  }
}

/** The account of a rater from a file: nobody can sign in with it. */
function nobody(id: string, atMs: number) {
  return {
    id,
    name: "rater from a file",
    nameKey: id,
    passwordHash: null,
    totpSecret: null,
    totpConfirmed: 0,
    totpLastStep: 0,
    createdMs: atMs,
    deletedMs: atMs,
  };
}

function raterColumns(
  { rater, languageLevel, training, survey }: RaterLine,
  readings: readonly ReadingLine[],
  atMs: number,
) {
  const begun = readings.flatMap((line) => (line.rater === rater ? [line.takenAtMs] : []));
  return {
    rater,
    teams: "[]",
    consentVersion: "from a file",
    languageLevel: languageLevel ?? null,
    joinedMs: Math.min(atMs, ...begun),
    training: training === undefined ? null : JSON.stringify(training),
    survey: survey === undefined ? null : JSON.stringify(survey),
  };
}

async function storeReadings(
  transaction: TransactionQueries,
  {
    study,
    ratings,
    seats,
  }: {
    readonly study: FixedStudy;
    readonly ratings: RatingExport;
    readonly seats: ReadonlyMap<string, number[]>;
  },
  server: ServerContext,
): Promise<void> {
  const numbers = new Map<string, number>();
  const inOrder = ratings.readings.toSorted((left, right) => left.takenAtMs - right.takenAtMs);
  const rows = inOrder.map(({ rater, text, status, takenAtMs, endedAtMs, readMs }) => {
    const number = (numbers.get(rater) ?? 0) + 1;
    numbers.set(rater, number);
    const endedMs = endedAtMs ?? takenAtMs;
    return {
      id: newId(server),
      studyId: study.id,
      textId: text,
      // Readings that were lost hold no seat.
      seat: status === "complete" ? (seats.get(text)?.shift() ?? 0) : 1,
      rater,
      status,
      number,
      takenMs: takenAtMs,
      expiresMs: endedMs,
      endedMs,
      readMs,
      readToldMs: endedMs,
      paragraph: 0,
      share: 0,
      skipReason: null,
      skipNote: null,
    };
  });
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await transaction
      .insertInto("studyLeases")
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
}

async function storeAnswers(
  transaction: TransactionQueries,
  studyId: string,
  answers: readonly AnswerLine[],
): Promise<void> {
  const current = answers.map(({ rater, text, dimension, answer, history }) => ({
    rater,
    textId: text,
    dimension,
    studyId,
    version: history.length,
    ...columnsOf(answer),
  }));
  const versions = answers.flatMap(({ rater, text, dimension, history }) =>
    history.map(({ atMs, answer }, place) => ({
      rater,
      textId: text,
      dimension,
      version: place + 1,
      studyId,
      ...columnsOf(answer),
      atMs,
      requestKey: null,
      fingerprint: "from a file",
    })),
  );
  for (let at = 0; at < current.length; at += ROWS_AT_ONCE) {
    const some = current.slice(at, at + ROWS_AT_ONCE);
    await transaction.insertInto("studyAnswers").values(some).execute();
  }
  for (let at = 0; at < versions.length; at += ROWS_AT_ONCE) {
    const some = versions.slice(at, at + ROWS_AT_ONCE);
    await transaction.insertInto("studyAnswerHistory").values(some).execute();
  }
}
