import { LonghandError, messageOf } from "../../foundation/index.ts";

/** Where a challenge is, and who speaks. */
export interface ChallengePlace {
  /** Its address as the browser shows it, for instance `https://rate.example.org/challenges/tales`. */
  readonly url: string;
  /** An API token; absent for what everybody may read. */
  readonly token?: string;
}

/** A request to the server of a challenge. */
export interface ChallengeRequest {
  /** HTTP method. @defaultValue "GET" */
  readonly method?: "GET" | "POST" | "PUT";
  /** Path below the challenge, with a query. @defaultValue "" */
  readonly path?: string;
  /** A file, or a value that goes out as JSON. */
  readonly body?: Blob | object;
  /** Stops the request. */
  readonly signal: AbortSignal;
}

/** The name of the environment variable that holds the API token. */
export const TOKEN_VARIABLE = "LONGHAND_TOKEN";

const CHALLENGE_PATH = /^(.*)\/challenges\/([a-z0-9-]{1,40})(?:\/.*)?$/;

/**
 * The address of a challenge in the API, made from the one in the browser.
 *
 * @param url - Address of any page of the challenge.
 * @returns For instance `https://rate.example.org/api/v1/challenges/tales`.
 * @throws LonghandError `usage` for what is no such address.
 */
function challengeApi(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const found = CHALLENGE_PATH.exec(parsed?.pathname ?? "");
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || found === null) {
    throw new LonghandError(`${url} is no address of a challenge.`, {
      code: "usage",
      hint: "Copy it from the browser: https://HOST/challenges/NAME.",
    });
  }
  const before = (found[1] ?? "").replace(/\/api\/v1$/, "");
  return `${parsed.origin}${before}/api/v1/challenges/${found[2]}`;
}

/**
 * Sends a request to the server of a challenge.
 *
 * @param place - Where, and as whom.
 * @param request - What.
 * @returns The reply's JSON.
 * @throws LonghandError with the server's own code and message; `server-unreachable`.
 */
export async function askChallenge(
  place: ChallengePlace,
  request: ChallengeRequest,
): Promise<unknown> {
  return await exchange(place, request, async (response) => parsed(await response.text()));
}

/**
 * Fetches something that need not be JSON from the server of a challenge.
 *
 * @param place - Where, and as whom.
 * @param request - What.
 * @returns The reply, its body whole.
 * @throws LonghandError with the server's own code and message; `server-unreachable`.
 */
export async function fetchFromChallenge(
  place: ChallengePlace,
  request: ChallengeRequest,
): Promise<Response> {
  return await exchange(place, request, async (response) => {
    const { headers } = response;
    return new Response(await response.arrayBuffer(), { headers });
  });
}

async function exchange<Reply>(
  { url, token }: ChallengePlace,
  { method = "GET", path = "", body, signal }: ChallengeRequest,
  read: (response: Response) => Promise<Reply>,
): Promise<Reply> {
  const isFile = body instanceof Blob;
  const type = isFile ? "application/octet-stream" : "application/json";
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": type }),
  };
  const address = `${challengeApi(url)}${path}`;
  const content = isFile || body === undefined ? body : JSON.stringify(body);
  try {
    const init = { method, headers, signal, ...(content === undefined ? {} : { body: content }) };
    const response = await fetch(address, init);
    if (response.ok) return await read(response);
    throw serverError(response.status, parsed(await response.text()));
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause;
    throw new LonghandError(`${new URL(address).origin} cannot be reached: ${messageOf(cause)}.`, {
      code: signal.aborted ? "interrupted" : "server-unreachable",
      hint: "Check the address and the connection.",
      cause,
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function serverError(status: number, reply: unknown): LonghandError {
  const { error } = (reply ?? {}) as { readonly error?: Readonly<Record<string, unknown>> };
  const message = typeof error?.["message"] === "string" ? error["message"] : `HTTP ${status}`;
  const code = typeof error?.["code"] === "string" ? error["code"] : "server-refused";
  const needsToken = status === 401 || status === 403;
  return new LonghandError(`The server refused: ${message}`, {
    code,
    ...(needsToken
      ? {
          hint: `Put an API token with the scopes read and submit into ${TOKEN_VARIABLE}, for organisers the scope organise.`,
        }
      : {}),
    details: { status, ...((error?.["details"] as object | undefined) ?? {}) },
  });
}
