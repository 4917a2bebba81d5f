import { LonghandError } from "../../foundation/index.ts";
import { Refusal } from "./refusals.ts";
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
  log.error(
    {
      requestId,
      code: error instanceof LonghandError ? error.code : "internal-error",
      stack: stackOf(error),
    },
    "request failed",
  );
  return json(500, {
    code: "internal-error",
    message: `Something went wrong on the server; nothing was lost. Number of the request: ${requestId}.`,
  });
}

function refusalResponse({ status, code, message, details, retryAfterSeconds }: Refusal): Response {
  const response = json(status, { code, message, details, retryAfterSeconds });
  if (retryAfterSeconds !== undefined) {
    response.headers.set("retry-after", String(retryAfterSeconds));
  }
  if (status === 401) response.headers.set("www-authenticate", "Bearer");
  // What was not read of a body that is too large would be taken for the next request.
  if (status === 413) response.headers.set("connection", "close");
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
