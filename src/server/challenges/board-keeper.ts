import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { makeBoard } from "../../leaderboard/index.ts";
import type { Board } from "../../records/index.ts";
import type { ServerContext } from "../http/server-context.ts";
import { versionAt } from "../scoring/rescore.ts";
import { type StoredChallenge, tellPages } from "./challenge-store.ts";
import { type BoardChoice, type BoardData, readBoardData } from "./read-board.ts";

/** Keeps boards, so that reading one costs nothing while nothing changes. */
export interface BoardKeeper {
  /**
   * The board of now. While a newer one is being made that takes long, the one before it is given; when
   * it is there, pages are told `board-changed`.
   *
   * @param challenge - The challenge.
   * @param choice - Which board; its moment is only used for a board that has to be made.
   * @returns The board.
   */
  current(challenge: StoredChallenge, choice: BoardChoice): Promise<Board>;
  /**
   * The board of a past moment, with the version of scores that was in force then.
   *
   * @param challenge - The challenge.
   * @param choice - Which board.
   * @returns The board.
   */
  past(challenge: StoredChallenge, choice: BoardChoice): Promise<Board>;
  /** Ends the thread. */
  close(): Promise<void>;
}

interface KeptBoard {
  readonly version: number;
  readonly making: Promise<BoardInMaking>;
  readonly board: Promise<Board>;
  /** The board before; absent where there was none. */
  readonly before: Board | undefined;
  /** The board itself, once it is there. */
  made: Board | undefined;
  /** Whether somebody was given less than the newest, and must be told once this one is there. */
  isBehind: boolean;
}

/** Boards that are kept. */
const KEPT_BOARDS = 200;

/** Work up to which a board is made at once, in scores that are drawn: some milliseconds. */
const QUICK_DRAWS = 5_000_000;

/** Bootstrap resamples. */
const RESAMPLES = 10_000;

/**
 * Opens a keeper of boards.
 *
 * @param server - The server.
 * @returns The keeper.
 */
export function openBoardKeeper(server: ServerContext): BoardKeeper {
  const { database } = server;
  const kept = new Map<string, KeptBoard>();
  const thread = openBoardThread();
  const begin = async (challenge: StoredChallenge, choice: BoardChoice): Promise<BoardInMaking> => {
    const data = {
      ...(await readBoardData(database.query, challenge, choice)),
      resamples: RESAMPLES,
    };
    const isQuick = drawsOf(data) <= QUICK_DRAWS;
    return { isQuick, board: isQuick ? Promise.resolve(makeNow(data)) : thread.make(data) };
  };
  const past = async (challenge: StoredChallenge, choice: BoardChoice): Promise<Board> => {
    const version = await versionAt(database.query, challenge.id, choice.asOfMs);
    return await (await begin(challenge, { ...choice, version })).board;
  };
  /** Begins a newer board. */
  const renew = (key: string, { challenge, choice }: BoardQuestion): KeptBoard => {
    const known = kept.get(key);
    const making = begin(challenge, choice);
    const entry: KeptBoard = {
      version: challenge.row.boardVersion,
      making,
      board: making.then(({ board }) => board),
      before: known?.made ?? known?.before,
      made: undefined,
      isBehind: false,
    };
    kept.set(key, entry);
    if (kept.size > KEPT_BOARDS) kept.delete(kept.keys().next().value ?? "");
    entry.board.then(
      (board) => {
        entry.made = board;
        // Pages that got an older one ask again.
        if (entry.isBehind) tellPages(server, "board-changed", { challengeId: challenge.id });
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key);
      },
    );
    return entry;
  };
  const current = async (challenge: StoredChallenge, choice: BoardChoice): Promise<Board> => {
    const key = [challenge.id, choice.track, choice.metric, choice.part].join(" ");
    const { boardVersion: version } = challenge.row;
    const known = kept.get(key);
    // One making at a time: what changes meanwhile is made when somebody asks after it.
    const isOld = known?.made !== undefined && known.version < version;
    const entry = known === undefined || isOld ? renew(key, { challenge, choice }) : known;
    return (await shownOf(entry, version)) ?? (await current(challenge, choice));
  };
  return {
    past,
    current,
    close: thread.close,
  };
}

/** The board to show to somebody; `undefined` if one that costs little has to be made again first. */
async function shownOf(entry: KeptBoard, version: number): Promise<Board | undefined> {
  if (entry.made !== undefined) return entry.made;
  const isOlder = entry.version < version;
  const { isQuick } = await entry.making;
  if (isQuick) {
    const board = await entry.board;
    return isOlder ? undefined : board;
  }
  if (isOlder || entry.before !== undefined) entry.isBehind = true;
  return entry.before ?? (await entry.board);
}

interface BoardQuestion {
  readonly challenge: StoredChallenge;
  readonly choice: BoardChoice;
}

interface BoardInMaking {
  /** Whether it costs so little that nobody should get the one before. */
  readonly isQuick: boolean;
  readonly board: Promise<Board>;
}

function makeNow({ users, ...input }: BoardData): Board {
  return makeBoard({ ...input, userOf: (itemId) => users.get(itemId) });
}

function drawsOf({ entries, metric }: BoardData): number {
  const items = entries.map(({ scores }) => scores[metric]?.items?.size ?? 0);
  return RESAMPLES * items.reduce((sum, count) => sum + count, 0);
}

interface BoardThread {
  readonly make: (data: BoardData) => Promise<Board>;
  readonly close: () => Promise<void>;
}

function openBoardThread(): BoardThread {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const makeOne = async (data: BoardData): Promise<Board> => {
    worker ??= startWorker();
    const own = worker;
    own.postMessage(data);
    try {
      const [board] = (await once(own, "message")) as [Board];
      return board;
    } catch (error) {
      worker = undefined;
      throw new LonghandError(`The board could not be made: ${messageOf(error)}.`, {
        code: "thread-failed",
        cause: error,
      });
    }
  };
  return {
    make: (data) => {
      const made = last.then(() => makeOne(data));
      last = made.catch(() => undefined);
      return made;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}

function startWorker(): Worker {
  // The entry has the ending of this file: .js in the package, .ts where the sources run.
  const entry = import.meta.url.replace(/board-keeper(\.[jt]s)$/, "board-worker$1");
  const start = `import("tsx/esm/api").then(({ register }) => {
    register();
    return import(${JSON.stringify(entry)});
  });`;
  const worker = entry.endsWith(".js")
    ? new Worker(new URL(entry))
    : new Worker(start, { eval: true });
  worker.unref();
  return worker;
}
