import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { SubmittedItem } from "../../records/index.ts";
import { notFound } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import { submissionFiles } from "../scoring/submission-files.ts";
import type { BoardKeeper } from "./board-keeper.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";
import { itemsOf, trackOf } from "./challenge-store.ts";

const textsQuery = z.object({
  track: z.exactOptional(z.string().max(40)),
  /** How many of the best submissions. */
  top: z.coerce.number().int().min(1).max(200).default(10),
});

/**
 * The texts of the best submissions, for the rating study, after the freeze; every look is logged.
 *
 * @param keeper - Keeps boards.
 * @returns The route.
 */
export function textsRoute(keeper: BoardKeeper): Route {
  return route({
    method: "get",
    path: "/challenges/{challengeId}/texts",
    summary: "Texts of the best submissions with prompts, as JSON Lines, for a rating study",
    action: "see-submitted-text",
    params: challengeParams,
    query: textsQuery,
    subject: async (approach, server) => {
      const { found } = await challengeSubject(approach, server);
      // Raters have a right to texts of their leases only, which are not here.
      const isOrganiser = approach.caller.roles.includes("organiser");
      if (found === undefined || !isOrganiser) return { relation: "missing" };
      const conditions = found.row.frozenMs === null ? [] : (["frozen"] as const);
      return { relation: "other", found, conditions };
    },
    handle: async ({ found, query }, server) => {
      const track = trackOf(found, query.track);
      const metric = track?.metrics.find(({ primary }) => primary === true) ?? track?.metrics[0];
      if (track === undefined || metric === undefined) throw notFound();
      const asOfMs = server.clock.nowMs();
      const choice = { track: track.id, metric: metric.id, part: "private", asOfMs } as const;
      const { ranked } = await keeper.current(found, choice);
      const items = await itemsOf(server.database.query, found.id, track.id);
      const prompts = new Map(items.map(({ itemId, prompt }) => [itemId, prompt]));
      const lines: string[] = [];
      for (const { submissionId, team, system } of ranked.slice(0, query.top)) {
        const path = submissionFiles(server.folders.data, submissionId).texts;
        for (const line of (await readFile(path, "utf8")).trimEnd().split("\n")) {
          const { itemId, text } = JSON.parse(line) as SubmittedItem;
          const prompt = prompts.get(itemId);
          lines.push(JSON.stringify({ submissionId, team, system, itemId, prompt, text }));
        }
      }
      return new Response(lines.map((line) => `${line}\n`).join(""), {
        headers: {
          "content-type": "application/x-ndjson; charset=utf-8",
          "content-disposition": `attachment; filename="${found.id}-texts.jsonl"`,
          "cache-control": "no-store",
        },
      });
    },
  });
}
