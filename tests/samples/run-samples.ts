import type { RouteSample, RouteSamples } from "./route-sample.ts";

/** Runs are in a folder, not anybody's: here it is empty. */
const nothingAt =
  (path: string): RouteSample =>
  async () => ({ path, emptyStatus: 404 });

/** Samples of the routes of runs. */
export const runSamples: RouteSamples = {
  "get /runs": async () => ({ path: "/runs" }),
  "get /runs/{runId}": nothingAt("/runs/none"),
  "get /runs/{runId}/grid": nothingAt("/runs/none/grid"),
  "get /runs/{runId}/report": nothingAt("/runs/none/report"),
  "get /runs/{runId}/examples": nothingAt("/runs/none/examples"),
  "get /runs/{runId}/examples/{example}": nothingAt("/runs/none/examples/1"),
  "get /writings/{runId}": nothingAt("/writings/none"),
  "get /writings/{runId}/events": nothingAt("/writings/none/events"),
  "get /compare": nothingAt("/compare?a=none&b=nothing"),
  // Rights come before the body: whoever may ask is told that it is wrong.
  "post /gapelmaper": async () => ({ path: "/gapelmaper", body: {}, emptyStatus: 422 }),
};
