import { Readable } from "node:stream";
import { LonghandError } from "../../foundation/index.ts";
import { type ReportDownload, reportDownload } from "../../pipeline/doors/leaderboard.ts";
import {
  type ChallengeReportQuery,
  challengeReportQuerySchema,
  type ReportableArchive,
} from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { challengeParams, challengeSubject } from "../challenges/challenge-routes.ts";
import type { StoredChallenge } from "../challenges/challenge-store.ts";
import { conflict, Refusal, unprocessable } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { archivePieces } from "./archive-pieces.ts";
import { type ArchiveTools, missingForReport, readArchive } from "./read-archive.ts";

/**
 * Routes of the final report: the archive that it is made from, the report for everybody once nothing is
 * missing, and before that for organisers.
 *
 * @param tools - Boards and studies.
 * @returns The routes.
 */
export function reportRoutes(tools: ArchiveTools): readonly Route[] {
  return [archiveRoute(tools), reportRoute(tools), previewRoute(tools)];
}

function archiveRoute(tools: ArchiveTools): Route {
  return route({
    method: "get",
    path: "/challenges/{challengeId}/archive",
    summary: "Everything that the report of a challenge is made from, as one JSON file",
    action: "see-archive",
    params: challengeParams,
    subject: challengeSubject,
    handle: async ({ found }, server) => {
      const read = await readArchive(server, found, tools);
      const pieces = Readable.from(archivePieces(server, found, read), { objectMode: false });
      return new Response(Readable.toWeb(pieces) as ReadableStream, {
        headers: {
          "content-type": "application/json; charset=utf-8",
          "content-disposition": `attachment; filename="${found.id}-archive.json"`,
          "cache-control": "no-store",
        },
      });
    },
  });
}

function reportRoute(tools: ArchiveTools): Route {
  return route({
    method: "get",
    path: "/challenges/{challengeId}/report",
    summary: "The final report as HTML, Markdown, LaTeX, PDF, CSV, JSON, HEDS datasheet or BibTeX",
    action: "see-public",
    params: challengeParams,
    query: challengeReportQuerySchema,
    subject: challengeSubject,
    handle: async ({ found, query, headers }, server) => {
      const missing = await missingForReport(server.database.query, found);
      if (missing.length > 0) {
        const message = `The report is not final yet. ${missing.join(" ")}`;
        throw conflict("not-yet", message, { details: { missing } });
      }
      return await answerReport({ found, query, headers }, server, tools);
    },
  });
}

function previewRoute(tools: ArchiveTools): Route {
  return route({
    method: "get",
    path: "/challenges/{challengeId}/report/preview",
    summary: "The report as it would be now, marked as preliminary until nothing is missing",
    action: "see-organisation",
    params: challengeParams,
    query: challengeReportQuerySchema,
    subject: challengeSubject,
    handle: async (request, server) => await answerReport(request, server, tools),
  });
}

interface ReportRequest {
  readonly found: StoredChallenge;
  readonly query: ChallengeReportQuery;
  readonly headers: Headers;
}

async function answerReport(
  { found, query, headers }: ReportRequest,
  server: ServerContext,
  tools: ArchiveTools,
): Promise<Response> {
  const { archive } = await readArchive(server, found, tools);
  const { name, type, bytes } = await downloadOf(archive, query);
  const etag = `"${sha256(bytes).slice(0, 32)}"`;
  const common = { "cache-control": "private, no-cache", etag };
  if (headers.get("if-none-match") === etag) {
    return new Response(null, { status: 304, headers: common });
  }
  const place = query.format === "html" || query.format === "json" ? "inline" : "attachment";
  return new Response(bytes, {
    headers: {
      ...common,
      "content-type": type,
      "content-disposition": `${place}; filename="${found.id}-${name}"`,
    },
  });
}

async function downloadOf(
  archive: ReportableArchive,
  query: ChallengeReportQuery,
): Promise<ReportDownload> {
  return await reportDownload(archive, query).catch((error: unknown) => {
    throw asRefusal(error);
  });
}

/** What whoever asks can do something about is told; everything else is a fault. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof LonghandError)) return error;
  const { code } = error;
  if (code === "unknown-table") return unprocessable(code, told(error));
  return code === "missing-dependency" ? new Refusal(503, { code, message: told(error) }) : error;
}

function told({ message, hint }: LonghandError): string {
  return hint === undefined ? message : `${message} ${hint}`;
}
