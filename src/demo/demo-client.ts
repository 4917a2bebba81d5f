import type { z } from "zod";
import { LonghandError, messageOf } from "../foundation/index.ts";
import { sessionViewSchema } from "../records/index.ts";

/** A server that people send requests to. */
export interface DemoServer {
  /** Its address. */
  readonly url: string;
  /** Aborted when the user asks to stop. */
  readonly signal: AbortSignal;
}

/** What goes out. */
interface Sending {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** Below `/api/v1`. */
  readonly path: string;
  /** JSON, or a file. */
  readonly body?: object | Blob;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Somebody who is signed in. */
export interface DemoClient {
  /**
   * Changes something.
   *
   * @param method - How.
   * @param path - Below `/api/v1`.
   * @param body - JSON, or a file.
   * @returns The reply's JSON.
   */
  change(method: "POST" | "PUT" | "PATCH", path: string, body?: object | Blob): Promise<unknown>;
  /**
   * Reads a record.
   *
   * @param path - Below `/api/v1`.
   * @param schema - Its shape.
   * @returns The record.
   */
  read<T>(path: string, schema: z.ZodType<T>): Promise<T>;
  /**
   * Reads a file.
   *
   * @param path - Below `/api/v1`.
   * @returns Its text.
   */
  file(path: string): Promise<string>;
}

/** An account to be made. */
export interface NewAccount {
  /** The single-use link. */
  readonly link: string;
  /** Name of the person. */
  readonly name: string;
  /** The password. */
  readonly password: string;
}

/**
 * Makes an account with a single-use link, as its page does, and signs in.
 *
 * @param server - The server.
 * @param account - Link, name, password.
 * @returns The person.
 * @throws LonghandError `demo-refused`, as every request does that is not answered as it should be;
 *   `interrupted`.
 */
export async function registerPerson(
  server: DemoServer,
  { link, name, password }: NewAccount,
): Promise<DemoClient> {
  const code = decodeURIComponent(new URL(link).hash.slice(1));
  const made = await ask(server, {
    method: "POST",
    path: "/auth/register",
    body: { code, name, password },
  });
  const [cookie = ""] = (made.headers.get("set-cookie") ?? "").split(";");
  const session = await ask(server, { method: "GET", path: "/auth/session", headers: { cookie } });
  const { csrfToken } = sessionViewSchema.parse(await session.json());
  const headers = { cookie, "x-csrf-token": csrfToken ?? "" };
  return {
    change: async (method, path, body) => {
      const sending = { method, path, headers, ...(body === undefined ? {} : { body }) };
      return await (await ask(server, sending)).json();
    },
    read: async (path, schema) =>
      schema.parse(await (await ask(server, { method: "GET", path, headers })).json()),
    file: async (path) => await (await ask(server, { method: "GET", path, headers })).text(),
  };
}

async function ask(
  { url, signal }: DemoServer,
  { method, path, body, headers = {} }: Sending,
): Promise<Response> {
  const isFile = body instanceof Blob;
  const type = isFile ? "application/octet-stream" : "application/json";
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      signal,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    if (response.ok) return response;
    throw refused(`${method} ${path}`, `${response.status} ${await response.text()}`);
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause;
    if (signal.aborted) throw stopped(cause);
    throw refused(`${method} ${path}`, messageOf(cause), cause);
  }
}

function refused(request: string, answer: string, cause?: unknown): LonghandError {
  return new LonghandError(`Seeding the demo failed: ${request} was answered with ${answer}.`, {
    code: "demo-refused",
    hint: "Start the demo again; it begins anew. If it fails again, this is a fault of Longhand: please report it.",
    ...(cause === undefined ? {} : { cause }),
  });
}

function stopped(cause: unknown): LonghandError {
  return new LonghandError("The demo was stopped before it was ready.", {
    code: "interrupted",
    hint: "Start it again: texts that were made are in the reply cache.",
    cause,
  });
}
