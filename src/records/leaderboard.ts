import { z } from "zod";
import type { ScoreDirection } from "./challenge-file.ts";

/** Parts of the test items: `public` until the freeze, then `private`, too. */
export type BoardPart = "public" | "private";

/** Why a team has no rank. */
export type UnrankedReason =
  | "score-null"
  | "score-not-a-number"
  | "score-missing"
  | "failed"
  | "partial"
  | "terms-not-accepted"
  | "indicative"
  | "test-team";

/** A line of the board. */
export interface BoardRow {
  /** Opaque id of the team. */
  readonly teamId: string;
  /** Name of the team. */
  readonly team: string;
  /** Name of the system. */
  readonly system: string;
  /** The submission. */
  readonly submissionId: string;
  /** When it was received, in UTC milliseconds. */
  readonly submittedAtMs: number;
  /** Rank, 1 for the best; equal scores share it. Absent for lines below the ranks. */
  readonly rank?: number;
  /** Why there is no rank. */
  readonly reason?: UnrankedReason;
  /** The same in words. */
  readonly reasonText?: string;
  /** The score that is ranked, rounded to four decimals; absent without one. */
  readonly score?: number;
  /** The score as it is shown, for instance `0.4123`. */
  readonly shown?: string;
  /** Lower end of the 95 % interval; absent below five items. */
  readonly low?: number;
  /** Upper end. */
  readonly high?: number;
  /** Best rank of the rank interval; absent below five common items. */
  readonly rankLow?: number;
  /** Worst rank of the rank interval. */
  readonly rankHigh?: number;
  /** Whether nothing separates it from the first. */
  readonly inTopGroup?: boolean;
  /** The score on the other part, after the freeze. */
  readonly otherPart?: number;
  /** Scores of the other metrics, as they are shown, by metric id. */
  readonly others: Readonly<Record<string, string>>;
  /** What the metric says beside its number, for instance tokens and lags of GAPELMAPER. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Kinds of flags. */
  readonly flags: readonly string[];
}

/** A version of scores that is being made while a board still shows the one before. */
export interface BoardRescoring {
  /** The version that is being made. */
  readonly version: number;
  /** When it began, in UTC milliseconds. */
  readonly startedAtMs: number;
  /** Submissions with new scores. */
  readonly done: number;
  /** Submissions in all. */
  readonly total: number;
}

/** A board: what pages, CSV and report show. */
export interface Board {
  /** The challenge. */
  readonly challengeId: string;
  /** The track. */
  readonly track: string;
  /** The metric that ranks. */
  readonly metric: string;
  /** Which scores are good. */
  readonly direction: ScoreDirection;
  /** The settings behind all its numbers; absent while there is none. */
  readonly signature?: string;
  /** Whose items count. */
  readonly part: BoardPart;
  /** The moment it shows, in UTC milliseconds. */
  readonly asOfMs: number;
  /** Whether it is frozen. */
  readonly frozen: boolean;
  /** Version of the scores, that is of references and measures, that was in force at its moment. */
  readonly referenceVersion: number;
  /** The version that will take its place once it is whole; absent if none is being made, and in past boards. */
  readonly rescoring?: BoardRescoring;
  /** Ranked lines, best first. */
  readonly ranked: readonly BoardRow[];
  /** Lines without a rank, by team name. */
  readonly unranked: readonly BoardRow[];
  /** What to call the leaders: one that is separated from all others, or several that are not. */
  readonly lead: "winner" | "top-group" | "none";
  /** What a reader must know, as sentences. */
  readonly notes: readonly string[];
}

/** Query of `GET …/leaderboard`. */
export interface BoardQuery {
  /** Track. @defaultValue the first */
  readonly track?: string;
  /** Metric. @defaultValue the primary one */
  readonly metric?: string;
  /** Part. @defaultValue `public` before the freeze, `private` after it */
  readonly part?: BoardPart;
  /** A moment of the past, in UTC milliseconds or as an ISO date. @defaultValue now */
  readonly asOf?: string;
  /** `csv` for a file, `html` for a page that needs no script. @defaultValue `json` */
  readonly format?: "json" | "csv" | "html";
}

/** Schema of {@link BoardQuery}. */
export const boardQuerySchema: z.ZodType<BoardQuery> = z.object({
  track: z.exactOptional(z.string().max(40)),
  metric: z.exactOptional(z.string().max(60)),
  part: z.exactOptional(z.enum(["public", "private"])),
  asOf: z.exactOptional(z.string().max(40)),
  format: z.exactOptional(z.enum(["json", "csv", "html"])),
});
