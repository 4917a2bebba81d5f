/** Scripts come from this server only; styles may stand in elements, since charts write them. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
};

const PAIRS: readonly (readonly [string, string])[] = Object.entries(HEADERS);

/**
 * Adds to a reply what tells browsers to trust nothing but this server. The reply stays the same object:
 * one made anew of its body would be sent as a stream, which costs more than most replies do.
 *
 * @param response - The reply, whose headers may be changed.
 * @param isHttps - Whether browsers reach the server by https.
 * @returns The same reply.
 */
export function withSecurityHeaders(response: Response, isHttps: boolean): Response {
  const { headers } = response;
  for (const [name, value] of PAIRS) headers.set(name, value);
  if (isHttps) headers.set("strict-transport-security", "max-age=31536000");
  return response;
}
