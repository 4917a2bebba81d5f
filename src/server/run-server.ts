import { chmod } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Clock, LonghandError } from "../foundation/index.ts";
import { lockFolder, makeFolder } from "../storage/index.ts";
import type { BackupPlan } from "./backups/nightly-backups.ts";
import type { Database } from "./database/database.ts";
import { openDatabase } from "./database/open-database.ts";
import { databaseFile } from "./database-file.ts";
import { createApplication } from "./http/application.ts";
import { openEventHub } from "./http/events.ts";
import { openLog } from "./http/open-log.ts";
import { freeUnfinishedKeys } from "./http/request-keys.ts";
import type { ServerModule } from "./http/route.ts";
import {
  newSecret,
  RATE_LIMITS,
  type RateLimits,
  type ServerConfig,
  type ServerContext,
  type ServerFolders,
} from "./http/server-context.ts";
import { isLoopback, type Listener, listen } from "./http/start-server.ts";
import { backupServer } from "./keep-server.ts";
import { allModules } from "./modules.ts";
import { hasAccounts } from "./people/identify.ts";
import { makeSetupLink } from "./people/setup-link.ts";

/** How a server is started. */
export interface RunServerOptions {
  /** Name or address of the interface. @defaultValue "127.0.0.1" */
  readonly host?: string;
  /** Port; 0 takes a free one. @defaultValue 4321 */
  readonly port?: number;
  /** Address by which browsers reach the server, for instance `https://rate.example.org`. */
  readonly publicUrl?: string;
  /** Places. */
  readonly folders: ServerFolders;
  /** Address of a PostgreSQL server; absent for a file in the data folder. */
  readonly databaseUrl?: string;
  /** Whether people have to sign in even on this machine: there is no local viewer. @defaultValue false */
  readonly auth?: boolean;
  /** Whether `X-Forwarded-For` is set by a proxy of one's own. @defaultValue false */
  readonly trustProxy?: boolean;
  /** Whether people may register without a link. @defaultValue false */
  readonly openRegistration?: boolean;
  /** Whether one account may organise and rate. @defaultValue false */
  readonly organisersMayRate?: boolean;
  /** Bounds on requests. @defaultValue 60 and 120 a minute, 5 tries to sign in per 15 minutes */
  readonly rateLimits?: Partial<RateLimits>;
  /** File of the log, or `-` for stderr. @defaultValue `server.log` in the data folder */
  readonly logFile?: string;
  /** Backups that the server takes of itself. @defaultValue none */
  readonly backups?: {
    /** Folder of all backups, outside the data folder. */
    readonly folder: string;
    /** How many nights are kept. @defaultValue 7 */
    readonly keep?: number;
    /** When, in minutes since midnight, UTC. @defaultValue 180 */
    readonly minute?: number;
  };
  /** The time. */
  readonly clock: Clock;
  /** Chance that nobody can guess. */
  readonly randomBytes: (byteCount: number) => Uint8Array;
  /** Version of Longhand. */
  readonly version: string;
}

/** A server that runs. */
export interface RunningServer {
  /** Its address, without any secret. */
  readonly url: string;
  /** The address that opens the local viewer; `undefined` once there are accounts. */
  readonly viewerUrl: string | undefined;
  /** The address that makes the first account; `undefined` once there is one. */
  readonly setupUrl: string | undefined;
  /** Lets requests under way finish, 10 s at most, and stops. */
  close(): Promise<void>;
}

/** scrypt's N is 2 to this. */
const PASSWORD_COST = 17;
const DEFAULT_PORT = 4321;
/** Backups that are kept, and when they are taken: at three in the night. */
const DEFAULT_KEEP = 7;
const DEFAULT_MINUTE = 180;

/**
 * Starts the server: takes its data folder, opens its database, listens.
 *
 * @param options - How.
 * @returns The server; close it.
 * @throws LonghandError `usage` for another interface than the loopback one without an admin or
 *   `auth`, and for backups within the data folder; `run-locked` if another server uses the data folder; `port-taken`, `cannot-listen`; what
 *   opening the database throws.
 */
export async function runServer(options: RunServerOptions): Promise<RunningServer> {
  const { data } = options.folders;
  refuseBackupsWithin(options);
  await makeFolder(data, 0o700);
  // Sessions and password hashes lie in it.
  await chmod(data, 0o700);
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const lock = await lockFolder(data, options.clock);
    closing.push(() => lock.release());
    const { databaseUrl } = options;
    const database = await openDatabase(
      databaseUrl === undefined ? { path: databaseFile(data) } : { url: databaseUrl },
    );
    closing.push(() => database.close());
    return { ...(await serve(options, database, closing)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function serve(
  options: RunServerOptions,
  database: Database,
  closing: (() => Promise<void>)[],
): Promise<Omit<RunningServer, "close">> {
  const { host = "127.0.0.1", port = DEFAULT_PORT } = options;
  const isNew = !(await hasAccounts(database.query));
  refuseOpenDoor(options, isNew);
  const listener = await listen({ host, port });
  closing.push(() => listener.close());
  const server = contextOf(options, { database, listener, isNew });
  closing.push(async () => server.events.close());
  await freeUnfinishedKeys(server);
  const modules = allModules(server, { backups: planOf(options) });
  const application = await createApplication(server, modules, options.version);
  for (const module of modules) await startModule(module, closing);
  const setupUrl = await makeSetupLink(server);
  listener.serve(application);
  server.log.info({ port: listener.port, database: database.kind }, "server started");
  const url = server.config.origins[0] ?? "";
  const { localToken } = server.config;
  const viewerUrl = localToken === "" ? undefined : `${url}/?token=${localToken}`;
  return { url, viewerUrl, setupUrl };
}

async function startModule(
  { start, close }: ServerModule,
  closing: (() => Promise<void>)[],
): Promise<void> {
  await start?.();
  if (close === undefined) return;
  // Before the database is closed, and after the last request.
  closing.splice(closing.length - 2, 0, close);
}

/** Each backup would hold all those before it. */
function refuseBackupsWithin({ backups, folders }: RunServerOptions): void {
  if (backups === undefined) return;
  const way = relative(resolve(folders.data), resolve(backups.folder));
  if (way.split(sep)[0] === ".." || isAbsolute(way)) return;
  throw new LonghandError(`Backups cannot lie within what is backed up: ${backups.folder}.`, {
    code: "usage",
    hint: "Name a folder outside the server's home, on another disk at best.",
  });
}

function planOf({
  backups,
  folders,
  databaseUrl,
  clock,
}: RunServerOptions): BackupPlan | undefined {
  if (backups === undefined) return undefined;
  const { folder, keep = DEFAULT_KEEP, minute = DEFAULT_MINUTE } = backups;
  const place = { dataFolder: folders.data, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
  return {
    folder,
    keep,
    minute,
    write: (part, path, signal) => backupServer({ ...place, part, path, signal, clock }),
  };
}

/** Whoever can reach another interface than the loopback one must meet accounts there. */
function refuseOpenDoor(
  { host = "127.0.0.1", auth = false, publicUrl }: RunServerOptions,
  isNew: boolean,
): void {
  if (isLoopback(host)) return;
  if (isNew && !auth) {
    throw new LonghandError(`${host} can be reached by others, and nobody has an account yet.`, {
      code: "usage",
      hint: "Start without --host, make the first account with the link that is printed, and start again; or add --auth.",
    });
  }
  if (publicUrl === undefined && (host === "0.0.0.0" || host === "::")) {
    throw new LonghandError(`${host} stands for every interface: browsers need a name.`, {
      code: "usage",
      hint: "Add --public-url with the address that people will open.",
    });
  }
}

interface ContextParts {
  readonly database: Database;
  readonly listener: Listener;
  readonly isNew: boolean;
}

function contextOf(
  options: RunServerOptions,
  { database, listener, isNew }: ContextParts,
): ServerContext {
  const { clock, randomBytes, folders, host = "127.0.0.1", publicUrl, auth = false } = options;
  const isPrivate = isLoopback(host) && publicUrl === undefined;
  const config: ServerConfig = {
    origins: originsOf({ host, publicUrl, port: listener.port }),
    trustProxy: options.trustProxy ?? false,
    openRegistration: options.openRegistration ?? false,
    organisersMayRate: options.organisersMayRate ?? false,
    secondFactor: isPrivate ? "optional" : "required",
    passwordCost: PASSWORD_COST,
    rateLimits: { ...RATE_LIMITS, ...options.rateLimits },
    localToken: isPrivate && isNew && !auth ? newSecret({ randomBytes }) : "",
  };
  const log = openLog(options.logFile ?? join(folders.data, "server.log"));
  return { database, clock, randomBytes, folders, config, log, events: openEventHub() };
}

function originsOf({
  host,
  publicUrl,
  port,
}: {
  readonly host: string;
  readonly publicUrl: string | undefined;
  readonly port: number;
}): readonly string[] {
  const own = ["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${port}`);
  const shown = publicUrl === undefined ? [] : [new URL(publicUrl).origin];
  if (isLoopback(host)) return [...shown, ...own];
  const named = host === "0.0.0.0" || host === "::" ? [] : [originOf(host, port)];
  return [...shown, ...named, ...own];
}

function originOf(host: string, port: number): string {
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}:${port}`).origin;
}
