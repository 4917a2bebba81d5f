// Requests at a fixed rate, whether or not the ones before were answered: what waits is measured as
// waiting. Only for servers of this machine, bounded in number and time.
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";

/** Something to ask for. */
export interface LoadRoute {
  /** What it is called in the table. */
  readonly name: string;
  /** The path of the request with this number, from 0. */
  readonly path: (at: number) => string;
}

/** How much is asked. */
export interface LoadOptions {
  /** Address of a server on 127.0.0.1. */
  readonly url: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Taken in turn. */
  readonly routes: readonly LoadRoute[];
  readonly perSecond: number;
  readonly seconds: number;
}

/** How one route did. */
export interface RouteOutcome {
  readonly name: string;
  /** From the moment that a request was due to its last byte, in milliseconds, shortest first. */
  readonly timesMs: readonly number[];
  /** Requests refused with 429. */
  readonly limited: number;
  /** Requests that failed in any other way. */
  readonly errors: number;
  /** Bytes of the last body. */
  readonly bytes: number;
}

/** All routes taken together. */
export function allRoutes(routes: readonly RouteOutcome[]): RouteOutcome {
  const sum = (of: "limited" | "errors"): number =>
    routes.reduce((total, route) => total + route[of], 0);
  return {
    name: "all",
    timesMs: routes.flatMap(({ timesMs }) => timesMs).sort((one, other) => one - other),
    limited: sum("limited"),
    errors: sum("errors"),
    bytes: Math.max(...routes.map(({ bytes }) => bytes)),
  };
}

/** What a load came to. */
export interface LoadOutcome {
  readonly routes: readonly RouteOutcome[];
  /** Longest that a request was sent behind its time, in milliseconds: the generator's own part. */
  readonly latestMs: number;
  readonly seconds: number;
}

/** Connections: more requests at once wait for one, and their wait counts. */
const CONNECTIONS = 64;
const TIMEOUT_MS = 10_000;

interface Counts {
  readonly name: string;
  readonly timesMs: number[];
  limited: number;
  errors: number;
  bytes: number;
}

/** Sends the load and waits for all replies. */
export async function openLoop(options: LoadOptions): Promise<LoadOutcome> {
  const { url, routes, perSecond, seconds } = options;
  const pool = new Pool(url, {
    connections: CONNECTIONS,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const counts = routes.map(
    ({ name }): Counts => ({ name, timesMs: [], limited: 0, errors: 0, bytes: 0 }),
  );
  const total = perSecond * seconds;
  const replies: Promise<void>[] = [];
  const beganMs = performance.now();
  let latestMs = 0;
  for (let at = 0; at < total; ) {
    const dueMs = beganMs + (at * 1_000) / perSecond;
    const nowMs = performance.now();
    if (nowMs < dueMs) {
      await wait(1);
      continue;
    }
    latestMs = Math.max(latestMs, nowMs - dueMs);
    replies.push(ask(pool, options, { at, dueMs, counts: counts[at % routes.length] as Counts }));
    at += 1;
  }
  await Promise.all(replies);
  const took = (performance.now() - beganMs) / 1_000;
  await pool.close();
  for (const { timesMs } of counts) timesMs.sort((one, other) => one - other);
  return { routes: counts, latestMs, seconds: took };
}

interface Asked {
  readonly at: number;
  readonly dueMs: number;
  readonly counts: Counts;
}

async function ask(
  pool: Pool,
  { routes, headers }: LoadOptions,
  { at, dueMs, counts }: Asked,
): Promise<void> {
  const path = routes[at % routes.length]?.path(at) ?? "/";
  try {
    const { statusCode, body } = await pool.request({ path, method: "GET", headers });
    const bytes = await body.arrayBuffer();
    if (statusCode === 429) counts.limited += 1;
    else if (statusCode !== 200) counts.errors += 1;
    counts.bytes = bytes.byteLength;
  } catch {
    // Refused, cut off or beyond the time: all of these are the server's.
    counts.errors += 1;
  }
  counts.timesMs.push(performance.now() - dueMs);
}

/**
 * A quantile of times.
 *
 * @param timesMs - The times, shortest first.
 * @param share - From 0 to 1; 1 is the longest.
 */
export function quantileMs(timesMs: readonly number[], share: number): number {
  const at = Math.max(0, Math.ceil(share * timesMs.length) - 1);
  return timesMs[at] ?? Number.NaN;
}
