import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
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
    ...startOf(process.pid),
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

function startOf(pid: number): Pick<LockOwner, "processStart"> {
  const { processStart } = processStateOf(pid);
  return processStart === undefined ? {} : { processStart };
}

/** Unlike other files, a lock does not bring its folder back. */
async function renew(path: string, owner: LockOwner): Promise<void> {
  made += 1;
  const whole = `${path}.new-${process.pid}-${made}`;
  try {
    await writeFile(whole, JSON.stringify(owner));
    await rename(whole, path);
  } finally {
    // On a full disk it is there and empty.
    await rm(whole, { force: true });
  }
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
    if (owner !== undefined && (await isAlive(owner, clock))) throw lockedError(path, owner);
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
  try {
    await writeFile(whole, JSON.stringify(owner));
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

/**
 * Tells whether a living process holds a folder; nothing is changed.
 *
 * @param folder - The folder.
 * @param clock - The time, for locks of other machines.
 * @returns `true` if somebody writes it.
 */
export async function isFolderHeld(folder: string, clock: Clock): Promise<boolean> {
  const owner = await readOwner(join(folder, "writer.lock"));
  return owner !== undefined && (await isAlive(owner, clock));
}

async function isAlive(owner: LockOwner, clock: Clock): Promise<boolean> {
  if (owner.host !== hostname()) return clock.nowMs() - owner.beatMs < REMOTE_SILENCE_MS;
  for (let look = 0; look < DYING_LOOKS; look++) {
    if (!existsProcess(owner.pid)) return false;
    const { processStart, end } = processStateOf(owner.pid);
    if (processStart !== owner.processStart || end === "over") return false;
    if (end === undefined) return true;
    await clock.sleep(DYING_WAIT_MS);
  }
  return true;
}

function existsProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** A killed process with much memory takes a moment to be gone. */
const DYING_WAIT_MS = 50;
const DYING_LOOKS = 200;
/** Flag of the Linux kernel (PF_EXITING). */
const EXITING = 4;

interface ProcessState {
  readonly processStart?: string;
  /** `over`: dead, and only its parent has not noticed yet; `near`: about to be. */
  readonly end?: "near" | "over";
}

/**
 * What the system says of a process.
 *
 * @param pid - Its id.
 * @param read - Reads the system's line about it, by default `/proc/PID/stat`.
 * @returns Empty on systems without such a line, and for a process that is gone.
 */
export function processStateOf(
  pid: number,
  read: (path: string) => string = (path) => readFileSync(path, "utf8"),
): ProcessState {
  let fields: string[];
  try {
    const line = read(`/proc/${pid}/stat`);
    // The name in parentheses may hold anything; fields are counted behind it, from the third.
    fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return {};
  }
  const [state = "", flags, processStart] = [fields[0], fields[6], fields[19]];
  if (processStart === undefined) return {};
  if (["Z", "X"].includes(state)) return { processStart, end: "over" };
  return { processStart, ...((Number(flags) & EXITING) === 0 ? {} : { end: "near" }) };
}

function lockedError(path: string, owner: LockOwner | undefined): LonghandError {
  const who = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
  return new LonghandError(`${dirname(path)} is being written by ${who}.`, {
    code: "run-locked",
    hint: `Wait for it, or end it. The lock is ${path}.`,
    details: { lock: path, ...(owner === undefined ? {} : { pid: owner.pid, host: owner.host }) },
  });
}
