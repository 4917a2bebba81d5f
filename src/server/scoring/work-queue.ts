/** What is to be done. */
export interface Work {
  /** The submission. */
  readonly submissionId: string;
  /** What to do with it. */
  readonly kind: "validate" | "score";
  /** Version of scores; 0 for `validate`. */
  readonly version: number;
}

/** Work that somebody has taken. */
export interface LeasedWork extends Work {
  /** The job. */
  readonly jobId: string;
  /** Secret of the lease: who has lost it can end nothing any more. */
  readonly lease: string;
  /** Which attempt it is, from 1. */
  readonly attempt: number;
}

/** Work whose lease ended without a result. */
export interface LostWork extends Work {
  /** The job. */
  readonly jobId: string;
  /** Attempts so far. */
  readonly attempts: number;
  /** Whether it waits again; `false` once it had three attempts. */
  readonly waits: boolean;
  /** Why the last attempt ended. */
  readonly cause: string;
}

/** How often a worker shows that it lives, in milliseconds. */
export const HEARTBEAT_MS = 30_000;

/** How long a lease holds without a sign of life, in milliseconds. */
export const LEASE_MS: number = 3 * HEARTBEAT_MS;

/** Attempts at most. */
export const MAX_ATTEMPTS = 3;

/**
 * Hands out work, each piece to one worker at a time. The member here keeps it in the server's own
 * database; a member on an engine of its own may take its place.
 */
export interface WorkQueue {
  /**
   * Takes the oldest waiting work on a submission that is not final; only then what is scored again.
   *
   * @returns It; `undefined` if none waits.
   */
  take(): Promise<LeasedWork | undefined>;
  /**
   * Shows that a worker lives.
   *
   * @param work - What it has.
   * @returns `false` if the lease is lost: the worker should stop.
   */
  beat(work: LeasedWork): Promise<boolean>;
  /**
   * Gives work back that failed: it waits again, or has failed for good after three attempts.
   *
   * @param work - The work.
   * @param cause - Why; no text of anybody.
   * @returns What became of it; `undefined` if the lease was lost before.
   */
  giveBack(work: LeasedWork, cause: string): Promise<LostWork | undefined>;
  /**
   * Ends leases without a sign of life.
   *
   * @param beforeMs - Those that were last heard of before this moment, UTC milliseconds.
   * @returns What became of each.
   */
  expire(beforeMs: number): Promise<readonly LostWork[]>;
}
