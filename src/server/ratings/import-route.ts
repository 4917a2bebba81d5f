import { z } from "zod";
import { importedRatingsSchema } from "../../records/index.ts";
import { type Route, route } from "../http/route.ts";
import { findForOrganiser } from "./find-study.ts";
import { importRatings } from "./import-ratings.ts";
import type { StudyShelf } from "./open-study.ts";
import { present } from "./present.ts";
import { tellCoverage } from "./tell-coverage.ts";

/** Largest file, in bytes. */
const MAX_FILE_BYTES = 64 * 1_048_576;

/**
 * The route that brings ratings of a file into an open study.
 *
 * @param shelf - Studies that were read before.
 * @returns The route.
 */
export function importRoute(shelf: StudyShelf): Route {
  return route({
    method: "post",
    path: "/studies/{studyId}/import",
    summary:
      "Bring ratings that this study exported into it, all or none; faults are listed by line",
    action: "run-challenge",
    params: z.object({ studyId: z.string().max(100) }),
    subject: ({ params }, server) => findForOrganiser(params.studyId, server, shelf),
    upload: "application/x-ndjson",
    maxBodyBytes: MAX_FILE_BYTES,
    reply: importedRatingsSchema,
    status: 201,
    writesAudit: true,
    handle: async ({ found, caller, arrivedMs, upload }, server) => {
      const place = present(found);
      const source = await textOf(upload());
      const by = { accountId: caller.accountId ?? "", atMs: arrivedMs };
      const body = await importRatings(place, { source, by }, server);
      tellCoverage(place.row.id, server);
      return { body };
    },
  });
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString("utf8");
}
