// `npm run bench -- server [--run=FOLDER] [--seconds=30]`: 200 requests a second for 30 seconds on `longhand serve`,
// which holds 1,000 scored submissions of 200 teams and a run of 100,000 examples; on both databases.
// Ends with 1 if p99 of any route is 100 ms or more, or if a request is not answered with 200. With
// `--run`, the run is kept in the folder for the next time.
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { DatabasePlace } from "../src/server/database/open-database.ts";
import {
  clientOf,
  register,
  type ServerProcess,
  startServer,
} from "../tests/e2e/server-process.ts";
import { startPostgres } from "../tests/postgres-on-demand.ts";
import { residentMb } from "./large-file.ts";
import { type LoadOutcome, type LoadRoute, openLoop, quantileMs } from "./open-loop.ts";
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
    const file = join(folder, "sqlite", "server", "longhand.sqlite");
    const passed = [
      await measure("SQLite", join(folder, "sqlite"), { runs, place: { path: file } }),
    ];
    const { postgres, port, stop } = await startPostgres();
    try {
      await postgres.createDatabase("bench");
      const place = { url: `postgres://postgres:password@127.0.0.1:${port}/bench` };
      passed.push(await measure("PostgreSQL", join(folder, "postgres"), { runs, place }));
    } finally {
      await stop();
    }
    if (passed.includes(false)) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
  const server = await startServer({ home, databaseUrl, runs });
  try {
    const cookie = await register(server.url, server.setupUrl ?? "", "Ada");
    await seedChallenge(await clientOf(server.url, cookie), place);
    const routes = routesOf(readdirSync(runs)[0] ?? "");
    const load = { url: server.url, headers: { cookie }, routes, perSecond: PER_SECOND };
    await openEach(server.url, routes, cookie);
    const cpuS = cpuSeconds(server);
    const outcome = await openLoop({ ...load, seconds: SECONDS });
    const busy = (cpuSeconds(server) - cpuS) / outcome.seconds;
    const size = `${SUBMISSIONS.toLocaleString("en")} submissions of ${TEAMS} teams to ${ITEMS} items, a run of ${EXAMPLES.toLocaleString("en")} examples`;
    console.log(`${name}: ${PER_SECOND} requests/s for ${SECONDS} s; ${size}`);
    const passed = tell(outcome);
    console.log(
      `  server: ${Math.ceil(residentMb(server.child.pid))} MB resident at most, ${Math.round(100 * busy)} % of a core`,
    );
    console.log(
      `  the same for ${LIVE_SECONDS} s, a score coming every ${LIVE_PAUSE_MS / 1_000} s:`,
    );
    tell(await whileScoresCome(place, () => openLoop({ ...load, seconds: LIVE_SECONDS })));
    return passed;
  } finally {
    await end(server);
  }
}

function routesOf(run: string): readonly LoadRoute[] {
  const board = "/api/v1/challenges/tales/leaderboard";
  const at = (path: string): string => `/api/v1/runs${path}`;
  // Another page of the run and another example each time.
  const place = (number: number): number => (number * 7_919) % EXAMPLES;
  return [
    { name: "board, JSON", path: () => board },
    { name: "board, HTML", path: () => `${board}?format=html` },
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

/** The first reply of each route makes what the later ones read: a board, an index of the run. */
async function openEach(url: string, routes: readonly LoadRoute[], cookie: string): Promise<void> {
  for (const { name, path } of routes) {
    const beganMs = performance.now();
    const reply = await fetch(`${url}${path(0)}`, { headers: { cookie } });
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${text}`);
    console.error(`  first reply, ${name}: ${Math.round(performance.now() - beganMs)} ms`);
  }
}

function tell({ routes, latestMs }: LoadOutcome): boolean {
  for (const { name, timesMs, limited, errors, bytes } of routes) {
    const [p50, p95, p99, most] = [0.5, 0.95, 0.99, 1].map((share) =>
      quantileMs(timesMs, share).toFixed(1),
    );
    const refused = `${errors} errors, ${limited} over the limit of requests`;
    console.log(
      `  ${name} (${timesMs.length} requests, ${Math.ceil(bytes / 1_000)} kB): p50 ${p50}, p95 ${p95}, p99 ${p99}, longest ${most} ms; ${refused}`,
    );
  }
  console.log(`  the generator was late by ${latestMs.toFixed(1)} ms at most`);
  return routes.every(
    ({ timesMs, limited, errors }) =>
      limited + errors === 0 && quantileMs(timesMs, 0.99) < BOUND_MS,
  );
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
