// A thread that compares two runs, lays tables out, or reads a document; see work-in-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { compareScores } from "../compare/compare-scores.ts";
import { type RunContext, systemClock } from "../run-context.ts";
import { experimentSections } from "./read-report.ts";
import { readWritingView } from "./read-writing.ts";
import type { ThreadAnswer, ThreadWork } from "./work-in-thread.ts";

const never = new AbortController().signal;
const work = workerData as ThreadWork;
const context: RunContext = {
  clock: systemClock,
  nameSeed: "",
  home: work.home,
  runsFolder: work.runsFolder,
  credential: () => undefined,
  environment: {},
  stopping: never,
  stopNow: never,
  onProgress: () => undefined,
};

function answer(given: ThreadAnswer): void {
  parentPort?.postMessage(given);
}

function valueOfWork(): Promise<unknown> {
  switch (work.kind) {
    case "writing":
      return readWritingView(work.path, context);
    case "report":
      return experimentSections(work.run, context);
    case "compare":
      return compareScores({ first: work.a, second: work.b }, context);
  }
}

try {
  answer({ status: "done", value: await valueOfWork() });
} catch (error) {
  const code = error instanceof LonghandError ? error.code : "internal-error";
  const hint = error instanceof LonghandError ? error.hint : undefined;
  const told = hint === undefined ? {} : { hint };
  answer({ status: "failed", message: messageOf(error), code, ...told });
}
