import { join } from "node:path";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { type RunContext, systemClock } from "../run-context.ts";
import type { FailedAnswer, ThreadPlaces } from "./work-in-thread.ts";

const never = new AbortController().signal;

/**
 * The context of work in a thread that only looks: it makes no call, and nobody stops it but the end of
 * the thread. Indexes of datasets are kept.
 *
 * @param places - Where runs and caches are.
 * @returns The context.
 */
export function threadContext({ home, runsFolder }: ThreadPlaces): RunContext {
  return {
    clock: systemClock,
    nameSeed: "",
    home,
    runsFolder,
    indexFolder: join(home, "cache", "dataset-indexes"),
    credential: () => undefined,
    environment: {},
    stopping: never,
    stopNow: never,
    onProgress: () => undefined,
  };
}

/**
 * What a thread tells of an error.
 *
 * @param error - Anything that was thrown.
 * @returns Message, code and hint.
 */
export function failedAnswer(error: unknown): FailedAnswer {
  const code = error instanceof LonghandError ? error.code : "internal-error";
  const hint = error instanceof LonghandError ? error.hint : undefined;
  const told = hint === undefined ? {} : { hint };
  return { status: "failed", message: messageOf(error), code, ...told };
}
