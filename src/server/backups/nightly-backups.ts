import { messageOf } from "../../foundation/index.ts";
import type { BackupsView } from "../../records/index.ts";
import type { BackupPart } from "../database/backup-format.ts";
import type { ServerContext } from "../http/server-context.ts";
import {
  BACKUP_PARTS,
  backupFile,
  newestBackup,
  prepareFolders,
  removeOldBackups,
} from "./backup-files.ts";
import { nextTimeOfDay } from "./backup-times.ts";

/** Longest sleep, in milliseconds: a machine may sleep, or be told another time. */
const LONGEST_SLEEP_MS = 10 * 60_000;
/** Wait after a failure, in milliseconds. */
const RETRY_MS = 3_600_000;

/** How a server backs itself up. */
export interface BackupPlan {
  /** Folder of all backups; made if it is not there. */
  readonly folder: string;
  /** How many nights are kept. */
  readonly keep: number;
  /** When, in minutes since midnight, UTC. */
  readonly minute: number;
  /**
   * Writes one part of a backup, under its name only once it is whole.
   *
   * @param part - What it holds.
   * @param path - The file.
   * @param signal - Ends it early.
   */
  readonly write: (part: BackupPart, path: string, signal: AbortSignal) => Promise<unknown>;
}

/** The server's own backups. */
export interface NightlyBackups {
  /** How they stand. */
  status(): BackupsView;
  /** Begins: with a backup at once if the last one is older than a day, or there is none. */
  start(): Promise<void>;
  /** Ends, a backup under way included; nothing of it stays. */
  close(): Promise<void>;
}

/**
 * Backs a server up every night. What fails is logged, shown to admins, and tried again after an hour;
 * old backups are removed only after a new one is whole.
 *
 * @param plan - Where, when, how many.
 * @param server - Time and log.
 * @returns The backups; start and close them.
 */
export function openNightlyBackups(
  plan: BackupPlan,
  { clock, log }: Pick<ServerContext, "clock" | "log">,
): NightlyBackups {
  const stop = new AbortController();
  const state: State = {
    nextMs: clock.nowMs(),
    success: null,
    failure: null,
    runningSinceMs: null,
  };
  let running: Promise<void> | undefined;
  return {
    status: () => ({
      plan: { folder: plan.folder, keep: plan.keep, minute: plan.minute },
      nextMs: state.nextMs,
      runningSinceMs: state.runningSinceMs,
      lastSuccess: state.success,
      lastFailure: state.failure,
    }),
    start: async () => {
      state.success = (await newestBackup(plan.folder)) ?? null;
      if (state.success !== null) state.nextMs = nextTimeOfDay(state.success.atMs, plan.minute);
      running = keepBackingUp({ plan, clock, log, state, signal: stop.signal });
    },
    close: async () => {
      stop.abort();
      await running;
    },
  };
}

interface State {
  nextMs: number;
  success: BackupsView["lastSuccess"];
  failure: BackupsView["lastFailure"];
  runningSinceMs: number | null;
}

interface Backing extends Pick<ServerContext, "clock" | "log"> {
  readonly plan: BackupPlan;
  readonly state: State;
  readonly signal: AbortSignal;
}

async function keepBackingUp(backing: Backing): Promise<void> {
  const { clock, state, signal } = backing;
  while (!signal.aborted) {
    const waitMs = state.nextMs - clock.nowMs();
    if (waitMs <= 0) await backUpOnce(backing);
    // Only the end of the server ends a sleep early.
    else await clock.sleep(Math.min(waitMs, LONGEST_SLEEP_MS), signal).catch(() => undefined);
  }
}

async function backUpOnce(backing: Backing): Promise<void> {
  const { plan, clock, log, state, signal } = backing;
  const atMs = clock.nowMs();
  state.runningSinceMs = atMs;
  try {
    await writeBoth(backing, atMs);
    state.failure = null;
    log.info({ bytes: state.success?.bytes }, "backup written");
  } catch (error) {
    if (signal.aborted) return;
    const code = codeOf(error);
    state.failure = { atMs, code, message: messageOf(error) };
    log.error({ code }, "backup failed");
  } finally {
    state.runningSinceMs = null;
    const nextMs = nextTimeOfDay(atMs, plan.minute);
    state.nextMs = state.failure === null ? nextMs : Math.min(nextMs, clock.nowMs() + RETRY_MS);
  }
}

/** Stable word for a fault: ours, or the system's, for instance ENOSPC. */
function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" ? code : "backup-failed";
}

async function writeBoth({ plan, state, signal }: Backing, atMs: number): Promise<void> {
  const { folder, keep } = plan;
  await prepareFolders(folder);
  for (const part of BACKUP_PARTS) {
    signal.throwIfAborted();
    await plan.write(part, backupFile(folder, part, atMs), signal);
  }
  state.success = (await newestBackup(folder)) ?? null;
  await removeOldBackups(folder, keep);
}
