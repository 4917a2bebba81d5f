import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { type Clock, LonghandError } from "../foundation/index.ts";

/** Who holds a folder. */
interface LockOwner {
  readonly pid: number;
  readonly host: string;
  /** When the process started, by the system's own count: tells a reused process id apart. */
  readonly processStart?: string;
  readonly beatMs: number;
}

/** A held lock. */
export interface FolderLock {
  /** Gives the folder free. */
  release(): Promise<void>;
}

/** Options of {@link lockFolder}. */
export interface FolderLockOptions {
  /**
   * Told at a heartbeat that the folder is gone, or that another process holds it: whoever writes
   * should stop. Told once.
   */
  readonly onLost?: (error: LonghandError) => void;
  /** Time between two heartbeats, in milliseconds. @defaultValue 10_000 */
  readonly heartbeatMs?: number;
}

const HEARTBEAT_MS = 10_000;
const REMOTE_SILENCE_MS = 60_000;

/**
 * Takes a folder for one writer. A lock whose process is gone is taken over at once; one from
 * another machine after 60 s without a beat.
 *
 * @param folder - The folder; it must exist.
 * @param clock - The time, for the heartbeat.
 * @param options - Who is told when the folder is lost, and how often that is looked at.
 * @returns The lock, with a heartbeat until it is released.
 * @throws LonghandError `run-locked`, naming the owner.
 */
export async function lockFolder(
  folder: string,
  clock: Clock,
  { onLost, heartbeatMs = HEARTBEAT_MS }: FolderLockOptions = {},
): Promise<FolderLock> {
  const path = join(folder, "writer.lock");
  const mine = (): LockOwner => ({
    pid: process.pid,
    host: hostname(),
    ...processStartOf(process.pid),
    beatMs: clock.nowMs(),
  });
  await take(path, mine, clock);
  let lastBeat: Promise<void> = Promise.resolve();
  let lost = false;
  const beatOnce = async (): Promise<void> => {
    const fault = await lostFolder(folder, path);
    if (fault === undefined) return renew(path, mine());
    lost = true;
    clearInterval(beat);
    onLost?.(fault);
  };
  const beat = setInterval(() => {
    // A missed beat is no fault: the process id still shows that the owner lives.
    lastBeat = beatOnce().catch(() => undefined);
  }, heartbeatMs);
  beat.unref();
  return {
    release: async () => {
      clearInterval(beat);
      await lastBeat;
      if (!lost) await rm(path, { force: true });
    },
  };
}

/** Unlike other files, a lock does not bring its folder back. */
async function renew(path: string, owner: LockOwner): Promise<void> {
  made += 1;
  const whole = `${path}.new-${process.pid}-${made}`;
  await writeFile(whole, JSON.stringify(owner));
  await rename(whole, path);
}

/** Why the folder is no longer ours; `undefined` while it is. */
async function lostFolder(folder: string, path: string): Promise<LonghandError | undefined> {
  const lock = path;
  if ((await stat(folder).catch(() => undefined)) === undefined) {
    return new LonghandError(`The folder ${folder} is gone: it was deleted or moved meanwhile.`, {
      code: "run-deleted",
      hint: "Nothing more is written. Start anew, or put the folder back and resume.",
      details: { folder },
    });
  }
  const owner = await readOwner(lock);
  if (owner === undefined || (owner.pid === process.pid && owner.host === hostname())) {
    return undefined;
  }
  return lockedError(lock, owner);
}

async function take(path: string, mine: () => LockOwner, clock: Clock): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await createLock(path, mine())) return;
    const owner = await readOwner(path);
    if (owner !== undefined && isAlive(owner, clock.nowMs())) throw lockedError(path, owner);
    await moveStaleAway(path, owner);
  }
  throw lockedError(path, await readOwner(path));
}

/**
 * Moves a stale lock away. Between the look at it and the move another process may have done the
 * same and taken the folder: then what was moved is its fresh lock, and goes back.
 */
async function moveStaleAway(path: string, stale: LockOwner | undefined): Promise<void> {
  const aside = `${path}.stale-${process.pid}`;
  try {
    await rename(path, aside);
    const moved = await readOwner(aside);
    if (JSON.stringify(moved) !== JSON.stringify(stale)) await link(aside, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Gone already, or taken again already: the next look at the lock decides.
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

let made = 0;

async function createLock(path: string, owner: LockOwner): Promise<boolean> {
  // A link appears at once with its whole content: no reader can meet a half-written lock.
  made += 1;
  const whole = `${path}.new-${process.pid}-${made}`;
  await writeFile(whole, JSON.stringify(owner));
  try {
    await link(whole, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(whole, { force: true });
  }
}

async function readOwner(path: string): Promise<LockOwner | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as LockOwner;
  } catch {
    // Gone, or damaged by a power cut: nobody holds it.
    return undefined;
  }
}

function isAlive(owner: LockOwner, nowMs: number): boolean {
  if (owner.host !== hostname()) return nowMs - owner.beatMs < REMOTE_SILENCE_MS;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const { processStart } = processStartOf(owner.pid);
  return processStart === owner.processStart;
}

/** Field 22 of /proc/PID/stat; absent on systems without it. */
function processStartOf(pid: number): { readonly processStart?: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const processStart = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return processStart === undefined ? {} : { processStart };
  } catch {
    return {};
  }
}

function lockedError(path: string, owner: LockOwner | undefined): LonghandError {
  const who = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
  return new LonghandError(`The run is being written by ${who}.`, {
    code: "run-locked",
    hint: `Wait for it, or end it. The lock is ${path}.`,
    details: { lock: path, ...(owner === undefined ? {} : { pid: owner.pid, host: owner.host }) },
  });
}
