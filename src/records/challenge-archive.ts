import { z } from "zod";
import { type ArchivedBoardInput, archivedBoardInputSchema } from "./archived-boards.ts";
import { type ArchivedStudy, archivedStudySchema } from "./archived-study.ts";
import {
  CHALLENGE_DATE_NAMES,
  type ChallengeSchedule,
  type DateChange,
  type ResolvedChallenge,
  resolvedChallengeSchema,
  type SignedDeviation,
} from "./challenge.ts";
import { boardSchema, flagEntrySchema } from "./challenge-views.ts";
import { type Datasheet, datasheetSchema } from "./datasheet.ts";
import type { Board } from "./leaderboard.ts";
import type { FlagEntry } from "./submission.ts";

/**
 * Everything that the final report of a challenge is made from, in one file. It holds no hidden
 * references, no names of raters, and of texts only those that may be passed on.
 */
export interface ChallengeArchive extends ReportableArchive {
  /** What the boards were made from, track by track. */
  readonly boardInputs: readonly ArchivedBoardInput[];
  /** Texts that may be passed on. */
  readonly texts: readonly ArchivedText[];
  /** Answers to the Human Evaluation Datasheet, one sheet for each study. */
  readonly datasheets: readonly Datasheet[];
  /** An entry for BibTeX. */
  readonly bibtex: string;
}

/** What of an archive the report is made from: all but what takes most of its bytes. */
export interface ReportableArchive {
  /** What the file is. */
  readonly kind: "longhand-challenge-archive";
  /** Version of the format. */
  readonly version: 1;
  /** Version of Longhand that made it. */
  readonly codeVersion: string;
  /** Address of the challenge; absent where its server has no public one. */
  readonly address?: string;
  /** The moment it shows, in UTC milliseconds: once results are published, that of the last change. */
  readonly madeAtMs: number;
  /** Whether results were published; a preliminary archive may change. */
  readonly state: "preliminary" | "final";
  /** What a final archive still waits for, as sentences; empty for a final one. */
  readonly missing: readonly string[];
  /** The challenge with all defaults filled in, its schedule as it is after all changes. */
  readonly challenge: ResolvedChallenge;
  /** The schedule as it was announced first. */
  readonly firstSchedule: ChallengeSchedule;
  /** Dates that were moved, in the order of the changes. */
  readonly dateChanges: readonly DateChange[];
  /** When the boards were frozen, in UTC milliseconds; absent before. */
  readonly frozenAtMs?: number;
  /** When results were published, in UTC milliseconds; absent before. */
  readonly publishedAtMs?: number;
  /** Departures from the plan that the organiser signed. */
  readonly deviations: readonly SignedDeviation[];
  /** Versions of the terms, in order; the last is in force. */
  readonly terms: readonly ArchivedTerms[];
  /** The submissions that stand for their teams, with what was declared. */
  readonly participants: readonly ArchivedParticipant[];
  /** The automatic boards, public and private parts. */
  readonly boards: readonly Board[];
  /** What looked odd about submissions. */
  readonly flags: readonly FlagEntry[];
  /** The rating studies, in the order in which they were opened; empty without one. */
  readonly studies: readonly ArchivedStudy[];
  /** Limits that the organisers name, as sentences. */
  readonly limits: readonly string[];
  /** Texts that may be passed on; the report only counts them. */
  readonly texts: readonly Omit<ArchivedText, "text">[];
  /** The audit log. */
  readonly audit: ArchivedAudit;
}

/** A version of the terms. */
export interface ArchivedTerms {
  /** Its name. */
  readonly version: string;
  /** Since when it is in force, in UTC milliseconds. */
  readonly sinceMs: number;
  /** The terms. */
  readonly text: string;
}

/** The end of the audit log: the last line about the challenge or one of its studies. */
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
  /** Version of the terms that whoever submitted accepted last; absent if that is not known. */
  readonly termsVersion?: string;
  /** Licence under which the texts may be passed on; absent where none was given. */
  readonly textLicence?: string;
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

const ms = z.int();
const hash = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits");

/** Schema of {@link ChallengeArchive}. */
export const challengeArchiveSchema: z.ZodType<ChallengeArchive> = z.strictObject({
  kind: z.literal("longhand-challenge-archive"),
  version: z.literal(1),
  codeVersion: z.string().min(1),
  address: z.exactOptional(z.url({ protocol: /^https$/ })),
  madeAtMs: ms,
  state: z.enum(["preliminary", "final"]),
  missing: z.array(z.string()),
  challenge: resolvedChallengeSchema,
  firstSchedule: z.strictObject({
    announced: ms,
    submissionsOpen: ms,
    registrationCloses: ms,
    submissionsClose: ms,
    ratingCloses: ms,
  }),
  dateChanges: z.array(
    z.strictObject({
      name: z.enum(CHALLENGE_DATE_NAMES),
      oldMs: ms,
      newMs: ms,
      reason: z.string(),
      changedAtMs: ms,
    }),
  ),
  frozenAtMs: z.exactOptional(ms),
  publishedAtMs: z.exactOptional(ms),
  deviations: z.array(
    z.strictObject({ act: z.enum(["freeze", "publish"]), reason: z.string(), signedAtMs: ms }),
  ),
  terms: z.array(z.strictObject({ version: z.string().min(1), sinceMs: ms, text: z.string() })),
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
      termsVersion: z.exactOptional(z.string()),
      textLicence: z.exactOptional(z.string()),
    }),
  ),
  boards: z.array(boardSchema),
  boardInputs: z.array(archivedBoardInputSchema),
  flags: z.array(flagEntrySchema),
  studies: z.array(archivedStudySchema),
  limits: z.array(z.string()),
  texts: z.array(
    z.strictObject({
      submissionId: z.string(),
      itemId: z.string(),
      permission: z.string().min(1),
      text: z.string(),
    }),
  ),
  datasheets: z.array(datasheetSchema),
  bibtex: z.string(),
  audit: z.strictObject({ lines: z.int().min(0), head: hash }),
});
