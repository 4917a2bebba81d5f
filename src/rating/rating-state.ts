import type { StudyDesign } from "./study-design.ts";

/** A reading that was begun. */
export interface LeaseFacts {
  /** Its id. */
  readonly lease: string;
  /** Key of the text. */
  readonly text: string;
  /** Which of the readings of the text, from 1. */
  readonly seat: number;
  /** Who reads. */
  readonly rater: string;
  /** What became of it; only `active` and `complete` ones hold their seat. */
  readonly status: "active" | "complete" | "skipped" | "expired";
  /** When it was taken, in milliseconds since 1970. */
  readonly takenAtMs: number;
  /** When it ends, or ended by itself. */
  readonly expiresAtMs: number;
  /** When it was submitted, skipped or marked as run out; absent while it is active. */
  readonly endedAtMs?: number;
}

/** Who rates. */
export interface RaterFacts {
  /** Pseudonym. */
  readonly rater: string;
  /** Teams whose texts and prompts the rater may not read. */
  readonly teams: readonly string[];
  /** Since when the rater could begin, in milliseconds since 1970. */
  readonly joinedAtMs: number;
}

/** Everything that decides who reads what next. */
export interface RatingState {
  /** The plan. */
  readonly design: StudyDesign;
  /** Which rows of the plan have a reader. */
  readonly claims: readonly RowClaim[];
  /** All readings that were ever begun. */
  readonly leases: readonly LeaseFacts[];
  /** All people who may rate. */
  readonly raters: readonly RaterFacts[];
  /** Readings of each text. */
  readonly ratersPerText: number;
  /** How long a lease lasts from the last saved answer, in milliseconds. */
  readonly leaseMs: number;
  /** How long it lasts at most, in milliseconds. */
  readonly longestMs: number;
}

/** A row of the plan that somebody reads. */
export interface RowClaim {
  /** Place of the row in the plan, from 0. */
  readonly row: number;
  /** Who reads it. */
  readonly rater: string;
}
