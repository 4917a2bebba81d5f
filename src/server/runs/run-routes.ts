import { z } from "zod";
import type { RunBrowser } from "../../pipeline/doors/browse.ts";
import {
  autocorrelationRequestSchema,
  autocorrelationViewSchema,
  examplePageSchema,
  runComparisonSchema,
  runExampleSchema,
  runGridSchema,
  runListSchema,
  runReportSchema,
  runViewSchema,
  writingViewSchema,
} from "../../records/index.ts";
import { eventStream, mayOpenStream } from "../http/events.ts";
import { pageQuerySchema } from "../http/paging.ts";
import { Refusal } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import { refusing } from "./run-refusals.ts";
import { watchWriting, writingTopic } from "./watch-writing.ts";

const runParams = z.object({ runId: z.string().min(1).max(300) });
const cell = z.exactOptional(z.string().max(500));

/** Largest request with texts, in bytes: eight of four million characters. */
const MAX_TEXTS_BYTES = 64 * 1024 * 1024;

/**
 * Routes that show runs; none of them changes anything.
 *
 * @param browser - Reads the runs.
 * @returns The routes.
 */
export function runRoutes(browser: RunBrowser): readonly Route[] {
  return [
    ...experimentRoutes(browser),
    ...exampleRoutes(browser),
    ...writingRoutes(browser),
    compareRoute(browser),
    autocorrelationRoute(browser),
  ];
}

function experimentRoutes(browser: RunBrowser): readonly Route[] {
  return [
    route({
      method: "get",
      path: "/runs",
      summary: "All runs of this machine, the newest first",
      action: "see-runs",
      subject: "none",
      query: pageQuerySchema,
      reply: runListSchema,
      handle: async ({ query }) => ({ body: await refusing(() => browser.list(query)) }),
    }),
    route({
      method: "get",
      path: "/runs/{runId}",
      summary: "What a run is and how far it is",
      action: "see-runs",
      subject: "none",
      params: runParams,
      reply: runViewSchema,
      handle: async ({ params }) => ({ body: await refusing(() => browser.run(params.runId)) }),
    }),
    route({
      method: "get",
      path: "/runs/{runId}/grid",
      summary: "The cells of a run, with everything counted",
      action: "see-runs",
      subject: "none",
      params: runParams,
      reply: runGridSchema,
      handle: async ({ params }) => ({ body: await refusing(() => browser.grid(params.runId)) }),
    }),
    route({
      method: "get",
      path: "/runs/{runId}/report",
      summary: "Results as tables: of an experiment, or of a comparison of ways of writing",
      action: "see-runs",
      subject: "none",
      params: runParams,
      reply: runReportSchema,
      handle: async ({ params }) => ({ body: await refusing(() => browser.report(params.runId)) }),
    }),
  ];
}

function exampleRoutes(browser: RunBrowser): readonly Route[] {
  return [
    route({
      method: "get",
      path: "/runs/{runId}/examples",
      summary: "Texts of one cell of a run, in plan order",
      action: "see-runs",
      subject: "none",
      params: runParams,
      query: pageQuerySchema.extend({
        cell,
        status: z.enum(["all", "generated", "failed", "pending"]).default("all"),
      }),
      reply: examplePageSchema,
      handle: async ({ params, query }) => ({
        body: await refusing(() => browser.examples(params.runId, query)),
      }),
    }),
    route({
      method: "get",
      path: "/runs/{runId}/examples/{example}",
      summary: "One example in one cell: prompt, passages, text, reference, scores",
      action: "see-runs",
      subject: "none",
      params: runParams.extend({ example: z.coerce.number().int().nonnegative() }),
      query: z.object({
        cell,
        repeat: z.exactOptional(z.coerce.number().int().nonnegative()),
      }),
      reply: runExampleSchema,
      handle: async ({ params: { runId, example }, query }) => ({
        body: await refusing(() => browser.example(runId, { example, ...query })),
      }),
    }),
  ];
}

function writingRoutes(browser: RunBrowser): readonly Route[] {
  return [
    route({
      method: "get",
      path: "/writings/{runId}",
      summary: "A document of the writer: plan, text, facts, what is wrong",
      action: "see-runs",
      subject: "none",
      params: runParams,
      reply: writingViewSchema,
      handle: async ({ params }) => ({
        body: await refusing(() => browser.writing(params.runId)),
      }),
    }),
    route({
      method: "get",
      path: "/writings/{runId}/events",
      summary: "Tells when a document has changed; carries its id only",
      action: "see-runs",
      subject: "none",
      params: runParams,
      handle: async ({ params: { runId }, signal }, { events, clock }) => {
        const revision = (): Promise<number> => browser.writingRevision(runId);
        await refusing(revision);
        if (!mayOpenStream()) throw tooManyStreams();
        const ended = AbortSignal.any([signal, events.closed]);
        watchWriting({ id: runId, revision, events, clock, signal: ended }).catch(() => undefined);
        return eventStream(events, [writingTopic(runId)], signal);
      },
    }),
  ];
}

function tooManyStreams(): Refusal {
  return new Refusal(
    503,
    { code: "too-many-streams", message: "Too many pages follow along; this one does not." },
    { retryAfterSeconds: 30 },
  );
}

function compareRoute(browser: RunBrowser): Route {
  return route({
    method: "get",
    path: "/compare",
    summary: "Two runs, or cells as RUN#CELL, over the texts that both have; a is the baseline",
    action: "see-runs",
    subject: "none",
    query: z.object({ a: z.string().min(1).max(800), b: z.string().min(1).max(800) }),
    reply: runComparisonSchema,
    handle: async ({ query: { a, b } }) => ({ body: await refusing(() => browser.compare(a, b)) }),
  });
}

function autocorrelationRoute(browser: RunBrowser): Route {
  return route({
    method: "post",
    path: "/gapelmaper",
    summary: "The autocorrelation of one to eight texts; nothing is kept",
    action: "see-runs",
    subject: "none",
    body: autocorrelationRequestSchema,
    reply: autocorrelationViewSchema,
    maxBodyBytes: MAX_TEXTS_BYTES,
    handle: async ({ body }) => ({ body: await refusing(() => browser.measure(body)) }),
  });
}
