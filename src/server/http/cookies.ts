import type { ServerConfig } from "./server-context.ts";

/** How long a session lasts, in milliseconds: 14 days. */
export const SESSION_MS: number = 14 * 86_400_000;

/**
 * Name of the session's cookie. Cookies of one machine are shared by all its ports, so the port is in
 * the name; over https, browsers refuse the name from anything but this very host.
 *
 * @param config - The server's addresses.
 * @returns The name.
 */
export function sessionCookieName({ origins }: Pick<ServerConfig, "origins">): string {
  const { protocol, port } = new URL(origins[0] ?? "http://127.0.0.1");
  return protocol === "https:" ? "__Host-longhand" : `longhand_${port || "80"}`;
}

/**
 * Reads a cookie.
 *
 * @param request - The request.
 * @param name - Its name.
 * @returns Its value; `undefined` if it was not sent.
 */
export function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=") || undefined;
  }
  return undefined;
}

/**
 * The header that keeps a secret in the browser where no script reads it.
 *
 * @param secret - The secret; empty to remove it.
 * @param config - The server's addresses.
 * @returns The value of `set-cookie`.
 */
export function sessionCookie(secret: string, config: Pick<ServerConfig, "origins">): string {
  const isHttps = config.origins[0]?.startsWith("https:") === true;
  const maxAgeSeconds = secret === "" ? 0 : SESSION_MS / 1000;
  return [
    `${sessionCookieName(config)}=${secret}`,
    "Path=/",
    `Max-Age=${maxAgeSeconds}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isHttps ? ["Secure"] : []),
  ].join("; ");
}
