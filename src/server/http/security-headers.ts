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

/**
 * Adds to a reply what tells browsers to trust nothing but this server.
 *
 * @param response - The reply.
 * @param isHttps - Whether browsers reach the server by https.
 * @returns A reply with the same body.
 */
export function withSecurityHeaders(response: Response, isHttps: boolean): Response {
  const secured = new Response(response.body, response);
  for (const [name, value] of Object.entries(HEADERS)) secured.headers.set(name, value);
  if (isHttps) secured.headers.set("strict-transport-security", "max-age=31536000");
  return secured;
}
