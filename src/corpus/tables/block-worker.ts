// Entry of a thread that makes columns of blocks, in the order they come; block-threads.ts talks to it.
import { parentPort, workerData } from "node:worker_threads";
import { amazonReviews } from "./amazon-reviews.ts";
import { type BlockTask, blockWriter } from "./block-file.ts";
import type { BlockReply, BlockThreadData } from "./block-threads.ts";

const FORMATS = [amazonReviews];

const { format, target } = workerData as BlockThreadData;
const writer = blockWriter(FORMATS.find(({ name }) => name === format) ?? amazonReviews, target);

function reply(message: BlockReply, transfer: ArrayBuffer[]): void {
  parentPort?.postMessage(message, transfer);
}

parentPort?.on("message", (task: BlockTask) => {
  const { buffer } = task.block.bytes;
  // What goes wrong ends the thread: its error event tells of it.
  reply({ written: writer.write(task), buffer }, [buffer]);
});
