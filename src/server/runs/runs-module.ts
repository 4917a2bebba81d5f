import { openRunBrowser, type RunContext } from "../../pipeline/doors/browse.ts";
import type { ServerModule } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { runRoutes } from "./run-routes.ts";

/**
 * The part of the server that shows runs. It reads folders and keeps nothing in the database.
 *
 * @param server - Places and time.
 * @returns The module.
 */
export function runsModule({ folders, clock }: ServerContext): ServerModule {
  const stop = new AbortController();
  const context: RunContext = {
    clock,
    nameSeed: "",
    home: folders.home,
    runsFolder: folders.runs,
    // Looking makes no calls: there is nothing to pay and nothing to sign in to.
    credential: () => undefined,
    environment: {},
    stopping: stop.signal,
    stopNow: stop.signal,
    onProgress: () => undefined,
  };
  return {
    name: "runs",
    routes: runRoutes(openRunBrowser(context)),
    close: async () => stop.abort(),
  };
}
