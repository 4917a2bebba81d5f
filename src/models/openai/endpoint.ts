import { LonghandError } from "../../foundation/index.ts";

/** Shorter values are dummies such as `x`; hiding them would only garble messages. */
const SHORTEST_SECRET = 4;

/** An address to call, with its secrets kept apart. */
export interface Endpoint {
  /** The base URL as it may be shown: without user, password, query and final slash. */
  readonly shownUrl: string;
  /** `true` if what is sent there leaves this machine. */
  readonly remote: boolean;
  /** What each request has to carry. Holds the secret; never shown. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The full address of a path below the base URL, its query included.
   *
   * @param path - Begins with a slash.
   */
  urlOf(path: string): string;
  /** The same for a path of the server that stands beside `/v1`. */
  urlBesideVersion(path: string): string;
  /** Blots out every secret of this endpoint in a text from outside. */
  hide(text: string): string;
}

/** Where an endpoint is, and the key it asks for. */
export interface EndpointOptions {
  /** Address up to and including `/v1`. */
  readonly baseUrl: string;
  /** Key of the endpoint; absent for servers that need none. */
  readonly apiKey?: string;
}

/**
 * Reads a base URL. User and password in it are sent as basic authorisation unless there is a key;
 * a query is sent with every request. None of them is ever shown.
 *
 * @param options - Base URL and key.
 * @returns The endpoint.
 * @throws LonghandError `invalid-option` if the address or the key cannot be used. The value is not
 *   shown, since it may hold a secret.
 */
export function readEndpoint({ baseUrl, apiKey }: EndpointOptions): Endpoint {
  const url = parsedUrl(baseUrl);
  const path = url.pathname.replace(/\/+$/, "");
  const shownUrl = `${url.origin}${path}`;
  const authorization = authorizationOf(url, apiKey);
  const secrets = secretsOf(url, apiKey, authorization);
  return {
    shownUrl,
    remote: !isThisMachine(url.hostname),
    headers: authorization === undefined ? {} : { authorization },
    urlOf: (below) => `${shownUrl}${below}${url.search}`,
    urlBesideVersion: (beside) =>
      `${url.origin}${path.replace(/\/v\d+$/, "")}${beside}${url.search}`,
    hide: (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "***"), text),
  };
}

function parsedUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return url;
  throw new LonghandError("openai: the base URL is not a web address.", {
    code: "invalid-option",
    hint: "Write it as http://localhost:8000/v1 or https://host.example/v1.",
  });
}

function authorizationOf(url: URL, apiKey: string | undefined): string | undefined {
  if (apiKey !== undefined) {
    if (/^[\x21-\x7e]+$/.test(apiKey)) return `Bearer ${apiKey}`;
    throw new LonghandError(
      "openai: the API key is empty, or holds a space, a line break or a character outside ASCII.",
      { code: "invalid-option", hint: "Look at the environment variable that it comes from." },
    );
  }
  if (url.username === "" && url.password === "") return undefined;
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function secretsOf(
  url: URL,
  apiKey: string | undefined,
  authorization: string | undefined,
): string[] {
  const candidates = [
    authorization?.replace(/^\w+ /, ""),
    apiKey,
    url.password,
    decodeURIComponent(url.password),
    ...url.searchParams.values(),
    url.search.slice(1),
  ];
  const secrets = candidates.filter(
    (text): text is string => text !== undefined && text.length >= SHORTEST_SECRET,
  );
  // Longest first, so that no tail of a longer secret is left over.
  return [...new Set(secrets)].sort((left, right) => right.length - left.length);
}

function isThisMachine(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    hostname === "0.0.0.0" ||
    /^127(?:\.\d+){3}$/.test(hostname)
  );
}
