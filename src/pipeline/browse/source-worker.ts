// A thread that reads the datasets of runs; see source-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { LonghandError } from "../../foundation/index.ts";
import type { RunFolder } from "../run/run-folder.ts";
import { readManifest } from "../run/run-manifest.ts";
import { keepLast } from "./keep-last.ts";
import { fileStamp } from "./line-table.ts";
import { openRunSource, type RunSource, type SourceAnswer } from "./open-source.ts";
import type { Kept } from "./run-files.ts";
import type { AskedSource, ToldSource } from "./source-thread.ts";
import { failedAnswer, threadContext } from "./thread-context.ts";
import type { ThreadPlaces } from "./work-in-thread.ts";

/** Runs whose datasets stay open. */
const MOST_SOURCES = 4;

const context = threadContext(workerData as ThreadPlaces);
const sources = keepLast<Kept<Promise<RunSource>>>(MOST_SOURCES);

async function openSource(folder: RunFolder): Promise<RunSource> {
  return await openRunSource(folder, await readManifest(folder), context);
}

async function read({ folder, question }: AskedSource): Promise<SourceAnswer> {
  const { path } = folder;
  const stamp = await fileStamp(folder.manifest);
  const open = (): Kept<Promise<RunSource>> => ({ stamp, value: openSource(folder) });
  const kept = sources.of(path, open);
  const source = kept.stamp === stamp ? kept : sources.put(path, open());
  // A dataset may come back: a failure is not kept.
  source.value.catch(() => sources.drop(path));
  const opened = await source.value;
  try {
    return await opened.read(question);
  } catch (error) {
    if (error instanceof LonghandError && error.code === "dataset-changed") sources.drop(path);
    throw error;
  }
}

async function told(asked: AskedSource): Promise<ToldSource> {
  const { number } = asked;
  try {
    return { number, answer: { status: "done", value: await read(asked) } };
  } catch (error) {
    return { number, answer: failedAnswer(error) };
  }
}

parentPort?.on("message", async (asked: AskedSource) => {
  parentPort?.postMessage(await told(asked));
});
