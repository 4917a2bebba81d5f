import { openRunBrowser, type RunContext } from "../../pipeline/doors/browse.ts";
import type { ServerModule } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { runRoutes } from "./run-routes.ts";

/** Least time that a look at the files of runs holds: many pages at once cost as much as one. */
const HOLD_MS = 100;

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
  const browser = openRunBrowser(context, { holdMs: HOLD_MS });
  return {
    name: "runs",
    routes: runRoutes(browser),
    close: async () => {
      stop.abort();
      await browser.close();
    },
  };
}
