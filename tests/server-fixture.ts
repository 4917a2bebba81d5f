import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountRole } from "../src/records/index.ts";
import type { Database } from "../src/server/database/database.ts";
import { type Application, createApplication } from "../src/server/http/application.ts";
import { openEventHub } from "../src/server/http/events.ts";
import {
  newId,
  RATE_LIMITS,
  type ServerConfig,
  type ServerContext,
} from "../src/server/http/server-context.ts";
import { allModules } from "../src/server/modules.ts";
import { createAccount } from "../src/server/people/accounts.ts";
import { hashPassword } from "../src/server/people/passwords.ts";
import { openSession } from "../src/server/people/sessions.ts";

/** The password of every account that a test server makes. */
export const TEST_PASSWORD = "correct horse battery";
/** The address of a test server. */
const TEST_ORIGIN = "http://127.0.0.1:4321";

/** A reply, read. */
export interface TestReply {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; `undefined` if it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: what tests expect is what they check
  readonly body: any;
  readonly text: string;
}

/** Somebody who sends requests. */
export interface TestClient {
  /** `undefined` for visitors. */
  readonly accountId: string | undefined;
  /** Sends a request to a path below `/api/v1`, or to a whole path that begins with `/api` or `/`. */
  send(method: string, path: string, options?: SendOptions): Promise<TestReply>;
  get(path: string): Promise<TestReply>;
  post(path: string, body?: unknown): Promise<TestReply>;
}

/** What a request carries beside what the client always sends. */
export interface SendOptions {
  /** JSON, or bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server without a socket, on a database, with a clock that stands still until it is moved. */
export interface TestServer {
  readonly server: ServerContext;
  readonly application: Application;
  /** Every line of the log. */
  readonly logged: string[];
  /** Moves the clock. */
  readonly pass: (milliseconds: number) => void;
  /** Somebody who is not signed in. */
  readonly visitor: TestClient;
  /** Makes an account with these roles and signs it in. */
  readonly signIn: (roles: readonly AccountRole[], name?: string) => Promise<TestClient>;
  /** Somebody who sends other headers. */
  readonly client: (headers: Readonly<Record<string, string>>) => TestClient;
}

/**
 * Opens a server for tests. Limits on requests are off unless they are given.
 *
 * @param database - Its database.
 * @param config - What differs from the usual.
 * @returns The server.
 */
export async function openTestServer(
  database: Database,
  config: Partial<ServerConfig> = {},
): Promise<TestServer> {
  let nowMs = 1_793_000_000_000;
  const logged: string[] = [];
  const log = (fields: object, message: string): void => {
    logged.push(JSON.stringify({ ...fields, message }));
  };
  const folder = mkdtempSync(join(tmpdir(), "longhand-server-"));
  const server: ServerContext = {
    database,
    clock: { nowMs: () => nowMs, sleep: async () => undefined },
    randomBytes,
    folders: { data: folder, runs: join(folder, "runs"), home: folder, web: join(folder, "web") },
    config: {
      origins: [TEST_ORIGIN],
      trustProxy: false,
      openRegistration: false,
      organisersMayRate: false,
      secondFactor: "optional",
      passwordCost: 4,
      rateLimits: { ...RATE_LIMITS, anonymousPerMinute: 1e9, signedInPerMinute: 1e9 },
      localToken: "",
      ...config,
    },
    log: { info: log, warn: log, error: log },
    events: openEventHub(),
  };
  const application = await createApplication(server, allModules(server), "0.0.0");
  return {
    server,
    application,
    logged,
    pass: (milliseconds) => {
      nowMs += milliseconds;
    },
    visitor: clientOf(application, {}, undefined),
    client: (headers) => clientOf(application, headers, undefined),
    signIn: async (roles, name = `Person ${newId(server)}`) => {
      const passwordHash = await hashPassword(TEST_PASSWORD, server);
      const id = await createAccount(database.query, { name, passwordHash, roles }, server);
      const { "set-cookie": cookie } = await openSession(
        database.query,
        { accountId: id, headers: new Headers() },
        server,
      );
      return await signedIn(application, cookie.split(";")[0] ?? "", id);
    },
  };
}

async function signedIn(application: Application, cookie: string, id: string): Promise<TestClient> {
  const first = await clientOf(application, { cookie }, id).get("/auth/session");
  return clientOf(application, { cookie, "x-csrf-token": first.body.csrfToken }, id);
}

function clientOf(
  application: Application,
  usual: Readonly<Record<string, string>>,
  accountId: string | undefined,
): TestClient {
  const send: TestClient["send"] = async (method, path, options = {}) => {
    const response = await application.fetch(
      requestOf(usual, [method, path], options),
      "192.0.2.7",
    );
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const body = isJson && text !== "" ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, body };
  };
  return {
    accountId,
    send,
    get: (path) => send("GET", path),
    post: (path, body) => send("POST", path, body === undefined ? {} : { body }),
  };
}

function requestOf(
  usual: Readonly<Record<string, string>>,
  [method, path]: readonly [string, string],
  { body, headers = {} }: SendOptions,
): Request {
  const isWhole = /^\/(?:api\/|healthz|readyz|$|\?)/.test(path);
  const isJson = body !== undefined && !(body instanceof Uint8Array);
  const type: Record<string, string> = isJson ? { "content-type": "application/json" } : {};
  const init: RequestInit = {
    method,
    headers: { host: new URL(TEST_ORIGIN).host, ...type, ...usual, ...headers },
  };
  if (body !== undefined)
    init.body = isJson ? JSON.stringify(body) : (body as NonNullable<RequestInit["body"]>);
  return new Request(`${TEST_ORIGIN}${isWhole ? path : `/api/v1${path}`}`, init);
}
