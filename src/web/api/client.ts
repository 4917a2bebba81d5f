import type { z } from "zod";
import { messageOf } from "../../foundation/index.ts";
import { ApiFault } from "./api-fault.ts";

/** Where all routes begin. */
const ROOT = "/api/v1";

/** A value of a query string; absent ones are left out. */
export type QueryValue = string | number | boolean | undefined;

/** What is asked for. */
export interface ApiRequest<T> {
  /** Path below `/api/v1`, its parts encoded by {@link apiPath}. */
  readonly path: string;
  /** Query string. @defaultValue none */
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** What the answer has to be. */
  readonly schema: z.ZodType<T>;
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal;
}

/** A change that is asked for. */
export interface ApiChange<T> extends ApiRequest<T> {
  /** How. */
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** What is sent, as JSON. @defaultValue nothing */
  readonly body?: unknown;
  /** Makes a repeated request count once: the same key for each try of one intention. @defaultValue a new one */
  readonly idempotencyKey?: string;
  /** Whether it is sent on while the page is being left; for bodies below 64 KiB. @defaultValue false */
  readonly outlivesPage?: boolean;
}

/**
 * A path, each part encoded.
 *
 * @param parts - For instance `["runs", id, "grid"]`.
 * @returns The path.
 */
export function apiPath(...parts: readonly (string | number)[]): string {
  return `/${parts.map((part) => encodeURIComponent(String(part))).join("/")}`;
}

/**
 * Address of a route, for streams of events and downloads.
 *
 * @param path - Path below `/api/v1`.
 * @param query - Query string.
 * @returns The address on this server.
 */
export function apiAddress(path: string, query: Readonly<Record<string, QueryValue>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const search = new URLSearchParams(pairs).toString();
  return `${ROOT}${path}${search === "" ? "" : `?${search}`}`;
}

/**
 * Reads a record.
 *
 * @param request - What is asked for.
 * @returns The record, checked against its schema.
 * @throws ApiFault if the server refuses, is not reached, or says something else.
 */
export function readRecord<T>(request: ApiRequest<T>): Promise<T> {
  return exchange(request, { method: "GET" });
}

/** The token that changes need; told by whoever signed in. */
let csrfToken: string | undefined;

/**
 * Keeps the token that every change has to carry.
 *
 * @param token - The token; `undefined` once nobody is signed in.
 */
export function keepCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/**
 * A key that makes several tries of one intention count once.
 *
 * @returns 36 characters.
 */
export function newIdempotencyKey(): string {
  // biome-ignore lint/plugin: a browser has no run to repeat; two intentions must differ
  return crypto.randomUUID();
}

/**
 * Changes something.
 *
 * @param change - What is to be changed.
 * @returns What the server answers, checked against its schema.
 * @throws ApiFault if the server refuses, is not reached, or says something else.
 */
export function sendChange<T>(change: ApiChange<T>): Promise<T> {
  const { method, body, idempotencyKey = newIdempotencyKey(), outlivesPage = false } = change;
  return exchange(change, {
    method,
    keepalive: outlivesPage,
    headers: {
      ...changeHeaders(idempotencyKey),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/**
 * What every change has to carry, however it is sent.
 *
 * @param idempotencyKey - The same for each try of one intention.
 * @returns Headers.
 */
export function changeHeaders(idempotencyKey: string): Readonly<Record<string, string>> {
  return {
    "idempotency-key": idempotencyKey,
    ...(csrfToken === undefined ? {} : { "x-csrf-token": csrfToken }),
  };
}

async function exchange<T>(
  { path, query, schema, signal }: ApiRequest<T>,
  init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
): Promise<T> {
  const response = await answerTo(apiAddress(path, query), {
    ...init,
    credentials: "same-origin",
    headers: { accept: "application/json", ...init.headers },
    ...(signal === undefined ? {} : { signal }),
  });
  const value = await jsonOf(response);
  if (!response.ok) throw faultOf(response, value);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw new ApiFault("The server's answer is not what this page expects.", {
    code: "unexpected-answer",
    status: response.status,
    hint: "Reload the page: the server may have been updated since it was opened.",
    details: { path, at: first?.path.join("."), why: first?.message },
  });
}

async function answerTo(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new ApiFault("The server cannot be reached.", {
      code: "offline",
      status: 0,
      hint: "Look whether `longhand serve` is still running and the connection stands.",
      cause,
    });
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ApiFault(`The server answered ${response.status} without JSON.`, {
      code: "unexpected-answer",
      status: response.status,
      details: { why: messageOf(cause) },
      cause,
    });
  }
}

/**
 * The fault that an answer tells of.
 *
 * @param response - The answer's status.
 * @param value - Its JSON.
 * @returns The fault.
 */
export function faultOf({ status }: { readonly status: number }, value: unknown): ApiFault {
  const { error } = (value ?? {}) as { readonly error?: Readonly<Record<string, unknown>> };
  const { code, message, hint, details, retryAfterSeconds } = error ?? {};
  return new ApiFault(typeof message === "string" ? message : `The server answered ${status}.`, {
    code: typeof code === "string" ? code : `http-${status}`,
    status,
    ...(typeof hint === "string" ? { hint } : {}),
    ...(typeof details === "object" && details !== null
      ? { details: details as Readonly<Record<string, unknown>> }
      : {}),
    ...(typeof retryAfterSeconds === "number" ? { retryAfterSeconds } : {}),
  });
}
