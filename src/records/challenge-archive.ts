import { z } from "zod";
import {
  CHALLENGE_DATE_NAMES,
  type DateChange,
  type ResolvedChallenge,
  resolvedChallengeSchema,
  type SignedDeviation,
} from "./challenge.ts";
import { boardSchema, flagEntrySchema } from "./challenge-views.ts";
import type { Board } from "./leaderboard.ts";
import { type RatingLine, ratingLineSchema } from "./rating-line.ts";
import { type StudyKeyEntry, studyKeyEntrySchema } from "./rating-organiser.ts";
import { type RatingPlan, ratingPlanSchema } from "./rating-plan.ts";
import { type RatingAnalysis, ratingAnalysisSchema } from "./rating-results.ts";
import type { ControlRange, ExclusionRule, StudyTests } from "./rating-study.ts";
import type { FlagEntry } from "./submission.ts";

/** Everything that the final report of a challenge is made from, in one file. It holds no hidden texts and no names of raters. */
export interface ChallengeArchive {
  /** What the file is. */
  readonly kind: "longhand-challenge-archive";
  /** Version of the format. */
  readonly version: 1;
  /** Version of Longhand that made it. */
  readonly codeVersion: string;
  /** When it was made, in UTC milliseconds. */
  readonly madeAtMs: number;
  /** The challenge with all defaults filled in, its schedule as it is after all changes. */
  readonly challenge: ResolvedChallenge;
  /** Dates that were moved, in the order of the changes. */
  readonly dateChanges: readonly DateChange[];
  /** Departures from the plan that the organiser signed. */
  readonly deviations: readonly SignedDeviation[];
  /** The submissions that stand for their teams, with what was declared. */
  readonly participants: readonly ArchivedParticipant[];
  /** The automatic boards, public and private parts. */
  readonly boards: readonly Board[];
  /** What looked odd about submissions. */
  readonly flags: readonly FlagEntry[];
  /** The rating study; absent without one. */
  readonly study?: ArchivedStudy;
  /** Limits that the organisers name, as sentences. */
  readonly limits: readonly string[];
  /** Texts that may be passed on. */
  readonly texts: readonly ArchivedText[];
  /** The audit log. */
  readonly audit: ArchivedAudit;
}

/** The end of the audit log. */
export interface ArchivedAudit {
  /** Lines that the head covers. */
  readonly lines: number;
  /** Hash of the last line, which covers all before it: 64 hexadecimal digits. */
  readonly head: string;
}

/** A submission that stands for its team in one track. */
export interface ArchivedParticipant {
  /** Name of the team. */
  readonly team: string;
  /** Name of the system. */
  readonly system: string;
  /** Id of the track. */
  readonly track: string;
  /** The submission. */
  readonly submissionId: string;
  /** When it was received, in UTC milliseconds. */
  readonly submittedAtMs: number;
  /** Whether it is a test team of the organisers, which is never ranked; absent for others. */
  readonly isTest?: true;
  /** Answers to the questions about resources, by the id of the question. */
  readonly declaration: Readonly<Record<string, string>>;
  /** Address of the code; absent where none was given. */
  readonly codeUrl?: string;
}

/** A text that its team allows to be passed on. */
export interface ArchivedText {
  /** The submission. */
  readonly submissionId: string;
  /** The item that it answers. */
  readonly itemId: string;
  /** By what permission. */
  readonly permission: string;
  /** The text. */
  readonly text: string;
}

/** A system as a report names it. */
export interface ArchivedSystem {
  /** Id in the key. */
  readonly id: string;
  /** Name in the report. @defaultValue the id */
  readonly name?: string;
  /** Whether its texts were written by people. */
  readonly isHuman?: boolean;
}

/** A score of a metric for a text of the study. */
export interface ArchivedScore {
  /** Name of the metric. */
  readonly metric: string;
  /** Id of the system. */
  readonly system: string;
  /** Id of the prompt. */
  readonly prompt: string;
  /** The score. */
  readonly value: number;
}

/** A closed and unblinded rating study. */
export interface ArchivedStudy {
  /** Its plan, with the hash from before the first rating. */
  readonly plan: RatingPlan;
  /** When it was opened, in UTC milliseconds. */
  readonly openedAtMs: number;
  /** When it was closed, in UTC milliseconds. */
  readonly closedAtMs: number;
  /** Why it was closed although ratings were missing; absent if none were. */
  readonly closingDeviation?: string;
  /** What raters were paid, in the organisers' words; absent if not stated. */
  readonly pay?: string;
  /** The systems, in the order of the tables. */
  readonly systems: readonly ArchivedSystem[];
  /** By id of a control as the key has it: what an attentive rater may answer. */
  readonly controls: Readonly<Record<string, Readonly<Record<string, ControlRange>>>>;
  /** The rule of exclusion. */
  readonly exclusion: ExclusionRule;
  /** The declared tests. */
  readonly tests: StudyTests;
  /** Seed of the statistics. */
  readonly seed: number;
  /** The ratings with their histories, by pseudonym. */
  readonly ratings: readonly RatingLine[];
  /** Which system wrote which text. */
  readonly key: readonly StudyKeyEntry[];
  /** Automatic scores of the texts. */
  readonly scores: readonly ArchivedScore[];
  /** What the ratings came to. */
  readonly analysis: RatingAnalysis;
}

const ms = z.int();
const hash = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits");
const mark = z.int().min(1).max(5);
const proportion = z.number().min(0).max(1);

const studySchema = z.strictObject({
  plan: ratingPlanSchema,
  openedAtMs: ms,
  closedAtMs: ms,
  closingDeviation: z.exactOptional(z.string()),
  pay: z.exactOptional(z.string()),
  systems: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        name: z.exactOptional(z.string().min(1)),
        isHuman: z.exactOptional(z.boolean()),
      }),
    )
    .min(2),
  controls: z.record(
    z.string(),
    z.record(
      z.string(),
      z.strictObject({ least: z.exactOptional(mark), most: z.exactOptional(mark) }),
    ),
  ),
  exclusion: z.strictObject({
    tooFastShare: proportion,
    straightLiningShare: proportion,
    controlMisses: z.int().min(1),
    minTexts: z.int().min(1),
  }),
  tests: z.strictObject({
    dimensions: z.exactOptional(z.array(z.string().min(1)).min(1)),
    permutations: z.int().min(100).max(1_000_000),
    resamples: z.int().min(100).max(1_000_000),
    alpha: z.number().gt(0).lt(1),
    metrics: z.array(z.string()),
  }),
  seed: z.int().min(0),
  ratings: z.array(ratingLineSchema).min(1),
  key: z.array(studyKeyEntrySchema),
  scores: z.array(
    z.strictObject({
      metric: z.string().min(1),
      system: z.string().min(1),
      prompt: z.string().min(1),
      value: z.number(),
    }),
  ),
  analysis: ratingAnalysisSchema,
});

/** Schema of {@link ChallengeArchive}. */
export const challengeArchiveSchema: z.ZodType<ChallengeArchive> = z.strictObject({
  kind: z.literal("longhand-challenge-archive"),
  version: z.literal(1),
  codeVersion: z.string().min(1),
  madeAtMs: ms,
  challenge: resolvedChallengeSchema,
  dateChanges: z.array(
    z.strictObject({
      name: z.enum(CHALLENGE_DATE_NAMES),
      oldMs: ms,
      newMs: ms,
      reason: z.string(),
      changedAtMs: ms,
    }),
  ),
  deviations: z.array(
    z.strictObject({ act: z.enum(["freeze", "publish"]), reason: z.string(), signedAtMs: ms }),
  ),
  participants: z.array(
    z.strictObject({
      team: z.string().min(1),
      system: z.string().min(1),
      track: z.string().min(1),
      submissionId: z.string().min(1),
      submittedAtMs: ms,
      isTest: z.exactOptional(z.literal(true)),
      declaration: z.record(z.string(), z.string()),
      codeUrl: z.exactOptional(z.string()),
    }),
  ),
  boards: z.array(boardSchema),
  flags: z.array(flagEntrySchema),
  study: z.exactOptional(studySchema),
  limits: z.array(z.string()),
  texts: z.array(
    z.strictObject({
      submissionId: z.string(),
      itemId: z.string(),
      permission: z.string().min(1),
      text: z.string(),
    }),
  ),
  audit: z.strictObject({ lines: z.int().min(0), head: hash }),
});
