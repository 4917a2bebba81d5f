/** Tables of scoring. */
export interface ScoringTables {
  /** What is scored against which references. */
  scoringVersions: ScoringVersionRow;
  /** Scores of all versions. */
  scores: ScoreRow;
  /** Work to be done, under way and done. */
  scoringJobs: ScoringJobRow;
}

/** One version of scores: references and metrics that go together. */
export interface ScoringVersionRow {
  /** The challenge. */
  challengeId: string;
  /** From 1. */
  version: number;
  /** Why it began. */
  reason: string;
  /** UTC milliseconds. */
  startedMs: number;
  /** When the board switched to it, UTC milliseconds; null before. */
  activatedMs: number | null;
  /** JSON: name of the sealed file of references by track. */
  referenceFiles: string;
}

/** The scores of one submission by one metric. */
export interface ScoreRow {
  /** The submission. */
  submissionId: string;
  /** The version. */
  version: number;
  /** The metric. */
  metric: string;
  /** The settings behind the numbers. */
  signature: string;
  /** JSON of `PartSum` by part. */
  sums: string;
  /** JSON of `[itemId, value or null, reason or null]` by item. */
  items: string;
  /** JSON of facts beside the number; null for none. */
  facts: string | null;
  /** UTC milliseconds. */
  createdMs: number;
}

/** One piece of work. */
export interface ScoringJobRow {
  /** Random, 128 bits. */
  id: string;
  /** The submission. */
  submissionId: string;
  /** `validate` or `score`. */
  kind: string;
  /** Version of scores; 0 for `validate`. */
  version: number;
  /** `waiting`, `leased`, `done` or `failed`. */
  state: string;
  /** Leases so far. */
  attempts: number;
  /** Place in the queue: UTC milliseconds of its making. */
  createdMs: number;
  /** Secret of the lease; null if there is none. */
  lease: string | null;
  /** Last sign of life, UTC milliseconds; null without a lease. */
  heartbeatMs: number | null;
  /** When the last lease began, UTC milliseconds; null before the first. */
  startedMs: number | null;
  /** When it ended, UTC milliseconds; null before. */
  endedMs: number | null;
  /** Why the last attempt failed; null if none did. */
  cause: string | null;
}
