import { type Clock, LonghandError, messageOf } from "../../foundation/index.ts";
import { type PartFile, throwIfAborted } from "./part-file.ts";
import { sourceError } from "./source-run.ts";
import { openWatchdog, type Watchdog } from "./watchdog.ts";

/** Longest wait for an answer. */
const MAX_ANSWER_MS = 15_000;
/** Longest wait for the next bytes. */
const MAX_SILENCE_MS = 30_000;
/** Tries in a row that bring no byte, once a first answer has come. */
const MAX_IDLE_TRIES = 4;
/** The same before any answer has come: without a network the next source should be tried soon. */
const MAX_FIRST_TRIES = 2;
/** Waits between tries are 1, 2, 4 … seconds, or what the server asks for, up to the longest. */
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;

/** A file to be had over HTTP, and where it goes. */
export interface ResumableDownload {
  /** Its address. */
  readonly url: URL;
  /** Further request headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where it goes; what is in it already is the beginning of the file that `etag` names. */
  readonly part: PartFile;
  /** Strong entity tag of the file whose beginning is in the part. */
  readonly etag?: string | undefined;
  /** Size that the file must have, in bytes, if known. */
  readonly expectedBytes?: number | undefined;
  /** Time. */
  readonly clock: Clock;
  /** Ends the download. */
  readonly signal?: AbortSignal | undefined;
  /** Told of the file's strong entity tag before the first of its bytes is kept; `undefined`: none. */
  readonly onEtag: (etag: string | undefined) => Promise<void>;
  /** Told how much is there. */
  readonly onBytes: (bytes: number, totalBytes: number | undefined) => void;
  /** Says in words what an HTTP status means for this file; retrying would not help. */
  readonly explain: (httpStatus: number) => string;
}

/**
 * Downloads a file. After a broken connection it asks for the rest only (`Range` with `If-Range`),
 * and starts afresh if the server has no such thing or the file has changed.
 *
 * @param download - What, and where to.
 * @throws LonghandError `source-failed` after the last try, and at once for a status that a new try
 *   would not change; `disk-full`, `not-writable` or `cancelled`.
 */
export async function downloadResumable(download: ResumableDownload): Promise<void> {
  let { etag } = download;
  let answered = false;
  let idleTries = 0;
  for (;;) {
    const before = download.part.receivedBytes();
    const outcome = await tryOnce(download, etag);
    throwIfAborted(download.signal);
    if (outcome.status === "whole") return;
    etag = outcome.etag;
    answered ||= outcome.answered;
    idleTries = download.part.receivedBytes() > before ? 1 : idleTries + 1;
    if (idleTries >= (answered ? MAX_IDLE_TRIES : MAX_FIRST_TRIES)) {
      throw sourceError(outcome.reason, outcome.cause);
    }
    const waitMs = outcome.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (idleTries - 1);
    await pause(download, Math.min(waitMs, MAX_WAIT_MS));
  }
}

/** What became of one request. */
type Outcome = { readonly status: "whole" } | BrokenOff;

interface BrokenOff {
  readonly status: "broken-off";
  readonly reason: string;
  readonly cause?: unknown;
  readonly answered: boolean;
  readonly etag: string | undefined;
  readonly retryAfterMs?: number;
}

async function tryOnce(download: ResumableDownload, etag: string | undefined): Promise<Outcome> {
  const { part, clock, signal } = download;
  if (etag === undefined) await part.restart();
  const watchdog = openWatchdog({ clock, signal, maxSilenceMs: MAX_ANSWER_MS });
  let kept = etag;
  let answered = false;
  try {
    const response = await ask(download, { etag, watchdog });
    answered = true;
    watchdog.feed(MAX_SILENCE_MS);
    const answer = await readAnswer(response, download, etag);
    if (answer.status !== "body") return answer;
    kept = answer.etag;
    await keepBody(response, { download, watchdog, totalBytes: answer.totalBytes });
    const missing = (answer.totalBytes ?? 0) - part.receivedBytes();
    if (missing <= 0) return { status: "whole" };
    const reason = `the connection broke off ${missing} bytes before the end.`;
    return { status: "broken-off", reason, answered, etag: kept };
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause;
    const reason = whyBroken(cause, { download, watchdog, answered });
    return { status: "broken-off", reason, cause, answered, etag: kept };
  } finally {
    watchdog.close();
  }
}

interface Asking {
  readonly etag: string | undefined;
  readonly watchdog: Watchdog;
}

function ask({ url, headers, part }: ResumableDownload, asking: Asking): Promise<Response> {
  const from = part.receivedBytes();
  const rest =
    from > 0 && asking.etag !== undefined
      ? { range: `bytes=${from}-`, "if-range": asking.etag }
      : {};
  return fetch(url, {
    headers: { ...headers, ...rest, "accept-encoding": "identity" },
    signal: asking.watchdog.signal,
  });
}

/** What is known of the file at the server. */
interface FileFacts {
  readonly totalBytes: number | undefined;
  readonly etag: string | undefined;
}

/** What an answer means for the part. */
type Answer = ({ readonly status: "body" } & FileFacts) | Outcome;

async function readAnswer(
  response: Response,
  download: ResumableDownload,
  asked: string | undefined,
): Promise<Answer> {
  const { part } = download;
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  const total = range?.[2] ?? response.headers.get("content-length") ?? undefined;
  const totalBytes = total === undefined ? undefined : Number(total);
  const goesOn = response.status === 206 && Number(range?.[1]) === part.receivedBytes();
  if (response.status !== 200 && !goesOn) {
    return await refused(response, download, { totalBytes, etag: asked });
  }
  refuseOtherSize(download, totalBytes);
  const tag = response.headers.get("etag") ?? undefined;
  // A weak tag says "much the same file", which is not enough to join two parts.
  const etag = tag === undefined || tag.startsWith("W/") ? undefined : tag;
  if (!goesOn) {
    await part.restart();
    await download.onEtag(etag);
  }
  return { status: "body", totalBytes, etag };
}

function refuseOtherSize({ expectedBytes }: ResumableDownload, totalBytes?: number): void {
  if (expectedBytes === undefined || totalBytes === undefined || totalBytes === expectedBytes) {
    return;
  }
  throw sourceError(`the file there has ${totalBytes} bytes, not ${expectedBytes}.`);
}

/** An answer without usable bytes: whole already, to be tried again, or final. */
async function refused(
  response: Response,
  { part, explain, onEtag }: ResumableDownload,
  { totalBytes, etag }: FileFacts,
): Promise<Outcome> {
  await response.body?.cancel();
  const { status } = response;
  if (status === 416 && totalBytes !== undefined && totalBytes === part.receivedBytes()) {
    return { status: "whole" };
  }
  if (status === 416 || status === 206) {
    await onEtag(undefined);
    const reason = "the server gave another part of the file than was asked for.";
    return { status: "broken-off", reason, answered: true, etag: undefined };
  }
  if (status !== 429 && status < 500) throw sourceError(explain(status));
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return {
    status: "broken-off",
    reason: explain(status),
    answered: true,
    etag,
    ...(Number.isFinite(seconds) ? { retryAfterMs: seconds * 1000 } : {}),
  };
}

interface Body {
  readonly download: ResumableDownload;
  readonly watchdog: Watchdog;
  readonly totalBytes: number | undefined;
}

async function keepBody(response: Response, { download, watchdog, totalBytes }: Body) {
  const { part } = download;
  for await (const piece of response.body ?? []) {
    await part.append(piece);
    watchdog.feed(MAX_SILENCE_MS);
    download.onBytes(part.receivedBytes(), totalBytes);
  }
}

interface Broken {
  readonly download: ResumableDownload;
  readonly watchdog: Watchdog;
  readonly answered: boolean;
}

function whyBroken(thrown: unknown, { download, watchdog, answered }: Broken): string {
  const { host } = download.url;
  const seconds = (answered ? MAX_SILENCE_MS : MAX_ANSWER_MS) / 1000;
  if (watchdog.expired()) return `${host} sent nothing for ${seconds} s.`;
  // What went wrong stands in the cause; the error itself only says "fetch failed".
  const inner = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code = (inner as NodeJS.ErrnoException | undefined)?.code;
  const said = code ?? messageOf(inner);
  if (!answered) return `no connection to ${host} (${said}).`;
  return `the connection to ${host} broke off after ${download.part.receivedBytes()} bytes (${said}).`;
}

async function pause({ clock, signal }: ResumableDownload, waitMs: number): Promise<void> {
  await clock.sleep(waitMs, signal).catch(() => undefined);
  throwIfAborted(signal);
}
