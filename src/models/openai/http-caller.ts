import { setMaxListeners } from "node:events";
import { Agent, fetch, type Response } from "undici";
import { type Clock, LonghandError } from "../../foundation/index.ts";
import { cancelledCall, throwIfCancelled } from "../cancelled-call.ts";
import { ModelCallError } from "../model-call-error.ts";
import type { Endpoint } from "./endpoint.ts";
import { failureOfAnswer, statusOfError } from "./http-failure.ts";
import { retryAfterMs } from "./retry-after.ts";

/** A call to an endpoint. */
export interface HttpCall {
  /** Full address; may hold a query that is not shown. */
  readonly url: string;
  /** What to send, as JSON. */
  readonly body: unknown;
  /** Media type to ask for. */
  readonly accept: string;
  /** Ends the call. */
  readonly signal: AbortSignal | undefined;
}

/** A good answer, whose body is still to be read. */
export interface HttpAnswer {
  /** Its media type, in lower case; empty if it has none. */
  readonly mediaType: string;
  /** Reads the whole body. */
  text(): Promise<string>;
  /**
   * Refuses JSON that holds an error although the answer was a good one.
   *
   * @param parsed - The body, or the data of one event.
   * @param text - The same, not parsed.
   * @throws ModelCallError what the error means.
   */
  readonly refuseFailure: (parsed: unknown, text: string) => void;
  /** Reads the body piece by piece. */
  pieces(): AsyncGenerator<string>;
}

/** Makes calls to one endpoint. */
export interface HttpCaller {
  /**
   * Sends JSON and has the answer read, all within the reply timeout.
   *
   * @param call - Where to, and what.
   * @param read - Reads the answer.
   * @returns What `read` returns.
   * @throws ModelCallError `cancelled`, `timeout`, `network`, or what an answer other than 2xx means.
   */
  post<T>(call: HttpCall, read: (answer: HttpAnswer) => Promise<T>): Promise<T>;
  /**
   * Refuses a call before anything is sent.
   *
   * @param signal - The caller's signal.
   * @throws LonghandError `model-closed`; ModelCallError `cancelled`.
   */
  check(signal: AbortSignal | undefined): void;
  /** Ends all calls and connections. */
  close(): Promise<void>;
}

/** What a caller needs to know. */
export interface HttpCallerOptions {
  /** The endpoint. */
  readonly endpoint: Endpoint;
  /** Longest time from the request to the end of the answer, in milliseconds. */
  readonly replyTimeoutMs: number;
  /** Where time comes from. */
  readonly clock: Clock;
}

/**
 * Opens a client. Its own connections have no time limit of 300 seconds for the first byte, as the
 * built-in `fetch` has: a long reply of a slow model takes longer than that.
 *
 * @param options - Endpoint, timeout and clock.
 * @returns The client.
 */
export function createHttpCaller(options: HttpCallerOptions): HttpCaller {
  const { endpoint } = options;
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const closing = new AbortController();
  // Every call under way listens.
  setMaxListeners(0, closing.signal);

  async function send(call: HttpCall, scope: CallScope): Promise<Response> {
    return scope.guard(shown(call.url), () =>
      fetch(call.url, {
        method: "POST",
        headers: {
          ...endpoint.headers,
          "content-type": "application/json",
          accept: call.accept,
          "user-agent": "longhand",
        },
        body: JSON.stringify(call.body),
        redirect: "manual",
        signal: scope.signal,
        dispatcher: agent,
      }),
    );
  }

  function check(signal: AbortSignal | undefined): void {
    if (closing.signal.aborted) throw closedError();
    throwIfCancelled(signal);
  }

  return {
    check,
    async post(call, read) {
      check(call.signal);
      const scope = openScope(options, call.signal, closing.signal);
      try {
        const response = await send(call, scope);
        const answer = readable(response, { ...options, scope, url: shown(call.url) });
        if (response.ok) return await read(answer);
        throw answer.failure(response.status, await answer.text());
      } catch (error) {
        throw withoutSecrets(error, endpoint.hide);
      } finally {
        scope.end();
      }
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await agent.destroy();
    },
  };
}

/** An address without its query. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

interface Reading extends HttpCallerOptions {
  readonly scope: CallScope;
  readonly url: string;
}

function readable(
  response: Response,
  { clock, endpoint: { hide }, scope, url }: Reading,
): HttpAnswer & { failure(status: number, body: string): ModelCallError } {
  const waitMs = retryAfterMs(response.headers, clock.nowMs());
  const failure = (status: number, body: string): ModelCallError =>
    failureOfAnswer({ status, body, retryAfterMs: waitMs, shownUrl: url, hide });
  return {
    mediaType: (response.headers.get("content-type") ?? "").toLowerCase(),
    failure,
    refuseFailure: (parsed, body) => {
      const status = statusOfError(parsed);
      if (status !== undefined) throw failure(status, body);
    },
    text: () => scope.guard(url, () => response.text()),
    async *pieces() {
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      while (reader !== undefined) {
        const { done, value } = await scope.guard(url, () => reader.read());
        if (done) break;
        const piece = decoder.decode(value, { stream: true });
        if (piece !== "") yield piece;
      }
    },
  };
}

/** The last net: whatever a message quotes, no secret leaves with it. */
function withoutSecrets(error: unknown, hide: (text: string) => string): unknown {
  if (!(error instanceof ModelCallError)) return error;
  const message = hide(error.message);
  if (message === error.message) return error;
  const { reason, retryable, retryAfterMs: waitMs, httpStatus, hint } = error;
  return new ModelCallError(message, {
    reason,
    retryable,
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** The time and the signals that one call lives under. */
interface CallScope {
  readonly signal: AbortSignal;
  /** Does something with the network and says what it means if that fails. */
  guard<T>(url: string, action: () => Promise<T>): Promise<T>;
  /** Ends timer and connection, whichever still runs. */
  end(): void;
}

function openScope(
  { clock, replyTimeoutMs, endpoint }: HttpCallerOptions,
  caller: AbortSignal | undefined,
  closing: AbortSignal,
): CallScope {
  const call = new AbortController();
  const timer = new AbortController();
  let timedOut = false;
  const stop = (): void => call.abort();
  // Not AbortSignal.any: it would keep one more signal per call alive as long as the caller's.
  caller?.addEventListener("abort", stop);
  closing.addEventListener("abort", stop);
  clock.sleep(replyTimeoutMs, timer.signal).then(
    () => {
      timedOut = true;
      stop();
    },
    () => undefined,
  );
  return {
    signal: call.signal,
    async guard(url, action) {
      try {
        return await action();
      } catch (error) {
        throwIfCancelled(caller);
        if (closing.aborted) throw cancelledCall();
        throw timedOut
          ? timeoutError(url, replyTimeoutMs)
          : networkError(url, endpoint.hide, error);
      }
    },
    end() {
      caller?.removeEventListener("abort", stop);
      closing.removeEventListener("abort", stop);
      timer.abort();
      call.abort();
    },
  };
}

function closedError(): LonghandError {
  return new LonghandError("openai: the model was closed, and takes no more calls.", {
    code: "model-closed",
    hint: "Open it again.",
  });
}

function timeoutError(url: string, replyTimeoutMs: number): ModelCallError {
  return new ModelCallError(`openai: ${url} did not finish its reply in ${replyTimeoutMs} ms.`, {
    reason: "timeout",
    retryable: true,
    hint: "Raise limits.replyTimeoutMs if the model is slow, or lower maxOutputTokens or the concurrency.",
  });
}

const HINTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Is the server running, and does it listen on this port?",
  ENOTFOUND: "Check the host's name, and that this machine is online.",
  EAI_AGAIN: "Check that this machine is online.",
};

// The cause is rebuilt from its message, since the original may hold what was sent or received.
function networkError(
  url: string,
  hide: (text: string) => string,
  thrown: unknown,
): ModelCallError {
  const { code, message } = describeFault(thrown);
  const said = hide(message);
  const hint = HINTS[code];
  return new ModelCallError(`openai: ${url}: the connection failed: ${said}`, {
    reason: "network",
    retryable: true,
    ...(hint === undefined ? {} : { hint }),
    cause: new LonghandError(said, { code: code.toLowerCase().replaceAll("_", "-") }),
  });
}

/** The innermost fault says most: the outer ones read "fetch failed" or "terminated". */
function describeFault(thrown: unknown): { readonly code: string; readonly message: string } {
  const chain: unknown[] = [];
  for (
    let fault = thrown;
    fault instanceof Error && chain.length < 5;
    fault = (fault as AggregateError).errors?.[0] ?? fault.cause
  ) {
    chain.push(fault);
  }
  const inner = chain.at(-1);
  if (!(inner instanceof Error)) return { code: "NETWORK", message: String(thrown) };
  const { code } = inner as NodeJS.ErrnoException;
  const message = inner.message === "" ? (code ?? inner.name) : inner.message;
  return { code: typeof code === "string" ? code : "NETWORK", message };
}
