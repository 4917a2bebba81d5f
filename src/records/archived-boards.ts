import { z } from "zod";
import type { BoardPart } from "./leaderboard.ts";
import { SUBMISSION_STATES, type SubmissionState } from "./submission.ts";

/** What the boards of a track were made from: enough to make them again. */
export interface ArchivedBoardInput {
  /** Id of the track. */
  readonly track: string;
  /** The moment that the boards show, in UTC milliseconds. */
  readonly asOfMs: number;
  /** Whether they were frozen. */
  readonly frozen: boolean;
  /** Version of the references behind the scores. */
  readonly referenceVersion: number;
  /** The test items, in the order of their file. */
  readonly items: readonly ArchivedItem[];
  /** What teams chose, all choices. */
  readonly selections: readonly ArchivedSelection[];
  /** Submissions to the test items that were scored, failed or withdrawn. */
  readonly submissions: readonly ArchivedSubmission[];
}

/** A test item, without its prompt. */
export interface ArchivedItem {
  /** Its id. */
  readonly itemId: string;
  /** Which board it counts for. */
  readonly part: BoardPart;
  /** The person behind it, by a number of this archive; absent where there is none. */
  readonly person?: string;
}

/** A choice of a team. */
export interface ArchivedSelection {
  /** The team. */
  readonly teamId: string;
  /** What it chose. */
  readonly submissionId: string;
  /** When, in UTC milliseconds. */
  readonly selectedAtMs: number;
}

/** A submission with its scores. */
export interface ArchivedSubmission {
  /** The team. */
  readonly teamId: string;
  /** Its name. */
  readonly team: string;
  /** Whether it is a test team of the organisers; absent for others. */
  readonly isTest?: true;
  /** The submission. */
  readonly submissionId: string;
  /** Name of the system. */
  readonly system: string;
  /** When it was received, in UTC milliseconds. */
  readonly submittedAtMs: number;
  /** When it became final, in UTC milliseconds; absent if that is not known. */
  readonly finalAtMs?: number;
  /** When it was withdrawn, in UTC milliseconds; absent if it was not. */
  readonly withdrawnAtMs?: number;
  /** Its state. */
  readonly status: SubmissionState;
  /** SHA-256 of the upload, 64 hexadecimal digits; empty if it never was whole. */
  readonly sha256: string;
  /** Bytes of the upload. */
  readonly bytes: number;
  /** Kinds of its flags. */
  readonly flags: readonly string[];
  /** Scores by metric. */
  readonly scores: Readonly<Record<string, ArchivedMetricScore>>;
}

/** What a metric came to for a submission. */
export interface ArchivedMetricScore {
  /** The settings behind the numbers. */
  readonly signature: string;
  /** Over the public items; absent if nothing came. */
  readonly public?: ArchivedSum;
  /** Over the private items; absent if nothing came. */
  readonly private?: ArchivedSum;
  /** Scores by item, for submissions that have a rank on some board; absent for others. */
  readonly items?: readonly (readonly [itemId: string, value: number | null])[];
  /** What the metric says beside its numbers; absent for nothing. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** A mean over a part of the items. */
export interface ArchivedSum {
  /** The mean; absent if there is none. */
  readonly value?: number;
  /** Lower end of its 95 % interval; absent without one. */
  readonly low?: number;
  /** Upper end. */
  readonly high?: number;
  /** Why there is no mean; absent if there is one. */
  readonly reason?: string;
}

const ms = z.int();
const id = z.string().min(1);

const sumSchema = z.strictObject({
  value: z.exactOptional(z.number()),
  low: z.exactOptional(z.number()),
  high: z.exactOptional(z.number()),
  reason: z.exactOptional(z.string()),
});

const submissionSchema: z.ZodType<ArchivedSubmission> = z.strictObject({
  teamId: id,
  team: id,
  isTest: z.exactOptional(z.literal(true)),
  submissionId: id,
  system: id,
  submittedAtMs: ms,
  finalAtMs: z.exactOptional(ms),
  withdrawnAtMs: z.exactOptional(ms),
  status: z.enum(SUBMISSION_STATES),
  sha256: z.string(),
  bytes: z.int().min(0),
  flags: z.array(z.string()),
  scores: z.record(
    z.string(),
    z.strictObject({
      signature: z.string(),
      public: z.exactOptional(sumSchema),
      private: z.exactOptional(sumSchema),
      items: z.exactOptional(z.array(z.tuple([z.string(), z.number().nullable()]))),
      facts: z.exactOptional(z.record(z.string(), z.string())),
    }),
  ),
});

/** Schema of {@link ArchivedBoardInput}. */
export const archivedBoardInputSchema: z.ZodType<ArchivedBoardInput> = z.strictObject({
  track: id,
  asOfMs: ms,
  frozen: z.boolean(),
  referenceVersion: z.int().min(1),
  items: z.array(
    z.strictObject({
      itemId: id,
      part: z.enum(["public", "private"]),
      person: z.exactOptional(id),
    }),
  ),
  selections: z.array(z.strictObject({ teamId: id, submissionId: id, selectedAtMs: ms })),
  submissions: z.array(submissionSchema),
});
