export type { BackupSummary } from "./database/backup.ts";
export type { BackupPart } from "./database/backup-format.ts";
export type { RateLimits, ServerFolders } from "./http/server-context.ts";
export type { KeepServerOptions } from "./keep-server.ts";
export { backupServer, restoreServer } from "./keep-server.ts";
export type { RunningServer, RunServerOptions } from "./run-server.ts";
export { runServer } from "./run-server.ts";
export type { StartServerOptions } from "./start-server.ts";
export { startServer, WEB_FOLDER } from "./start-server.ts";
