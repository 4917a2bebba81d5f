import { boardCsv } from "../../leaderboard/index.ts";
import { type Board, type BoardQuery, boardQuerySchema, boardSchema } from "../../records/index.ts";
import { notFound, unprocessable } from "../http/refusals.ts";
import { type Route, route } from "../http/route.ts";
import type { BoardKeeper } from "./board-keeper.ts";
import { boardPage } from "./board-page.ts";
import { challengeParams, challengeSubject } from "./challenge-routes.ts";
import { type StoredChallenge, trackOf } from "./challenge-store.ts";
import type { BoardChoice } from "./read-board.ts";
import { type ScoresVersions, scoresVersionsOf } from "./read-versions.ts";

/**
 * The route of the board, as JSON, CSV and a page without script, all of one function.
 *
 * @param keeper - Keeps boards.
 * @returns The route.
 */
export function boardRoute(keeper: BoardKeeper): Route {
  return route({
    method: "get",
    path: "/challenges/{challengeId}/leaderboard",
    summary:
      "The board of a track, of now or of a past moment, as JSON, CSV or a page without script",
    action: "see-public",
    params: challengeParams,
    query: boardQuerySchema,
    subject: challengeSubject,
    reply: boardSchema,
    handle: async ({ found, query }, { clock, database }) => {
      const choice = choiceOf(found, query, clock.nowMs());
      const board =
        query.asOf === undefined
          ? currentBoard(found, {
              // A kept board is older than its question; nothing has changed since it was made.
              made: await keeper.current(found, choice),
              versions: await scoresVersionsOf(database.query, found),
            })
          : await keeper.past(found, choice);
      if (query.format === "html") {
        return new Response(pageOf(board, found), {
          headers: { "content-type": "text/html; charset=utf-8" },
        });
      }
      if (query.format !== "csv") return { body: board, isKept: true };
      return new Response(boardCsv(board), {
        headers: {
          "content-type": "text/csv; charset=utf-8",
          "content-disposition": `attachment; filename="${found.id}-${board.track}.csv"`,
        },
      });
    },
  });
}

interface MadeBoard {
  readonly made: Board;
  readonly versions: ScoresVersions;
}

/** The board of now: a frozen one changes with its scores only, and it says what will take its place. */
function currentBoard(
  { row: { frozenMs } }: StoredChallenge,
  { made, versions: { activatedMs, rescoring } }: MadeBoard,
): Board {
  const asOfMs = frozenMs === null ? made.asOfMs : Math.max(frozenMs, activatedMs);
  const more = JSON.stringify([asOfMs, rescoring]);
  const known = shownBoards.get(made);
  if (known?.more === more) return known.shown;
  const shown = { ...made, asOfMs, ...(rescoring === undefined ? {} : { rescoring }) };
  shownBoards.set(made, { more, shown });
  return shown;
}

/** What a kept board was shown as last: the same for everybody, and written once. */
interface ShownBoard {
  readonly shown: Board;
  /** What it shows beside the kept board. */
  readonly more: string;
}

const shownBoards = new WeakMap<Board, ShownBoard>();
const pages = new WeakMap<Board, string>();

/** The page of a board, whose title and tracks never change. */
function pageOf(board: Board, { definition: { title, tracks } }: StoredChallenge): string {
  const page = pages.get(board) ?? boardPage({ title, tracks, board });
  pages.set(board, page);
  return page;
}

function choiceOf(challenge: StoredChallenge, query: BoardQuery, nowMs: number): BoardChoice {
  const track = trackOf(challenge, query.track);
  if (track === undefined) throw notFound();
  const primary = track.metrics.find((metric) => metric.primary === true) ?? track.metrics[0];
  const metric = query.metric ?? primary?.id ?? "";
  if (!track.metrics.some(({ id }) => id === metric)) throw notFound();
  // What is to come is not known: a moment of the future is now.
  const asOfMs = query.asOf === undefined ? nowMs : Math.min(momentOf(query.asOf), nowMs);
  const { frozenMs } = challenge.row;
  const isFrozen = frozenMs !== null && frozenMs <= asOfMs;
  const part = query.part ?? (isFrozen ? "private" : "public");
  if (part === "private" && frozenMs === null) {
    throw unprocessable("not-frozen", "The private part is shown once the board is frozen.");
  }
  return { track: track.id, metric, part, asOfMs };
}

function momentOf(text: string): number {
  const atMs = /^\d{1,16}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isSafeInteger(atMs)) return atMs;
  throw unprocessable("invalid-moment", "asOf must be an ISO date or milliseconds in UTC.");
}
