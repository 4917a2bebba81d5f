import { z } from "zod";
import { agreementOfRatings } from "../../rating/index.ts";
import {
  closeStudyRequestSchema,
  type DimensionAgreement,
  decidedLeakSchema,
  leakDecisionRequestSchema,
  openStudyRequestSchema,
  ratingAnalysisSchema,
  ratingStudySchema,
  studyAgreementSchema,
  studyCoverageSchema,
  studyListSchema,
  studyResultsSchema,
  studySummarySchema,
  studyViewSchema,
  unblindReplySchema,
  unblindRequestSchema,
} from "../../records/index.ts";
import type { Caller } from "../http/caller.ts";
import { eventStream, mayOpenStream } from "../http/events.ts";
import { conflict, tooMany } from "../http/refusals.ts";
import { type Route, route, type Subject } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { createStudy, type StudyMaker } from "./create-study.ts";
import { exportOf, exportResponse } from "./export-ratings.ts";
import { findForOrganiser, type StudyPlace } from "./find-study.ts";
import type { StudyShelf } from "./open-study.ts";
import { present } from "./present.ts";
import { type AnalysisShelf, resultsOf, studyResults } from "./results-of.ts";
import { closeStudy, decideLeak, openStudy, unblindStudy } from "./study-acts.ts";
import { leakView, studyCoverage, studySummary, studyView } from "./study-views.ts";

const studyParams = z.object({ studyId: z.string().max(100) });
const leakParams = z.object({ studyId: z.string().max(100), leakId: z.string().max(200) });

/** Largest study with its texts, in bytes. */
const MAX_STUDY_BYTES = 64 * 1024 * 1024;

type Finder = (
  approach: { readonly params: { readonly studyId: string }; readonly caller: Caller },
  server: ServerContext,
) => Promise<Subject<StudyPlace>>;

/**
 * Routes with which organisers make, open, watch, close and unblind studies.
 *
 * @param shelf - Studies that were read before.
 * @param analyses - Analyses that were made before.
 * @returns The routes.
 */
export function studyRoutes(shelf: StudyShelf, analyses: AnalysisShelf): readonly Route[] {
  const find: Finder = ({ params }, server) => findForOrganiser(params.studyId, server, shelf);
  return [
    listRoute,
    createRoute,
    lookRoute(find),
    leakRoute(find),
    openRoute(find),
    closeRoute(find),
    unblindRoute(find),
    coverageRoute(find),
    eventsRoute(find),
    agreementRoute(find),
    exportRoute(find),
    resultsRoute(find, analyses),
    reportRoute(find, analyses),
  ];
}

const listRoute: Route = route({
  method: "get",
  path: "/studies",
  summary: "All rating studies, the newest first",
  action: "see-organisation",
  subject: "none",
  reply: studyListSchema,
  handle: async (_, { database }) => {
    const rows = await database.query
      .selectFrom("studies")
      .selectAll()
      .orderBy("createdMs", "desc")
      .orderBy("id")
      .execute();
    const studies = [];
    for (const row of rows) studies.push(await studySummary(database.query, row));
    return { body: { studies } };
  },
});

const createRoute: Route = route({
  method: "post",
  path: "/studies",
  summary: "Make a rating study as a draft: plan, power advice, traces of writers",
  action: "run-challenge",
  subject: "none",
  body: ratingStudySchema,
  reply: studyViewSchema,
  status: 201,
  maxBodyBytes: MAX_STUDY_BYTES,
  writesAudit: true,
  handle: async ({ body, caller, arrivedMs }, server) => {
    const id = await createStudy(body, makerOf(caller, arrivedMs), server);
    const row = await server.database.query
      .selectFrom("studies")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { body: await studyView(server.database.query, row) };
  },
});

function makerOf({ accountId }: Caller, atMs: number): StudyMaker {
  return { accountId: accountId ?? "", atMs };
}

function lookRoute(subject: Finder): Route {
  return route({
    method: "get",
    path: "/studies/{studyId}",
    summary: "A rating study with its plan",
    action: "see-organisation",
    params: studyParams,
    subject,
    reply: studyViewSchema,
    handle: async ({ found }, { database }) => ({
      body: await studyView(database.query, present(found).row),
    }),
  });
}

function leakRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/studies/{studyId}/leaks/{leakId}",
    summary: "Decide about a trace of a writer",
    action: "run-challenge",
    params: leakParams,
    subject,
    body: leakDecisionRequestSchema,
    reply: decidedLeakSchema,
    writesAudit: true,
    handle: async ({ found, params, body, caller, arrivedMs }, server) => {
      const act = { row: present(found).row, request: body, by: makerOf(caller, arrivedMs) };
      return { body: leakView(await decideLeak(act, params.leakId, server)) };
    },
  });
}

function openRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/studies/{studyId}/open",
    summary: "Open a rating study; its plan is fixed from then on",
    action: "run-challenge",
    params: studyParams,
    subject,
    body: openStudyRequestSchema,
    reply: studySummarySchema,
    writesAudit: true,
    handle: async ({ found, body, caller, arrivedMs }, server) => {
      const act = { row: present(found).row, request: body, by: makerOf(caller, arrivedMs) };
      const row = await openStudy(act, server);
      return { body: await studySummary(server.database.query, row) };
    },
  });
}

function closeRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/studies/{studyId}/close",
    summary: "Close a rating study",
    action: "run-challenge",
    params: studyParams,
    subject,
    body: closeStudyRequestSchema,
    reply: studySummarySchema,
    writesAudit: true,
    handle: async ({ found, body, caller, arrivedMs }, server) => {
      const act = { row: present(found).row, request: body, by: makerOf(caller, arrivedMs) };
      const row = await closeStudy(act, server);
      return { body: await studySummary(server.database.query, row) };
    },
  });
}

function unblindRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/studies/{studyId}/unblind",
    summary: "Open the key of a closed study, in two steps",
    action: "unblind",
    params: studyParams,
    subject,
    body: unblindRequestSchema,
    reply: unblindReplySchema,
    secretReply: true,
    writesAudit: true,
    handle: async ({ found, body, caller, arrivedMs }, server) => {
      const act = { row: present(found).row, request: body, by: makerOf(caller, arrivedMs) };
      return { body: await unblindStudy(act, server) };
    },
  });
}

function coverageRoute(subject: Finder): Route {
  return route({
    method: "get",
    path: "/studies/{studyId}/coverage",
    summary: "How many ratings each text has: counts, no values, no systems",
    action: "see-rating-counts",
    params: studyParams,
    subject,
    reply: studyCoverageSchema,
    handle: async ({ found }, { database }) => ({
      body: await studyCoverage(database.query, present(found).row),
    }),
  });
}

function eventsRoute(subject: Finder): Route {
  return route({
    method: "get",
    path: "/studies/{studyId}/events",
    summary: "Tells when the coverage of a study has changed",
    action: "see-rating-counts",
    params: studyParams,
    subject,
    handle: async ({ found, signal }, { events }) => {
      if (!mayOpenStream()) throw tooMany("Too many pages are listening.", 30);
      return eventStream(events, [`study:${present(found).row.id}`], signal);
    },
  });
}

function agreementRoute(subject: Finder): Route {
  // A closed study does not change any more, and its intervals take seconds.
  const known = new Map<string, readonly DimensionAgreement[]>();
  return route({
    method: "get",
    path: "/studies/{studyId}/agreement",
    summary: "How far the raters of a closed study agree",
    action: "see-ratings",
    params: studyParams,
    subject,
    reply: studyAgreementSchema,
    handle: async ({ found }, { database }) => {
      const { row, study } = present(found);
      const ratings = await exportOf(database.query, row, study);
      const { resamples } = study.definition.tests;
      const dimensions =
        known.get(row.id) ??
        agreementOfRatings(ratings, { resamples, seed: study.definition.seed });
      known.set(row.id, dimensions);
      return { body: { dimensions } };
    },
  });
}

function exportRoute(subject: Finder): Route {
  return route({
    method: "get",
    path: "/studies/{studyId}/export",
    summary: "All ratings of a closed study with their histories, as JSON Lines",
    action: "see-ratings",
    params: studyParams,
    subject,
    handle: async ({ found }, { database }) => {
      const { row, study } = present(found);
      return exportResponse(await exportOf(database.query, row, study), study.definition.name);
    },
  });
}

function resultsRoute(subject: Finder, analyses: AnalysisShelf): Route {
  return route({
    method: "get",
    path: "/studies/{studyId}/results",
    summary: "Results of a study whose key is open",
    action: "see-ratings",
    params: studyParams,
    subject,
    reply: ratingAnalysisSchema,
    handle: async ({ found }, { database }) => {
      const place = present(found);
      if (place.row.status !== "unblinded") {
        throw conflict("not-unblinded", "Open the key first; that is logged.");
      }
      return { body: await resultsOf(database.query, place, analyses) };
    },
  });
}

function reportRoute(subject: Finder, analyses: AnalysisShelf): Route {
  return route({
    method: "get",
    path: "/studies/{studyId}/report",
    summary: "What a closed study came to; systems have drawn letters until the key is open",
    action: "see-ratings",
    params: studyParams,
    subject,
    reply: studyResultsSchema,
    handle: async ({ found }, { database }) => ({
      body: await studyResults(database.query, present(found), analyses),
    }),
  });
}
