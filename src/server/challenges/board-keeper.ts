import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { makeBoard } from "../../leaderboard/index.ts";
import type { Board } from "../../records/index.ts";
import type { ServerContext } from "../http/server-context.ts";
import { type StoredChallenge, tellPages } from "./challenge-store.ts";
import { type BoardChoice, type BoardData, readBoardData } from "./read-board.ts";

/** Keeps boards, so that reading one costs nothing while nothing changes. */
export interface BoardKeeper {
  /**
   * The board of now. While a newer one is being made, the one before it is given.
   *
   * @param challenge - The challenge.
   * @param choice - Which board; its moment is only used for a board that has to be made.
   * @returns The board.
   */
  current(challenge: StoredChallenge, choice: BoardChoice): Promise<Board>;
  /**
   * The board of a past moment.
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
  readonly board: Promise<Board>;
  /** The board before, until this one is there. */
  readonly before: Board | undefined;
  /** Whether it is being made. */
  readonly isMaking: boolean;
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
  const past = async (challenge: StoredChallenge, choice: BoardChoice): Promise<Board> =>
    await (await begin(challenge, choice)).board;
  /** Begins a newer board; whoever comes meanwhile gets the one before. */
  const renew = async (
    key: string,
    { challenge, choice }: { readonly challenge: StoredChallenge; readonly choice: BoardChoice },
  ): Promise<Board> => {
    const { boardVersion: version } = challenge.row;
    const before = await settled(kept.get(key));
    const making = begin(challenge, choice);
    const board = making.then((made) => made.board);
    kept.set(key, { version, board, before, isMaking: true });
    if (kept.size > KEPT_BOARDS) kept.delete(kept.keys().next().value ?? "");
    board.then(
      () => kept.set(key, { version, board, before: undefined, isMaking: false }),
      () => kept.delete(key),
    );
    const { isQuick } = await making;
    if (isQuick || before === undefined) return await board;
    // Pages that got the one before ask again.
    board.then(
      () => tellPages(server, "board-changed", { challengeId: challenge.id }),
      () => undefined,
    );
    return before;
  };
  return {
    past,
    current: async (challenge, choice) => {
      const key = [challenge.id, choice.track, choice.metric, choice.part].join(" ");
      const known = kept.get(key);
      // One making at a time: what changes meanwhile is made when somebody asks after it.
      const isKept = known?.version === challenge.row.boardVersion || known?.isMaking === true;
      if (known === undefined || !isKept) return await renew(key, { challenge, choice });
      return known.before ?? (await known.board);
    },
    close: thread.close,
  };
}

interface BoardInMaking {
  /** Whether it costs so little that nobody should get the one before. */
  readonly isQuick: boolean;
  readonly board: Promise<Board>;
}

function makeNow({ users, ...input }: BoardData): Board {
  return makeBoard({ ...input, userOf: (itemId) => users.get(itemId) });
}

/** The board if it is there already. */
async function settled(known: KeptBoard | undefined): Promise<Board | undefined> {
  if (known === undefined) return undefined;
  if (known.before !== undefined) return known.before;
  return await Promise.race([known.board, Promise.resolve(undefined)]).catch(() => undefined);
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
