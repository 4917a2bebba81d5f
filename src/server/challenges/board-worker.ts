// A thread that makes boards; see board-keeper.ts.
import { parentPort } from "node:worker_threads";
import { makeBoard } from "../../leaderboard/index.ts";
import type { BoardData } from "./read-board.ts";

parentPort?.on("message", ({ users, ...input }: BoardData) => {
  parentPort?.postMessage(makeBoard({ ...input, userOf: (itemId) => users.get(itemId) }));
});
