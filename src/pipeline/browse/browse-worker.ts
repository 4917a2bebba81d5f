// A thread that compares two runs, lays tables out, or reads a document; see work-in-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { compareScores } from "../compare/compare-scores.ts";
import { experimentSections } from "./read-report.ts";
import { readWritingView } from "./read-writing.ts";
import { failedAnswer, threadContext } from "./thread-context.ts";
import type { ThreadAnswer, ThreadWork } from "./work-in-thread.ts";

const work = workerData as ThreadWork;
const context = threadContext(work);

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
  answer(failedAnswer(error));
}
