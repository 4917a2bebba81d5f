import { LonghandError } from "../../foundation/index.ts";
import { Refusal, unprocessable } from "./refusals.ts";
import type { ServerLog } from "./server-context.ts";

/**
 * The reply to a request that failed. What was not thrown as a refusal is a fault of ours: it is
 * logged, and the client learns nothing of it.
 *
 * @param error - What was thrown.
 * @param log - The log.
 * @param requestId - Stands in the log, and in the reply for whoever asks about it.
 * @returns The reply.
 */
export function errorResponse(error: unknown, log: ServerLog, requestId: string): Response {
  if (error instanceof Refusal) return refusalResponse(error);
  const told = toldFault(error);
  log.error(
    { requestId, code: told?.code ?? codeOf(error), stack: stackOf(error) },
    "request failed",
  );
  if (told !== undefined) return refusalResponse(told);
  return json(500, {
    code: "internal-error",
    message: `Something went wrong on the server; nothing was lost. Number of the request: ${requestId}.`,
  });
}

function codeOf(error: unknown): string {
  return error instanceof LonghandError ? error.code : "internal-error";
}

/** How file systems, both databases and our own writers say that there is no room. */
const FULL: ReadonlySet<string> = new Set([
  "disk-full",
  "ENOSPC",
  "EDQUOT",
  "SQLITE_FULL",
  "SQLITE_IOERR_SHMSIZE",
  "53100",
]);
/** How PostgreSQL says that a text holds NUL: one that came within a file. */
const NO_TEXT: ReadonlySet<string> = new Set(["22021", "22P05"]);

/**
 * Tells whether something failed because the disk is full.
 *
 * @param error - What was thrown.
 * @returns `true` if it, or what caused it, says so.
 */
export function isDiskFull(error: unknown): boolean {
  return codesOf(error).some((code) => FULL.has(code));
}

/** What the client is told of a fault below us; `undefined` for all that are ours. */
function toldFault(error: unknown): Refusal | undefined {
  if (isDiskFull(error)) {
    return new Refusal(507, {
      code: "disk-full",
      message: "The disk of the server is full, so nothing could be kept. Tell whoever runs it.",
    });
  }
  if (!codesOf(error).some((code) => NO_TEXT.has(code))) return undefined;
  return unprocessable("invalid-text", "A text holds a character that cannot be kept: NUL.");
}

function codesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { readonly code?: unknown };
  return [...(typeof code === "string" ? [code] : []), ...codesOf(error.cause)];
}

/**
 * The reply to a request that is refused.
 *
 * @param refusal - Why.
 * @returns The reply.
 */
export function refusalResponse(refusal: Refusal): Response {
  const { status, code, message, details, retryAfterSeconds, allow } = refusal;
  const response = json(status, { code, message, details, retryAfterSeconds });
  if (retryAfterSeconds !== undefined) {
    response.headers.set("retry-after", String(retryAfterSeconds));
  }
  if (allow !== undefined) response.headers.set("allow", allow);
  if (status === 401) response.headers.set("www-authenticate", "Bearer");
  // What was not read of a body would be taken for the next request.
  if (status === 413 || status === 507) response.headers.set("connection", "close");
  return response;
}

function json(status: number, error: object): Response {
  return new Response(JSON.stringify({ error }), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
    },
  });
}

/** Where it happened, without the message, which may quote a text or an address of somebody's. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const { code } = error as { readonly code?: unknown };
  return [`${error.name} ${typeof code === "string" ? code : ""}`.trim(), ...frames].join("\n");
}
