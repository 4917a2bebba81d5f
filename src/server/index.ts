export type { DatabasePlace } from "./database/open-database.ts";
export type { RateLimits, ServerFolders } from "./http/server-context.ts";
export type { RunningServer, RunServerOptions } from "./run-server.ts";
export { databaseFile, runServer } from "./run-server.ts";
