import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import type { Board } from "../../records/index.ts";
import type { DatabasePlace } from "../database/database.ts";
import type { StoredChallenge } from "./challenge-store.ts";
import type { BoardChoice } from "./read-board.ts";

/** A board that is to be made. */
export interface BoardWork {
  /** Where the thread finds what it is made from. */
  readonly place: DatabasePlace;
  /** The challenge. */
  readonly challenge: StoredChallenge;
  /** Which board. */
  readonly choice: BoardChoice;
  /** Whether it is the board of now, which is kept in the database. */
  readonly isKept: boolean;
}

/** Makes boards, one after another, with a connection of its own: all of the work is done there. */
export interface BoardThread {
  /**
   * Makes a board.
   *
   * @param work - Which.
   * @returns The board.
   * @throws LonghandError `thread-failed`.
   */
  make(work: BoardWork): Promise<Board>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/**
 * Makes a thread ready; it starts with the first board.
 *
 * @returns The thread.
 */
export function openBoardThread(): BoardThread {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const makeOne = async (work: BoardWork): Promise<Board> => {
    worker ??= startWorker();
    const own = worker;
    own.postMessage(work);
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
    make: (work) => {
      const made = last.then(() => makeOne(work));
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
  const entry = import.meta.url.replace(/board-thread(\.[jt]s)$/, "board-worker$1");
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
