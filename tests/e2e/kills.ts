import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Random } from "../../src/foundation/index.ts";
import { finished, startLonghand } from "./longhand-process.ts";

/**
 * How often a test kills. `LONGHAND_KILLS=50 npx vitest run --project e2e write-kill-resume` tries more
 * moments than the suite does.
 *
 * @param standard - Kills in the suite.
 * @returns Kills in this run.
 */
export function killCount(standard: number): number {
  const wanted = Number(process.env["LONGHAND_KILLS"] ?? standard);
  if (Number.isInteger(wanted) && wanted > 0) return wanted;
  throw new TypeError(`LONGHAND_KILLS must be a whole number from 1 on, got ${wanted}.`);
}

/** Longest that a test with kills may take: each may take two seconds of a busy machine, and more. */
export function killTimeoutMs(kills: number): number {
  return 120_000 + kills * 20_000;
}

/** How a process is killed. */
export interface KillOptions {
  readonly cwd: string;
  /** Draws the moment. */
  readonly random: Random;
  /** Latest moment after the first sign of life, in milliseconds. */
  readonly latestMs: number;
  /** Share of kills that wait for no sign of life. @defaultValue 0.2 */
  readonly early?: number;
}

/**
 * Starts a process and kills it at a random moment: one time in five from its start on, else after it has
 * said that it is at work.
 *
 * @param args - Arguments of `longhand`.
 * @param options - Folder and chance.
 * @returns Whether the kill hit it: a process that had come to its end is not counted.
 */
export async function killAtRandom(
  args: readonly string[],
  { cwd, random, latestMs, early = 0.2 }: KillOptions,
): Promise<boolean> {
  const child = startLonghand(args, { cwd });
  const ended = finished(child);
  const isEarly = random.next() < early;
  const moment = random.next();
  if (isEarly) await Promise.race([wait(Math.max(900, latestMs) * moment), ended]);
  else {
    const spoke = new Promise<void>((resolve) => child.stderr?.once("data", () => resolve()));
    await Promise.race([spoke, ended]);
    await Promise.race([wait(latestMs * moment), ended]);
  }
  child.kill("SIGKILL");
  await ended;
  return child.signalCode === "SIGKILL";
}

/**
 * The calls whose replies a run has kept. A call that is made again is kept again, in a new file.
 *
 * @param run - The run's folder.
 * @returns What tells the file of each from a later one, by name.
 */
export function keptCalls(run: string): Map<string, string> {
  const folder = join(run, "calls");
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    // A run that was killed at its very beginning has no folder for them.
  }
  return new Map(
    names.map((name) => {
      const { ino, mtimeNs } = statSync(join(folder, name), { bigint: true });
      return [name, `${ino} ${mtimeNs}`];
    }),
  );
}
