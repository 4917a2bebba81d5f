import { backupsModule } from "./backups/backups-module.ts";
import type { BackupPlan } from "./backups/nightly-backups.ts";
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
 * @param options - How the server backs itself up, if it does.
 * @returns The modules, in the order in which they start.
 */
export function allModules(
  server: ServerContext,
  { backups }: { readonly backups?: BackupPlan | undefined } = {},
): readonly ServerModule[] {
  // Results of a challenge wait for its rating studies.
  const rating = { missing: (id: string) => missingRatings(server, id) };
  return [
    peopleModule(server),
    backupsModule(server, backups),
    runsModule(server),
    ratingsModule(),
    challengesModule(server, { rating }),
    reportsModule(server),
  ];
}
