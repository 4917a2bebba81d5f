// Entry of a scoring thread: opens the metrics, then answers batches in the order they come.
import { parentPort, workerData } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { openBatchScorer, type ScoringSpec } from "./score-batch.ts";
import type { BatchRequest, ThreadFailure, ThreadReply } from "./scoring-threads.ts";

const port = parentPort;

function failure(error: unknown): ThreadFailure {
  if (!(error instanceof LonghandError)) {
    return { message: messageOf(error), code: "internal-error", stack: String(error) };
  }
  const { message, code, hint, details } = error;
  return {
    message,
    code,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  };
}

function reply(message: ThreadReply, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

try {
  const scorer = await openBatchScorer(workerData as ScoringSpec);
  port?.on("message", ({ batch, checkOnly }: BatchRequest) => {
    try {
      const scores = scorer.score(batch, checkOnly);
      const { values, idHashes, items } = scores;
      const buffers = [...values, idHashes, items].map(({ buffer }) => buffer);
      reply({ kind: "scores", scores }, buffers);
    } catch (error) {
      reply({ kind: "failed", failure: failure(error) });
    }
  });
  reply({ kind: "ready", metrics: scorer.metrics });
} catch (error) {
  reply({ kind: "failed", failure: failure(error) });
}
