import { timingSafeEqual } from "node:crypto";
import type { Caller } from "./caller.ts";
import { Refusal } from "./refusals.ts";
import type { ServerConfig } from "./server-context.ts";

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses requests that a browser sends on behalf of another site: a name of this machine that is not
 * the server's own, or a page of another origin.
 *
 * @param request - The request.
 * @param config - The server's own addresses.
 * @throws Refusal 421 `unknown-host`, 403 `foreign-origin`.
 */
export function checkOrigin(request: Request, { origins }: Pick<ServerConfig, "origins">): void {
  const host = request.headers.get("host")?.toLowerCase() ?? "";
  if (!hostsOf(origins).has(host)) {
    throw new Refusal(421, {
      code: "unknown-host",
      message: "This server does not go by that name. Open it by the address that it printed.",
    });
  }
  if (SAFE_METHODS.has(request.method)) return;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isForeign =
    (origin !== null && !origins.includes(origin)) ||
    (origin === null && site !== null && site !== "same-origin" && site !== "none");
  if (isForeign) {
    throw new Refusal(403, {
      code: "foreign-origin",
      message: "Pages of other sites may not change anything here.",
    });
  }
}

const knownHosts = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Names and ports of the server's addresses, read once. */
function hostsOf(origins: readonly string[]): ReadonlySet<string> {
  const known = knownHosts.get(origins) ?? new Set(origins.map((origin) => new URL(origin).host));
  knownHosts.set(origins, known);
  return known;
}

/**
 * Refuses changes that come with a cookie but without the token that only our pages know.
 *
 * @param request - The request.
 * @param caller - Who sent it.
 * @throws Refusal 403 `missing-csrf-token`.
 */
export function checkCsrf(request: Request, { csrfToken }: Caller): void {
  if (csrfToken === undefined || SAFE_METHODS.has(request.method)) return;
  if (isSameText(request.headers.get("x-csrf-token") ?? "", csrfToken)) return;
  throw new Refusal(403, {
    code: "missing-csrf-token",
    message: "This page is out of date. Reload it and try again.",
  });
}

/**
 * Compares secrets in a time that tells nothing of where they differ.
 *
 * @param given - From the request.
 * @param expected - The right one.
 * @returns Whether they are the same.
 */
export function isSameText(given: string, expected: string): boolean {
  const left = Buffer.from(given);
  const right = Buffer.from(expected);
  return left.length === right.length && timingSafeEqual(left, right);
}
