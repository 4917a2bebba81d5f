import { z } from "zod";
import {
  type ConsentRequest,
  consentRequestSchema,
  type LeaseReply,
  leaseReplySchema,
  leaseRequestSchema,
  type RaterStudy,
  raterProgressListSchema,
  raterProgressSchema,
  raterStudySchema,
  studyDimensions,
  surveyRequestSchema,
  type TrainingReply,
  trainingReplySchema,
  trainingRequestSchema,
} from "../../records/index.ts";
import { isDuplicate } from "../database/in-transaction.ts";
import { conflict, notFound, unprocessable } from "../http/refusals.ts";
import { type Approach, type Route, route, type Subject } from "../http/route.ts";
import { newId, type ServerContext } from "../http/server-context.ts";
import { findForRater, type RaterPlace } from "./find-study.ts";
import { leaseView } from "./lease-view.ts";
import type { FixedStudy, StudyShelf } from "./open-study.ts";
import { present } from "./present.ts";
import { raterProgress } from "./rater-progress.ts";
import type { StudyRaterRow } from "./rating-tables.ts";
import { takeLease } from "./take-lease.ts";
import { tellCoverage } from "./tell-coverage.ts";

const studyParams = z.object({ studyId: z.string().max(100) });

/**
 * Routes on a rater's way through a study.
 *
 * @param shelf - Studies that were read before.
 * @returns The routes.
 */
export function raterRoutes(shelf: StudyShelf): readonly Route[] {
  return [
    progressRoute(shelf),
    studyRoute(shelf),
    consentRoute(shelf),
    trainingRoute(shelf),
    surveyRoute(shelf),
    leaseRoute(shelf),
  ];
}

function progressRoute(shelf: StudyShelf): Route {
  return route({
    method: "get",
    path: "/ratings/progress",
    summary: "The own studies, and how far one is in them",
    action: "rate",
    // Participants see those studies only that let them rate; the list is empty where there are none.
    subject: async () => ({ relation: "own", conditions: ["study-allows"] }),
    reply: raterProgressListSchema,
    handle: async ({ caller }, { database, clock }) => {
      const { query } = database;
      const joined = await query
        .selectFrom("studyRaters")
        .selectAll()
        .where("accountId", "=", caller.accountId ?? "")
        .execute();
      const byStudy = new Map(joined.map((rater) => [rater.studyId, rater]));
      const rows = await query
        .selectFrom("studies")
        .selectAll()
        .where("status", "!=", "draft")
        .orderBy("createdMs", "desc")
        .orderBy("id")
        .execute();
      const isRater = caller.roles.includes("rater");
      const nowMs = clock.nowMs();
      const shown = rows.filter(
        (row) =>
          (row.status === "open" || byStudy.has(row.id)) && (isRater || row.participants === 1),
      );
      const studies = [];
      for (const row of shown) {
        studies.push(await raterProgress(query, { row, rater: byStudy.get(row.id), nowMs }, shelf));
      }
      return { body: { studies } };
    },
  });
}

/** Right and object of the routes whose address names the study. */
function aboutStudy(shelf: StudyShelf) {
  return {
    action: "rate",
    params: studyParams,
    subject: (
      { params: { studyId }, caller }: Approach<z.output<typeof studyParams>, unknown>,
      server: ServerContext,
    ) => findForRater({ studyId, caller }, server, shelf),
  } as const;
}

function studyRoute(shelf: StudyShelf): Route {
  return route({
    method: "get",
    path: "/ratings/studies/{studyId}",
    summary: "What a rater may know of a study",
    ...aboutStudy(shelf),
    reply: raterStudySchema,
    handle: async ({ found }) => ({ body: studyView(present(found).study) }),
  });
}

function studyView({ id, definition }: FixedStudy): RaterStudy {
  const { title, language, consent, instructions, reading, training, survey } = definition;
  return {
    studyId: id,
    title,
    language,
    consent,
    instructions,
    dimensions: studyDimensions(definition),
    showLength: reading.showLength,
    hasReference: definition.reference?.shown === true,
    isExcerpts: reading.mode === "excerpts",
    ...(training === undefined
      ? {}
      : { training: { prompt: training.prompt, text: training.text } }),
    survey,
  };
}

function consentRoute(shelf: StudyShelf): Route {
  return route({
    method: "post",
    path: "/ratings/studies/{studyId}/consent",
    summary: "Agree to take part",
    ...aboutStudy(shelf),
    body: consentRequestSchema,
    reply: raterProgressSchema,
    handle: async ({ found, body, caller, arrivedMs }, server) => {
      const place = present(found);
      requireOpen(place);
      if (body.version !== place.study.definition.consent.version) {
        throw conflict("stale-version", "The wording has changed; read it again.");
      }
      const rater = place.rater ?? (await join(place, body, { caller, arrivedMs, server }));
      const question = { row: place.row, rater, nowMs: server.clock.nowMs() };
      return { body: await raterProgress(server.database.query, question, shelf) };
    },
  });
}

async function join(
  { row }: RaterPlace,
  {
    version,
    languageLevel = null,
  }: Omit<ConsentRequest, "languageLevel"> & {
    readonly languageLevel?: string | null;
  },
  {
    caller,
    arrivedMs,
    server,
  }: {
    readonly caller: { readonly accountId: string | undefined };
    readonly arrivedMs: number;
    readonly server: ServerContext;
  },
): Promise<StudyRaterRow> {
  const rater: StudyRaterRow = {
    studyId: row.id,
    accountId: caller.accountId ?? "",
    rater: newId(server),
    teams: "[]",
    consentVersion: version,
    languageLevel,
    joinedMs: arrivedMs,
    training: null,
    survey: null,
  };
  const { query } = server.database;
  try {
    await query.insertInto("studyRaters").values(rater).execute();
    return rater;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // Two tabs agreed at once: the first one counts.
    return await query
      .selectFrom("studyRaters")
      .selectAll()
      .where("studyId", "=", row.id)
      .where("accountId", "=", rater.accountId)
      .executeTakeFirstOrThrow();
  }
}

function trainingRoute(shelf: StudyShelf): Route {
  return route({
    method: "post",
    path: "/ratings/studies/{studyId}/training",
    summary: "Rate the training text, and see its answers explained",
    ...aboutStudy(shelf),
    body: trainingRequestSchema,
    reply: trainingReplySchema,
    handle: async ({ found, body }, { database }) => {
      const place = present(found);
      requireOpen(place);
      const { rater } = requireJoined(place);
      const explanations = explanationsOf(place.study, body.answers);
      await database.query
        .updateTable("studyRaters")
        .set({ training: JSON.stringify(body.answers) })
        .where("rater", "=", rater)
        .execute();
      return { body: { explanations } };
    },
  });
}

function explanationsOf(
  { definition }: FixedStudy,
  answers: Readonly<Record<string, number>>,
): TrainingReply["explanations"] {
  const { training } = definition;
  if (training === undefined) throw conflict("no-training", "This study has no training text.");
  const dimensions = studyDimensions(definition).map(({ id }) => id);
  const missing = dimensions.filter((id) => answers[id] === undefined);
  if (missing.length > 0) {
    throw unprocessable("answers-missing", "Some questions have no answer yet.", {
      details: { missing },
    });
  }
  return dimensions.map((dimension) => {
    const given = answers[dimension] ?? 0;
    const expected = training.answers[dimension];
    return expected === undefined
      ? { dimension, given }
      : { dimension, given, expected: expected.value, why: expected.why };
  });
}

function surveyRoute(shelf: StudyShelf): Route {
  return route({
    method: "post",
    path: "/ratings/studies/{studyId}/survey",
    summary: "Answer the questions after the last text",
    ...aboutStudy(shelf),
    body: surveyRequestSchema,
    reply: raterProgressSchema,
    handle: async ({ found, body }, { database, clock }) => {
      const place = present(found);
      const rater = requireJoined(place);
      const asked = new Set(place.study.definition.survey.map(({ id }) => id));
      const unknown = Object.keys(body.answers).filter((id) => !asked.has(id));
      if (unknown.length > 0) {
        throw unprocessable("unknown-question", "The survey has no such question.", {
          details: { unknown },
        });
      }
      const survey = JSON.stringify(body.answers);
      await database.query
        .updateTable("studyRaters")
        .set({ survey })
        .where("rater", "=", rater.rater)
        .execute();
      const question = { row: place.row, rater: { ...rater, survey }, nowMs: clock.nowMs() };
      return { body: await raterProgress(database.query, question, shelf) };
    },
  });
}

function leaseRoute(shelf: StudyShelf): Route {
  return route({
    method: "post",
    path: "/ratings/leases",
    summary: "The open text, or the next one",
    action: "rate",
    // The study stands in the body; whether it is one's own is decided when that has been read.
    subject: async () => ({ relation: "own", conditions: ["study-allows"] }),
    body: leaseRequestSchema,
    reply: leaseReplySchema,
    handle: async ({ body, caller }, server) => {
      const subject = await findForRater({ studyId: body.studyId, caller }, server, shelf);
      const place = presentFor(subject, caller.roles.includes("rater"));
      return { body: await leaseReply(place, server) };
    },
  });
}

async function leaseReply(place: RaterPlace, server: ServerContext): Promise<LeaseReply> {
  if (place.row.status !== "open") return { lease: null, reason: "not-open" };
  const rater = requireJoined(place);
  const { training } = place.study.definition;
  if (training !== undefined && rater.training === null) {
    throw conflict("training-first", "Rate the training text first.");
  }
  const taken = await takeLease(place.study, rater, server);
  if ("lease" in taken) {
    tellCoverage(place.study.id, server);
    return { lease: await leaseView(server.database.query, place.study, taken.lease) };
  }
  const { reason, retryAfterSeconds } = taken.none;
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { lease: null, reason, ...wait };
}

/** The study of a request whose body names it: as the matrix would decide. */
function presentFor({ found }: Subject<RaterPlace>, isRater: boolean): RaterPlace {
  const place = present(found);
  if (!isRater && place.row.participants !== 1) throw notFound();
  return place;
}

function requireOpen({ row }: RaterPlace): void {
  if (row.status === "open") return;
  throw conflict("study-not-open", "The study takes no ratings now.");
}

function requireJoined({ rater }: RaterPlace): StudyRaterRow {
  if (rater !== undefined) return rater;
  throw conflict("consent-first", "Agree to take part first.");
}
