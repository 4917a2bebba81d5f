import type { z } from "zod";
import { decide, isLogged, type PermissionAnswer } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { inTransaction } from "../database/in-transaction.ts";
import { appendAudit } from "../people/audit-log.ts";
import type { Caller } from "./caller.ts";
import { invalidPart, type Reading, readPart } from "./read-part.ts";
import { conflict, notFound, Refusal } from "./refusals.ts";
import { bodyPieces, readJsonBody, refuseOtherUploads } from "./request-body.ts";
import { answerOnce } from "./request-keys.ts";
import type { Admitted, JsonReply, Route, Subject } from "./route.ts";
import type { ServerContext } from "./server-context.ts";

/** Largest JSON body unless a route says otherwise, in bytes. */
const MAX_JSON_BYTES = 1 << 20;
/** Longest `Idempotency-Key`, in characters. */
const MAX_KEY_LENGTH = 200;

/** A request that has reached its route. */
export interface RoutedRequest {
  /** The request. */
  readonly request: Request;
  /** Parts of its path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Who sent it. */
  readonly caller: Caller;
  /** When it arrived, UTC milliseconds. */
  readonly arrivedMs: number;
}

/**
 * Answers a request: finds the object, decides, checks the body, does the work. Nothing of the body
 * is looked at before the caller may do it.
 *
 * @param route - The route.
 * @param routed - The request.
 * @param server - The server.
 * @returns The reply.
 * @throws Refusal for whatever is not to be done.
 */
export async function answerRoute(
  route: Route,
  routed: RoutedRequest,
  server: ServerContext,
): Promise<Response> {
  const { request } = routed;
  const { subject, params, query } = await admit(route, routed, server);
  const key = route.method === "get" ? null : keyOf(request);
  if (route.upload !== undefined) refuseOtherUploads(request, route.upload);
  const { value, bytes } =
    route.body === undefined
      ? { value: undefined, bytes: new Uint8Array() }
      : await readJsonBody(request, route.maxBodyBytes ?? MAX_JSON_BYTES);
  const body = route.body === undefined ? undefined : checkedBody(route.body, value);
  const admitted: Admitted<unknown, unknown, unknown, unknown> = {
    params,
    query,
    body,
    found: subject.found,
    caller: routed.caller,
    arrivedMs: routed.arrivedMs,
    headers: request.headers,
    // Few routes look at it, and making one costs as much as a small reply.
    get signal() {
      return request.signal;
    },
    upload: () => bodyPieces(request, route.maxBodyBytes ?? MAX_JSON_BYTES),
  };
  const work = (): Promise<Response> => carryOut(route, admitted, server);
  if (key === null) return await work();
  return await answerKeyed({ route, routed, key, bytes, work }, server);
}

/** What a route does not ask for. */
const ABSENT: Reading = { isRight: true, value: undefined };

interface Admission {
  readonly subject: Subject<unknown>;
  readonly params: unknown;
  readonly query: unknown;
}

async function admit(
  route: Route,
  { request, params: given, caller }: RoutedRequest,
  server: ServerContext,
): Promise<Admission> {
  const params = route.params === undefined ? ABSENT : readPart(route.params, given);
  const query = route.query === undefined ? ABSENT : readPart(route.query, queryOf(request));
  const isReadable = params.isRight && query.isRight;
  const approach = isReadable
    ? { params: params.value, query: query.value, caller }
    : { params: undefined, query: undefined, caller };
  let subject: Subject<unknown> = { relation: isReadable ? "own" : "missing" };
  if (isReadable && route.subject !== "none") subject = await route.subject(approach, server);
  const answer = decide({
    action: route.action,
    roles: caller.roles,
    relation: subject.relation,
    ...(subject.conditions === undefined ? {} : { conditions: subject.conditions }),
    ...(caller.scopes === undefined ? {} : { scopes: caller.scopes }),
  });
  // Whoever has no right to this at all is told so; to all others a bad query is a bad query.
  if (answer === "hidden" && params.isRight && !query.isRight) {
    throw invalidPart("query", query.problems);
  }
  refuseUnlessAllowed(answer);
  return { subject, params: approach.params, query: approach.query };
}

function refuseUnlessAllowed(answer: PermissionAnswer): void {
  switch (answer) {
    case "allowed":
      return;
    case "hidden":
      throw notFound();
    case "not-yet":
      throw conflict("not-yet", "This is not possible in the present state.");
    case "sign-in-first":
      throw new Refusal(401, { code: "sign-in-first", message: "Sign in first." });
    case "forbidden":
      throw new Refusal(403, { code: "forbidden", message: "Your account may not do this." });
  }
}

function queryOf(request: Request): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(request.url).searchParams);
}

function checkedBody(schema: z.ZodType, value: unknown): unknown {
  const body = readPart(schema, value);
  if (body.isRight) return body.value;
  throw invalidPart("body", body.problems);
}

function keyOf({ headers }: Request): string | null {
  const key = headers.get("idempotency-key");
  if (key === null || key.length <= MAX_KEY_LENGTH) return key;
  const message = `must have at most ${MAX_KEY_LENGTH} characters`;
  throw invalidPart("header", [{ path: "idempotency-key", message }]);
}

async function carryOut(
  route: Route,
  admitted: Admitted<unknown, unknown, unknown, unknown>,
  server: ServerContext,
): Promise<Response> {
  const reply = await route.handle(admitted, server);
  await auditUse(route, admitted, server);
  return reply instanceof Response ? reply : jsonResponse(route, reply, admitted.headers);
}

/** What the matrix wants logged, unless the handler has written a line of its own. */
async function auditUse(
  { action, method, path, writesAudit }: Route,
  { caller, params, arrivedMs }: Admitted<unknown, unknown, unknown, unknown>,
  { database }: ServerContext,
): Promise<void> {
  if (writesAudit === true || !isLogged(action, caller.roles)) return;
  await inTransaction(database, (transaction) =>
    appendAudit(transaction, {
      atMs: arrivedMs,
      actorId: caller.accountId ?? null,
      action,
      details: { method, path, ...(params as object | undefined) },
    }),
  );
}

/** What a body reads as, cut to the schema of its route. */
interface WrittenBody {
  readonly text: string;
  readonly etag: string;
}

const keptBodies = new WeakMap<object, WrittenBody>();

function writtenBody(
  { reply: schema, method }: Route,
  { body, isKept }: JsonReply<unknown>,
): WrittenBody {
  const key = isKept === true && typeof body === "object" && body !== null ? body : undefined;
  const known = key === undefined ? undefined : keptBodies.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema === undefined ? body : schema.parse(body));
  const written = { text, etag: method === "get" ? `"${sha256(text).slice(0, 32)}"` : "" };
  if (key !== undefined) keptBodies.set(key, written);
  return written;
}

function jsonResponse(route: Route, reply: JsonReply<unknown>, requestHeaders: Headers): Response {
  const { method, status: usual = 200 } = route;
  const { status = usual, headers = {} } = reply;
  const { text, etag } = writtenBody(route, reply);
  const common = { "content-type": "application/json; charset=utf-8", ...headers };
  if (method !== "get") {
    return new Response(text, { status, headers: { "cache-control": "no-store", ...common } });
  }
  const cached = { "cache-control": "private, no-cache", etag, ...common };
  return requestHeaders.get("if-none-match") === etag
    ? new Response(null, { status: 304, headers: cached })
    : new Response(text, { status, headers: cached });
}

interface KeyedWork {
  readonly route: Route;
  readonly routed: RoutedRequest;
  readonly key: string;
  readonly bytes: Uint8Array;
  readonly work: () => Promise<Response>;
}

async function answerKeyed(
  { route, routed, key, bytes, work }: KeyedWork,
  server: ServerContext,
): Promise<Response> {
  const { caller, request } = routed;
  let fresh: Response | undefined;
  const kept = await answerOnce(
    {
      key,
      owner: caller.accountId ?? `${caller.via} ${caller.address}`,
      target: `${request.method} ${new URL(request.url).pathname}`,
      body: bytes,
    },
    {
      secretReply: route.secretReply === true,
      work: async () => {
        fresh = await work();
        return { status: fresh.status, body: await fresh.clone().text() };
      },
    },
    server,
  );
  if (fresh !== undefined) return fresh;
  return new Response(kept.body === "" ? null : kept.body, {
    status: kept.status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "idempotency-replayed": "true",
    },
  });
}
