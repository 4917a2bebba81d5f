// A thread that computes sums of spectra; see autocorrelation-threads.ts.
import { parentPort } from "node:worker_threads";
import { type AutocorrelationWork, openWork } from "./autocorrelation-work.ts";

parentPort?.on("message", (work: AutocorrelationWork) => {
  const doOne = openWork(work);
  while (doOne());
  parentPort?.postMessage("done");
});
