export type { BackupSummary } from "./database/backup.ts";
export type { RateLimits } from "./http/server-context.ts";
export type { KeepServerOptions } from "./keep-server.ts";
export { backupServer, restoreServer } from "./keep-server.ts";
export type { RunningServer, RunServerOptions } from "./run-server.ts";
export { runServer } from "./run-server.ts";
