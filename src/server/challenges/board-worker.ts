// A thread that makes boards; see board-thread.ts.
import { parentPort } from "node:worker_threads";
import type { Board } from "../../records/index.ts";
import { openPlace } from "../database/open-database.ts";
import type { BoardWork } from "./board-thread.ts";
import { boardInputs, findKeptBoard, keepBoard } from "./kept-boards.ts";
import { boardOf, readBoardData } from "./read-board.ts";

async function make({ place, challenge, choice, isKept }: BoardWork): Promise<Board> {
  const database = await openPlace(place);
  try {
    const { query } = database;
    const data = await readBoardData(query, challenge, choice);
    if (!isKept) return boardOf(data);
    const inputs = boardInputs(data);
    const before = await findKeptBoard(query, challenge.id, choice);
    // What changed was of another track, or changed nothing here.
    const isSame = before?.inputs === inputs;
    const board = isSame ? { ...before.board, asOfMs: choice.asOfMs } : boardOf(data);
    await keepBoard(query, challenge, { version: challenge.row.boardVersion, inputs, board });
    return board;
  } finally {
    await database.close();
  }
}

parentPort?.on("message", async (work: BoardWork) => {
  parentPort?.postMessage(await make(work));
});
