// A thread that compares two runs; see compare-in-thread.ts.
import { parentPort, workerData } from "node:worker_threads";
import { LonghandError, messageOf } from "../../foundation/index.ts";
import { compareScores } from "../compare/compare-scores.ts";
import { systemClock } from "../run-context.ts";
import type { CompareAnswer, CompareWork } from "./compare-in-thread.ts";

const never = new AbortController().signal;
const { a, b, runsFolder, home } = workerData as CompareWork;

function answer(given: CompareAnswer): void {
  parentPort?.postMessage(given);
}

try {
  const compared = await compareScores(
    { first: a, second: b },
    {
      clock: systemClock,
      nameSeed: "",
      home,
      runsFolder,
      credential: () => undefined,
      environment: {},
      stopping: never,
      stopNow: never,
      onProgress: () => undefined,
    },
  );
  answer({ status: "compared", compared });
} catch (error) {
  const code = error instanceof LonghandError ? error.code : "internal-error";
  const hint = error instanceof LonghandError ? error.hint : undefined;
  const told = hint === undefined ? {} : { hint };
  answer({ status: "failed", message: messageOf(error), code, ...told });
}
