import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

/** The built command line; `LONGHAND_BUILT` names another folder than `dist`. */
const MAIN = join(process.env["LONGHAND_BUILT"] ?? resolve("dist"), "cli/main.js");

/** `longhand serve` as a process. */
export interface RunsServer {
  /** Its address. */
  readonly url: string;
  /** The address that opens the local viewer. */
  readonly viewerUrl: string;
  close(): Promise<void>;
}

/** Starts the built server on a folder of runs. */
export async function serveRuns(runs: string, home: string): Promise<RunsServer> {
  const server = start(["serve", "--port", "0", "--json", "--runs", runs, "--home", home], home);
  if (server.stdout === null) throw new RangeError("The server has no output.");
  for await (const line of createInterface({ input: server.stdout })) {
    const { url, viewerUrl } = JSON.parse(line) as RunsServer;
    return { url, viewerUrl, close: () => end(server, "SIGTERM") };
  }
  throw new RangeError("The server ended before it said where it is.");
}

/** Starts to write a document; it goes on while pages are looked at. */
export function startToWrite(
  brief: string,
  runs: string,
  home: string,
): { close(): Promise<void> } {
  const writer = start(["write", brief, "--yes", "--runs", runs, "--json"], home);
  return { close: () => end(writer, "SIGKILL") };
}

function start(args: readonly string[], home: string): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, LONGHAND_HOME: home },
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
