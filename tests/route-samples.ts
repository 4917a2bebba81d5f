import { challengeSamples } from "./samples/challenge-samples.ts";
import { peopleSamples } from "./samples/people-samples.ts";
import { ratingSamples } from "./samples/rating-samples.ts";
import type { RouteSamples } from "./samples/route-sample.ts";
import { runSamples } from "./samples/run-samples.ts";

/** A sample for every route there is; a module adds its own list. */
export const ROUTE_SAMPLES: RouteSamples = {
  ...peopleSamples,
  ...ratingSamples,
  ...runSamples,
  ...challengeSamples,
};
