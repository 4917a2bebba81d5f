import { LONGHAND_VERSION } from "../../pipeline/doors/context.ts";
import type { Board } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { Queries } from "../database/database.ts";
import type { StoredChallenge } from "./challenge-store.ts";
import type { BoardChoice, BoardData } from "./read-board.ts";

/** Grows with every change of how boards are made within one version of Longhand. */
const BOARD_FORMAT = 1;

/** What makes boards here: boards of another maker are not taken. */
const BOARD_MAKER = `${LONGHAND_VERSION}/${BOARD_FORMAT}`;

/** A board in the database. */
export interface FoundBoard {
  /** The challenge's `boardVersion` that it was made for. */
  readonly version: number;
  /** Hash of everything that it was made from. */
  readonly inputs: string;
  /** The board. */
  readonly board: Board;
}

type BoardName = Pick<BoardChoice, "track" | "metric" | "part">;

/**
 * Finds the board that was kept last.
 *
 * @param query - The database.
 * @param challengeId - The challenge.
 * @param name - Which board.
 * @returns It; `undefined` if there is none that this version of Longhand made.
 */
export async function findKeptBoard(
  query: Queries,
  challengeId: string,
  { track, metric, part }: BoardName,
): Promise<FoundBoard | undefined> {
  const row = await query
    .selectFrom("keptBoards")
    .select(["boardVersion as version", "inputs", "board"])
    .where("challengeId", "=", challengeId)
    .where("trackId", "=", track)
    .where("metric", "=", metric)
    .where("part", "=", part)
    .where("maker", "=", BOARD_MAKER)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, board: JSON.parse(row.board) as Board };
}

/**
 * Keeps a board in the place of the one before it.
 *
 * @param query - The database.
 * @param challenge - The challenge it was made for.
 * @param found - The board.
 */
export async function keepBoard(
  query: Queries,
  { id: challengeId }: Pick<StoredChallenge, "id">,
  { version, inputs, board }: FoundBoard,
): Promise<void> {
  const { track: trackId, metric, part } = board;
  const made = { boardVersion: version, maker: BOARD_MAKER, inputs, board: JSON.stringify(board) };
  await query
    .insertInto("keptBoards")
    .values({ challengeId, trackId, metric, part, ...made })
    .onConflict((conflict) =>
      conflict.columns(["challengeId", "trackId", "metric", "part"]).doUpdateSet(made),
    )
    .execute();
}

/**
 * The hash of everything that a board is made from. The moment belongs to it only if something came or
 * changed behind it, which this board does not show and a later one will.
 *
 * @param data - What the board is made from.
 * @returns 64 hexadecimal digits; equal for equal boards, whatever order the database gave.
 */
export function boardInputs(data: BoardData): string {
  const { asOfMs, entries, selections, ...rules } = data;
  const sorted = {
    ...rules,
    moment: isSettled(data) ? null : asOfMs,
    entries: entries.toSorted((one, other) => compare(one.submissionId, other.submissionId)),
    selections: (selections ?? []).toSorted(
      (one, other) =>
        compare(one.teamId, other.teamId) ||
        one.selectedAtMs - other.selectedAtMs ||
        compare(one.submissionId, other.submissionId),
    ),
  };
  return sha256(JSON.stringify(sorted, (__, value) => (value instanceof Map ? [...value] : value)));
}

function isSettled({ asOfMs, entries, selections = [] }: BoardData): boolean {
  const moments = entries.flatMap(({ submittedAtMs, finalAtMs, withdrawnAtMs }) => [
    submittedAtMs,
    finalAtMs ?? submittedAtMs,
    withdrawnAtMs ?? submittedAtMs,
  ]);
  const chosen = selections.map(({ selectedAtMs }) => selectedAtMs);
  return [...moments, ...chosen].every((atMs) => atMs <= asOfMs);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
