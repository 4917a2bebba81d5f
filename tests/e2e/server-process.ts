import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { SendOptions, TestClient, TestReply } from "../server-fixture.ts";
import { startLonghand } from "./longhand-process.ts";

/** The password of everybody who signs in to a server process. */
export const PASSWORD = "correct horse battery";

/** A `longhand serve` process that answers. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Makes the first account; null once there is one. */
  readonly setupUrl: string | null;
}

/** How a server process is started. */
export interface ServerProcessOptions {
  readonly home: string;
  /** Address of a PostgreSQL database; empty for a file in the home. */
  readonly databaseUrl: string;
  /** A free one unless it is given. */
  readonly port?: string;
  /** Folder of runs. */
  readonly runs?: string;
}

/**
 * Starts the built server and waits until it answers. It takes a million requests a minute.
 *
 * @param options - Where it keeps what, and its port.
 * @param started - Is told the process at once, so that it can be ended whatever comes.
 */
export async function startServer(
  { home, databaseUrl, port = "0", runs }: ServerProcessOptions,
  started: (child: ChildProcess) => void = () => undefined,
): Promise<ServerProcess> {
  const folders = ["--home", home, ...(runs === undefined ? [] : ["--runs", runs])];
  const args = ["serve", "--port", port, ...folders, "--requests", "1000000", "--json"];
  const child = startLonghand(args, { env: { DATABASE_URL: databaseUrl } });
  started(child);
  child.stderr?.resume();
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = (await Promise.race([
    once(lines, "line"),
    once(child, "exit").then(([code]) => {
      throw new RangeError(`serve ended with ${code}`);
    }),
  ])) as [string];
  return { child, ...(JSON.parse(line) as Omit<ServerProcess, "child">) };
}

/**
 * Somebody who sends requests over the network. What does not come back is a `TypeError`, as `fetch`
 * has it.
 */
function httpClient(
  url: string,
  usual: Readonly<Record<string, string>> = {},
  accountId: string | undefined = undefined,
): TestClient {
  const send: TestClient["send"] = async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", ...usual, ...headers },
      ...bodyOf(body),
    });
    return await readReply(response);
  };
  return {
    accountId,
    send,
    get: (path) => send("GET", path),
    post: (path, body) => send("POST", path, body === undefined ? {} : { body }),
  };
}

function bodyOf(body: SendOptions["body"]): Pick<RequestInit, "body"> {
  if (body === undefined) return {};
  return {
    body:
      body instanceof Uint8Array
        ? (body as NonNullable<RequestInit["body"]>)
        : JSON.stringify(body),
  };
}

async function readReply(response: Response): Promise<TestReply> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body = isJson && text !== "" ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}

/**
 * Makes an account with the code of a link.
 *
 * @returns The cookie of its session.
 */
export async function register(url: string, link: string, name: string): Promise<string> {
  const person = { code: link.split("#")[1], name, password: PASSWORD };
  const { status, headers, text } = await httpClient(url).post("/auth/register", person);
  if (status !== 201) throw new RangeError(text);
  return String(headers.get("set-cookie")).split(";")[0] ?? "";
}

/** Whoever has this cookie: it holds for the port on which it was made, through restarts. */
export async function clientOf(url: string, cookie: string): Promise<TestClient> {
  const { body } = await httpClient(url, { cookie }).get("/auth/session");
  return httpClient(url, { cookie, "x-csrf-token": body.csrfToken }, body.account.id);
}
