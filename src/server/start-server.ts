import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LONGHAND_VERSION, systemClock } from "../pipeline/doors/context.ts";
import { type RunningServer, type RunServerOptions, runServer } from "./run-server.ts";

/** The bundled pages: beside this file's folder once it is built; from the sources there are none. */
export const WEB_FOLDER: string = fileURLToPath(new URL("../web/", import.meta.url));

/** How a program starts a server of its own. */
export interface StartServerOptions
  extends Omit<RunServerOptions, "folders" | "clock" | "randomBytes" | "version"> {
  /** Folder of everything that is kept; the server's own part lies in `server` below it. */
  readonly home: string;
  /** Folder of runs, shown and never changed. @defaultValue "runs", from the working folder */
  readonly runs?: string;
}

/**
 * Starts the server of `longhand serve` in a program of one's own.
 *
 * @param options - Where its files are, and what differs from the command's defaults.
 * @returns The server; it keeps the process alive until it is closed.
 * @throws LonghandError `usage` for another interface than the loopback one without an admin or
 *   `auth`; `run-locked` if another server uses the home; `port-taken`, `cannot-listen`;
 *   `missing-dependency`, `database-unreachable`, `newer-database`, `migration-failed`.
 *
 * @example
 * ```ts
 * import { startServer } from "longhand/server";
 *
 * const server = await startServer({ home: "longhand-home", port: 0 });
 * console.log(server.setupUrl ?? server.url);
 * await server.close();
 * ```
 */
export async function startServer({
  home,
  runs = "runs",
  ...options
}: StartServerOptions): Promise<RunningServer> {
  return await runServer({
    ...options,
    folders: { home, data: join(home, "server"), runs, web: WEB_FOLDER },
    clock: systemClock,
    randomBytes,
    version: LONGHAND_VERSION,
  });
}
