import type { Board } from "../../records/index.ts";
import type { ServerContext } from "../http/server-context.ts";
import { versionAt } from "../scoring/rescore.ts";
import { openBoardThread } from "./board-thread.ts";
import { type StoredChallenge, tellPages } from "./challenge-store.ts";
import { type FoundBoard, findKeptBoard } from "./kept-boards.ts";
import { type BoardChoice, boardDraws, boardOf, readBoardData } from "./read-board.ts";

/**
 * Keeps boards, so that reading one costs nothing while nothing changes. Those that take long to make stand
 * in the database, too: a server that was started again has them at once.
 */
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

/** A place for one board. */
interface BoardSlot {
  entry: KeptBoard | undefined;
  /** The next board of those that take long is not begun before, UTC milliseconds. */
  restsUntilMs: number;
}

/** Boards that are kept. */
const KEPT_BOARDS = 200;

/** Work up to which a board is made at once, in scores that are drawn: some 10 milliseconds. */
const QUICK_DRAWS = 1_000_000;

/** Where one score after another comes in, boards take a third of a processor at most. */
const REST_SHARE = 2;
/** Longest rest between two boards, in milliseconds. */
const MOST_REST_MS = 10_000;

/**
 * Opens a keeper of boards.
 *
 * @param server - The server.
 * @returns The keeper.
 */
export function openBoardKeeper(server: ServerContext): BoardKeeper {
  const { begin, close } = openBoardMaker(server);
  const slotFor = openSlots(server);
  /** Begins a newer board. */
  const renew = (slot: BoardSlot, question: BoardQuestion): KeptBoard => {
    const { challenge } = question;
    const known = slot.entry;
    const making = begin(question, slot);
    const entry: KeptBoard = {
      version: challenge.row.boardVersion,
      making,
      board: making.then(({ board }) => board),
      before: known?.made ?? known?.before,
      made: undefined,
      isBehind: false,
    };
    slot.entry = entry;
    entry.board.then(
      (board) => {
        entry.made = board;
        // Pages that got an older one ask again.
        if (entry.isBehind) tellPages(server, "board-changed", { challengeId: challenge.id });
      },
      () => {
        if (slot.entry === entry) slot.entry = known;
      },
    );
    return entry;
  };
  const current = async (challenge: StoredChallenge, choice: BoardChoice): Promise<Board> => {
    const slot = await slotFor({ challenge, choice });
    const { boardVersion: version } = challenge.row;
    const known = slot.entry;
    // One making at a time: what changes meanwhile is made when somebody asks after it.
    const isOld = known?.made !== undefined && known.version < version;
    const entry = known === undefined || isOld ? renew(slot, { challenge, choice }) : known;
    return (await shownOf(entry, version)) ?? (await current(challenge, choice));
  };
  return {
    current,
    past: async (challenge, choice) => {
      const version = await versionAt(server.database.query, challenge.id, choice.asOfMs);
      const question = { challenge, choice: { ...choice, version } };
      return await (await begin(question, undefined)).board;
    },
    close,
  };
}

interface BoardMaker {
  /** Begins a board; one without a slot is of a past moment. */
  begin(question: BoardQuestion, slot: BoardSlot | undefined): Promise<BoardInMaking>;
  close(): Promise<void>;
}

function openBoardMaker({ database, clock }: ServerContext): BoardMaker {
  const { query, place } = database;
  const thread = openBoardThread();
  const closing = new AbortController();
  const makeInThread = async (
    { challenge, choice }: BoardQuestion,
    slot: BoardSlot | undefined,
  ): Promise<Board> => {
    const restMs = (slot?.restsUntilMs ?? 0) - clock.nowMs();
    if (restMs > 0) await clock.sleep(restMs, closing.signal);
    const beganMs = clock.nowMs();
    // A board of now shows what came in while it rested.
    const isKept = slot !== undefined;
    const asOfMs = isKept ? Math.max(beganMs, choice.asOfMs) : choice.asOfMs;
    const board = await thread.make({
      place,
      challenge,
      choice: { ...choice, asOfMs },
      isKept,
    });
    const endedMs = clock.nowMs();
    const rest = Math.min(MOST_REST_MS, REST_SHARE * (endedMs - beganMs));
    if (slot !== undefined) slot.restsUntilMs = endedMs + rest;
    return board;
  };
  return {
    begin: async (question, slot) => {
      const { challenge, choice } = question;
      if ((await boardDraws(query, challenge, choice)) > QUICK_DRAWS) {
        return { isQuick: false, board: makeInThread(question, slot) };
      }
      const board = boardOf(await readBoardData(query, challenge, choice));
      return { isQuick: true, board: Promise.resolve(board) };
    },
    close: async () => {
      closing.abort();
      await thread.close();
    },
  };
}

/** Places for boards, each with the board that the database holds. */
function openSlots({
  database: { query },
}: ServerContext): (question: BoardQuestion) => Promise<BoardSlot> {
  const slots = new Map<string, Promise<BoardSlot>>();
  const openSlot = async ({ challenge, choice }: BoardQuestion): Promise<BoardSlot> => {
    const found = await findKeptBoard(query, challenge.id, choice);
    return { entry: found === undefined ? undefined : keptBefore(found), restsUntilMs: 0 };
  };
  return (question) => {
    const { challenge, choice } = question;
    const key = [challenge.id, choice.track, choice.metric, choice.part].join(" ");
    const known = slots.get(key);
    if (known !== undefined) return known;
    const slot = openSlot(question);
    slots.set(key, slot);
    slot.catch(() => slots.delete(key));
    if (slots.size > KEPT_BOARDS) slots.delete(slots.keys().next().value ?? "");
    return slot;
  };
}

/** A board that was made before the server was started. */
function keptBefore({ version, board }: FoundBoard): KeptBoard {
  const made = Promise.resolve(board);
  const making = Promise.resolve({ isQuick: false, board: made });
  return { version, making, board: made, before: undefined, made: board, isBehind: false };
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
