import { humanBoardCsv } from "../../leaderboard/index.ts";
import { humanBoardQuerySchema, humanBoardSchema } from "../../records/index.ts";
import { challengeParams, challengeSubject } from "../challenges/challenge-routes.ts";
import { trackOf } from "../challenges/challenge-store.ts";
import { conflict, notFound } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import { type HumanBoardShelves, humanBoardOf } from "./human-board.ts";
import { humanBoardPage } from "./human-board-page.ts";

/**
 * The route of the board of human marks, as JSON, CSV and a page without script, all of one function.
 *
 * @param shelves - What was read or made before.
 * @returns The route.
 */
export function humanBoardRoute(shelves: HumanBoardShelves): Route {
  return route({
    method: "get",
    path: "/challenges/{challengeId}/human-board",
    summary: "The board of human marks of a track, once the results are published",
    action: "see-public",
    params: challengeParams,
    query: humanBoardQuerySchema,
    subject: challengeSubject,
    reply: humanBoardSchema,
    handle: async ({ found, query, caller }, { database }) => {
      const track = trackOf(found, query.track);
      if (track === undefined) throw notFound();
      const isPublished = found.row.publishedMs !== null;
      // Those who opened the key see the board before everybody does.
      if (!isPublished && !caller.roles.includes("organiser")) throw notThere();
      const board = await humanBoardOf(
        database.query,
        { challenge: found, choice: query },
        shelves,
      );
      if (board === undefined) throw notThere();
      if (query.format === "html") {
        const { title, tracks } = found.definition;
        return new Response(humanBoardPage({ title, tracks, board }), {
          headers: { "content-type": "text/html; charset=utf-8" },
        });
      }
      if (query.format !== "csv") return { body: board };
      return new Response(humanBoardCsv(board), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${found.id}-${board.track}-human.csv"`,
        },
      });
    },
  });
}

function notThere(): ReturnType<typeof conflict> {
  return conflict(
    "not-published",
    "Marks by people are shown once the key is open and the results are published.",
  );
}
