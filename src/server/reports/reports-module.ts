import { openBoardKeeper } from "../challenges/board-keeper.ts";
import type { ServerModule } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { reportRoutes } from "./report-routes.ts";

/**
 * Archives and final reports of challenges.
 *
 * @param server - What modules are handed.
 * @returns The module.
 */
export function reportsModule(server: ServerContext): ServerModule {
  // Boards of a stated moment are made anew: nothing is shared with those that pages are shown.
  const keeper = openBoardKeeper(server);
  return {
    name: "reports",
    routes: reportRoutes({ keeper, studies: new Map(), boards: new Map() }),
    close: () => keeper.close(),
  };
}
