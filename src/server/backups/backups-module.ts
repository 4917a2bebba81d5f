import { backupsViewSchema } from "../../records/index.ts";
import { route, type ServerModule } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { type BackupPlan, openNightlyBackups } from "./nightly-backups.ts";

/**
 * Nightly backups by the server itself, and how they stand.
 *
 * @param server - What modules are handed.
 * @param plan - Where, when, how many; absent for none.
 * @returns The module.
 */
export function backupsModule(server: ServerContext, plan: BackupPlan | undefined): ServerModule {
  const backups = plan === undefined ? undefined : openNightlyBackups(plan, server);
  const statusRoute = route({
    method: "get",
    path: "/backups",
    summary: "Nightly backups: the last one, the next one, and what failed",
    action: "manage-accounts",
    subject: "none",
    reply: backupsViewSchema,
    // Looking changes nothing.
    writesAudit: true,
    handle: async () => ({ body: backups?.status() ?? NO_BACKUPS }),
  });
  return {
    name: "backups",
    routes: [statusRoute],
    ...(backups === undefined ? {} : { start: backups.start, close: backups.close }),
  };
}

const NO_BACKUPS = {
  plan: null,
  nextMs: null,
  runningSinceMs: null,
  lastSuccess: null,
  lastFailure: null,
} as const;
