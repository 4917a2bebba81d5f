// `npm run bench -- server [--run=FOLDER] [--seconds=30] [--database=sqlite|postgres]`: 200 requests a second
// for 30 seconds on `longhand serve`, which holds 1,000 scored submissions of 200 teams and a run of 100,000
// examples; on both databases. Before, every route is asked once, which is told apart, and the load runs
// for five seconds that are not counted. Ends with 1 if p99 of any route is 100 ms or more, or if a
// request is not answered with 200. With `--run`, the run is kept in the folder for the next time.
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import type { DatabasePlace } from "../src/server/database/database.ts";
import {
  clientOf,
  register,
  type ServerProcess,
  startServer,
} from "../tests/e2e/server-process.ts";
import { startPostgres } from "../tests/postgres-on-demand.ts";
import { residentMb } from "./large-file.ts";
import {
  allRoutes,
  type LoadOutcome,
  type LoadRoute,
  openLoop,
  quantileMs,
  type RouteOutcome,
} from "./open-loop.ts";
import {
  ageBoard,
  EXAMPLES,
  ITEMS,
  makeRun,
  SUBMISSIONS,
  seedChallenge,
  TEAMS,
  withDatabase,
} from "./server-seed.ts";

const PER_SECOND = 200;
const BOUND_MS = 100;
/** Seconds of the load before it is measured. */
const WARM_SECONDS = 5;
/** Seconds of the second part, in which the board is made again all the time. */
const LIVE_SECONDS = 10;
const LIVE_PAUSE_MS = 2_000;

const SECONDS = Number(asked("--seconds") ?? 30);

/** Runs the benchmark and prints its figures. */
export async function benchServer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-bench-"));
  try {
    const run = asked("--run") ?? join(folder, "run");
    if (!existsSync(join(run, "runs"))) {
      console.error(`a run of ${EXAMPLES.toLocaleString("en")} examples...`);
      await makeRun(run);
    }
    const runs = join(run, "runs");
    const only = asked("--database");
    const passed: boolean[] = [];
    if (only !== "postgres") {
      const home = join(folder, "sqlite");
      const place = { path: join(home, "server", "longhand.sqlite") };
      passed.push(await measure("SQLite", home, { runs, place }));
    }
    if (only !== "sqlite") passed.push(await onPostgres(join(folder, "postgres"), runs));
    if (passed.includes(false)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function onPostgres(home: string, runs: string): Promise<boolean> {
  const { postgres, port, stop } = await startPostgres();
  try {
    await postgres.createDatabase("bench");
    const place = { url: `postgres://postgres:password@127.0.0.1:${port}/bench` };
    return await measure("PostgreSQL", home, { runs, place });
  } finally {
    await stop();
  }
}

function asked(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

interface MeasuredPlace {
  readonly runs: string;
  readonly place: DatabasePlace;
}

async function measure(
  name: string,
  home: string,
  { runs, place }: MeasuredPlace,
): Promise<boolean> {
  const databaseUrl = "url" in place ? place.url : "";
  const options = { home, databaseUrl, runs };
  const cookie = await seed(options, place);
  const server = await startServer({ ...options, port: cookie.port });
  try {
    const routes = routesOf(readdirSync(runs)[0] ?? "");
    const headers = { cookie: cookie.text };
    const load = { url: server.url, headers, routes, perSecond: PER_SECOND };
    const size = `${SUBMISSIONS.toLocaleString("en")} submissions of ${TEAMS} teams to ${ITEMS} items, a run of ${EXAMPLES.toLocaleString("en")} examples`;
    console.log(`${name}: ${size}`);
    console.log(`  machine: ${cpus().length} cores, load average ${loadText()}`);
    await openEach(server.url, routes, cookie.text);
    console.log(`  ${WARM_SECONDS} s of the load that are not counted, then ${SECONDS} s:`);
    await openLoop({ ...load, seconds: WARM_SECONDS });
    const passed = tell(await counted(server, () => openLoop({ ...load, seconds: SECONDS })));
    console.log(`  memory of the server: ${Math.ceil(residentMb(server.child.pid))} MB at most`);
    console.log(
      `  the same for ${LIVE_SECONDS} s, a score coming every ${LIVE_PAUSE_MS / 1_000} s (not part of the bound):`,
    );
    const live = (): Promise<LoadOutcome> => openLoop({ ...load, seconds: LIVE_SECONDS });
    tell(await counted(server, () => whileScoresCome(place, live)));
    console.log(
      `  ${passed ? "passed" : "MISSED"}: p99 of every route below ${BOUND_MS} ms, every reply 200; load average ${loadText()}`,
    );
    return passed;
  } finally {
    await end(server);
  }
}

function loadText(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(", ");
}

interface SeededSession {
  readonly text: string;
  /** The port, which the name of a cookie holds. */
  readonly port: string;
}

/** Fills the database, and makes the board once: the server that is measured is one that was started again. */
async function seed(
  options: Parameters<typeof startServer>[0],
  place: DatabasePlace,
): Promise<SeededSession> {
  const beganMs = performance.now();
  const server = await startServer(options);
  try {
    const text = await register(server.url, server.setupUrl ?? "", "Ada");
    await seedChallenge(await clientOf(server.url, text), place);
    const filledMs = performance.now();
    // A connection of its own: those before have waited so long that the server may have closed them.
    const fresh = new Pool(server.url);
    const { body: reply } = await fresh.request({ path: BOARD, method: "GET" });
    await reply.text();
    await fresh.close();
    const [took, board] = [filledMs - beganMs, performance.now() - filledMs].map(Math.round);
    console.error(`  filled within ${took} ms; the first board was made in ${board} ms`);
    return { text, port: new URL(server.url).port };
  } finally {
    await end(server);
  }
}

interface CountedLoad {
  readonly outcome: LoadOutcome;
  /** Processor time of the server, in seconds. */
  readonly cpuS: number;
}

async function counted(
  server: ServerProcess,
  load: () => Promise<LoadOutcome>,
): Promise<CountedLoad> {
  const beganS = cpuSeconds(server);
  const outcome = await load();
  return { outcome, cpuS: cpuSeconds(server) - beganS };
}

const BOARD = "/api/v1/challenges/tales/leaderboard";

function routesOf(run: string): readonly LoadRoute[] {
  const at = (path: string): string => `/api/v1/runs${path}`;
  // Another page of the run and another example each time.
  const place = (number: number): number => (number * 7_919) % EXAMPLES;
  return [
    { name: "board, JSON", path: () => BOARD },
    { name: "board, HTML", path: () => `${BOARD}?format=html` },
    { name: "list of runs", path: () => at("") },
    { name: "run", path: () => at(`/${run}`) },
    { name: "grid", path: () => at(`/${run}/grid`) },
    {
      name: "50 examples",
      path: (number) => at(`/${run}/examples?limit=50&cursor=${place(number)}`),
    },
    { name: "one example", path: (number) => at(`/${run}/examples/${place(number)}`) },
    { name: "page of the app", path: () => `/runs/${run}` },
  ];
}

/** The first reply of each route after the start makes what the later ones read, an index of the run for instance. */
async function openEach(url: string, routes: readonly LoadRoute[], cookie: string): Promise<void> {
  for (const { name, path } of routes) {
    const beganMs = performance.now();
    const reply = await fetch(`${url}${path(0)}`, { headers: { cookie } });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${text}`);
    console.log(
      `  first reply after the start, ${name}: ${Math.round(performance.now() - beganMs)} ms`,
    );
  }
}

function tell({ outcome: { routes, latestMs, seconds }, cpuS }: CountedLoad): boolean {
  const all = allRoutes(routes);
  for (const route of [...routes, all]) console.log(`  ${lineOf(route)}`);
  const each = (1_000 * cpuS) / all.timesMs.length;
  const share = Math.round((100 * cpuS) / seconds);
  console.log(
    `  server: ${share} % of a core, ${each.toFixed(2)} ms of processor time a request; the generator was late by ${latestMs.toFixed(1)} ms at most`,
  );
  return routes.every(
    ({ timesMs, limited, errors }) =>
      limited + errors === 0 && quantileMs(timesMs, 0.99) < BOUND_MS,
  );
}

function lineOf({ name, timesMs, limited, errors, bytes }: RouteOutcome): string {
  const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) =>
    quantileMs(timesMs, share).toFixed(1),
  );
  const refused = `${errors} errors, ${limited} over the limit of requests`;
  return `${name} (${timesMs.length} requests, ${Math.ceil(bytes / 1_000)} kB): p50 ${p50}, p95 ${p95}, p99 ${p99}, longest ${most} ms; ${refused}`;
}

async function whileScoresCome(
  place: DatabasePlace,
  load: () => Promise<LoadOutcome>,
): Promise<LoadOutcome> {
  const stop = new AbortController();
  const scores = withDatabase(place, async (database) => {
    while (!stop.signal.aborted) {
      await ageBoard(database);
      await wait(LIVE_PAUSE_MS);
    }
  });
  const outcome = await load();
  stop.abort();
  await scores;
  return outcome;
}

/** Linux tells it in hundredths of a second; elsewhere it is not told. */
function cpuSeconds({ child: { pid } }: ServerProcess): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const fields = readFileSync(path, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function end({ child }: ServerProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
