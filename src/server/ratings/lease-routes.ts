import { z } from "zod";
import {
  leaseEndSchema,
  positionRequestSchema,
  raterLeaseSchema,
  saveAnswerRequestSchema,
  savedAnswerSchema,
  skipRequestSchema,
} from "../../records/index.ts";
import type { Caller } from "../http/caller.ts";
import { type Route, route, type Subject } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { saveAnswer, savePosition, skipLease, submitLease } from "./answer-lease.ts";
import { findReading, type ReadingPlace } from "./find-study.ts";
import { leaseView } from "./lease-view.ts";
import type { StudyShelf } from "./open-study.ts";
import { present } from "./present.ts";
import { tellCoverage } from "./tell-coverage.ts";

const leaseParams = z.object({ leaseId: z.string().max(100) });
const answerParams = z.object({ leaseId: z.string().max(100), dimension: z.string().max(100) });

type Finder = (
  approach: { readonly params: { readonly leaseId: string }; readonly caller: Caller },
  server: ServerContext,
) => Promise<Subject<ReadingPlace>>;

/**
 * Routes of one reading: look at it, answer, keep the place, hand in, give up.
 *
 * @param shelf - Studies that were read before.
 * @returns The routes.
 */
export function leaseRoutes(shelf: StudyShelf): readonly Route[] {
  const find: Finder = ({ params, caller }, server) =>
    findReading({ leaseId: params.leaseId, caller }, server, shelf);
  return [
    lookRoute(find),
    answerRoute(find),
    positionRoute(find),
    submitRoute(find),
    skipRoute(find),
  ];
}

function lookRoute(subject: Finder): Route {
  return route({
    method: "get",
    path: "/ratings/leases/{leaseId}",
    summary: "A text to rate, with the answers so far",
    action: "rate",
    params: leaseParams,
    subject,
    reply: raterLeaseSchema,
    handle: async ({ found }, { database }) => {
      const { study, lease } = present(found);
      return { body: await leaseView(database.query, study, lease) };
    },
  });
}

function answerRoute(subject: Finder): Route {
  return route({
    method: "put",
    path: "/ratings/leases/{leaseId}/answers/{dimension}",
    summary: "Answer one question about a text",
    action: "rate",
    params: answerParams,
    subject,
    body: saveAnswerRequestSchema,
    reply: savedAnswerSchema,
    handle: async ({ found, params, body, headers }, server) => {
      const { study } = present(found);
      const { leaseId, dimension } = params;
      const requestKey = headers.get("idempotency-key");
      return {
        body: await saveAnswer({ study, leaseId, dimension, request: body, requestKey }, server),
      };
    },
  });
}

function positionRoute(subject: Finder): Route {
  return route({
    method: "put",
    path: "/ratings/leases/{leaseId}/position",
    summary: "Keep how far a text has been read",
    action: "rate",
    params: leaseParams,
    subject,
    body: positionRequestSchema,
    reply: z.object({ done: z.literal(true) }),
    handle: async ({ found, params, body }, server) => {
      const { study } = present(found);
      await savePosition({ study, leaseId: params.leaseId }, body, server);
      return { body: { done: true } as const };
    },
  });
}

function submitRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/ratings/leases/{leaseId}/submit",
    summary: "Hand the answers about a text in",
    action: "rate",
    params: leaseParams,
    subject,
    reply: leaseEndSchema,
    handle: async ({ found, params }, server) => {
      const { study } = present(found);
      const body = await submitLease({ study, leaseId: params.leaseId }, server);
      tellCoverage(study.id, server);
      return { body };
    },
  });
}

function skipRoute(subject: Finder): Route {
  return route({
    method: "post",
    path: "/ratings/leases/{leaseId}/skip",
    summary: "Give a text up; it goes to somebody else",
    action: "rate",
    params: leaseParams,
    subject,
    body: skipRequestSchema,
    reply: leaseEndSchema,
    handle: async ({ found, params, body: request }, server) => {
      const { study } = present(found);
      const body = await skipLease({ study, leaseId: params.leaseId }, request, server);
      tellCoverage(study.id, server);
      return { body };
    },
  });
}
