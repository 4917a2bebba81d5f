import type { Clock } from "../../foundation/index.ts";
import type { Database } from "../database/database.ts";
import type { EventHub } from "./events.ts";

/** Where the server keeps and finds files. */
export interface ServerFolders {
  /** Everything that the server itself keeps: database, uploads, references. */
  readonly data: string;
  /** Folder of runs, shown and never changed. */
  readonly runs: string;
  /** Folder of models, vectors and caches. */
  readonly home: string;
  /** The bundled pages. */
  readonly web: string;
}

/** How many requests are answered; above, 429 with the seconds to wait. */
export interface RateLimits {
  /** Requests a minute from one address that nobody signed in from. @defaultValue 60 */
  readonly anonymousPerMinute: number;
  /** Requests a minute of one account. @defaultValue 120 */
  readonly signedInPerMinute: number;
  /** Tries to sign in within 15 minutes, for one name from one address. @defaultValue 5 */
  readonly signInsPer15Minutes: number;
}

/** What is decided when the server starts. */
export interface ServerConfig {
  /** Addresses that browsers may use, scheme and host and port, the shown one first. */
  readonly origins: readonly string[];
  /** Whether the client's address stands in `X-Forwarded-For`, set by a proxy of one's own. */
  readonly trustProxy: boolean;
  /** Whether people may register without a link. */
  readonly openRegistration: boolean;
  /** Whether one account may organise and rate. */
  readonly organisersMayRate: boolean;
  /** Whether organisers and admins have their rights only after they set up a second factor. */
  readonly secondFactor: "optional" | "required";
  /** Base-2 logarithm of scrypt's N. @defaultValue 17 */
  readonly passwordCost: number;
  /** Bounds on requests. */
  readonly rateLimits: RateLimits;
  /** Secret of the local viewer; empty if there is no local viewer. */
  readonly localToken: string;
}

/** Bounds that hold unless they are set. */
export const RATE_LIMITS: RateLimits = {
  anonymousPerMinute: 60,
  signedInPerMinute: 120,
  signInsPer15Minutes: 5,
};

/** Structured log, as pino has it. Fields hold no texts, secrets, names or addresses. */
export interface ServerLog {
  /** Something ordinary. */
  info(fields: object, message: string): void;
  /** Something to look at. */
  warn(fields: object, message: string): void;
  /** Something that failed. */
  error(fields: object, message: string): void;
}

/** What every module of the server is handed. */
export interface ServerContext {
  /** The database. */
  readonly database: Database;
  /** The time. */
  readonly clock: Clock;
  /**
   * Bytes that nobody can guess, for ids and secrets.
   *
   * @param byteCount - How many.
   */
  readonly randomBytes: (byteCount: number) => Uint8Array;
  /** Places. */
  readonly folders: ServerFolders;
  /** Decisions. */
  readonly config: ServerConfig;
  /** The log. */
  readonly log: ServerLog;
  /** News for open pages. */
  readonly events: EventHub;
}

/**
 * A new id: 128 random bits, 22 characters that may stand in an address.
 *
 * @param server - The source of chance.
 * @returns The id.
 */
export function newId({ randomBytes }: Pick<ServerContext, "randomBytes">): string {
  return Buffer.from(randomBytes(16)).toString("base64url");
}

/**
 * A new secret: 256 random bits, 43 characters that may stand in an address.
 *
 * @param server - The source of chance.
 * @returns The secret; only its hash is kept.
 */
export function newSecret({ randomBytes }: Pick<ServerContext, "randomBytes">): string {
  return Buffer.from(randomBytes(32)).toString("base64url");
}
