import { challengesModule } from "./challenges/challenges-module.ts";
import type { ServerModule } from "./http/route.ts";
import type { ServerContext } from "./http/server-context.ts";
import { peopleModule } from "./people/people-module.ts";
import { missingRatings } from "./ratings/challenge-coverage.ts";
import { ratingsModule } from "./ratings/ratings-module.ts";
import { reportsModule } from "./reports/reports-module.ts";
import { runsModule } from "./runs/runs-module.ts";

/**
 * All parts of the server. A new one adds a line here.
 *
 * @param server - What modules are handed.
 * @returns The modules, in the order in which they start.
 */
export function allModules(server: ServerContext): readonly ServerModule[] {
  // Results of a challenge wait for its rating studies.
  const rating = { missing: (id: string) => missingRatings(server, id) };
  return [
    peopleModule(server),
    runsModule(server),
    ratingsModule(),
    challengesModule(server, { rating }),
    reportsModule(server),
  ];
}
