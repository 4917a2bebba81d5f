import type { Role, TokenScope } from "../../records/index.ts";

/** Who sends a request. */
export interface Caller {
  /** Roles that hold for this request; `visitor` for whoever is not signed in. */
  readonly roles: readonly Role[];
  /** The account; `undefined` for visitors and for the local viewer. */
  readonly accountId: string | undefined;
  /** How the caller is known. Only `session` and `local` come with a cookie, so only they need a CSRF token. */
  readonly via: "nothing" | "session" | "token" | "local";
  /** What the API token is good for; `undefined` without a token: no bound. */
  readonly scopes: readonly TokenScope[] | undefined;
  /** The CSRF token that belongs to the cookie; `undefined` without one. */
  readonly csrfToken: string | undefined;
  /** SHA-256 of the session's secret; `undefined` without a session. */
  readonly sessionHash: string | undefined;
  /** Address of the other end of the connection. Never logged or stored. */
  readonly address: string;
}

/**
 * Whoever is not signed in.
 *
 * @param address - Address of the other end of the connection.
 * @returns The caller.
 */
export function visitorAt(address: string): Caller {
  return {
    roles: ["visitor"],
    accountId: undefined,
    via: "nothing",
    scopes: undefined,
    csrfToken: undefined,
    sessionHash: undefined,
    address,
  };
}
