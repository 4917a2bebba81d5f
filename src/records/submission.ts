import { z } from "zod";
import { shownNameSchema } from "./shown-name.ts";

/** States of a submission, in the order in which it may pass through them. */
export const SUBMISSION_STATES = [
  "received",
  "validating",
  "rejected",
  "queued",
  "scoring",
  "scored",
  "failed",
  "withdrawn",
] as const;

/** State of a submission. `rejected`, `scored`, `failed` and `withdrawn` are final. */
export type SubmissionState = (typeof SUBMISSION_STATES)[number];

/** States from which nothing follows by itself. */
export const FINAL_SUBMISSION_STATES: readonly SubmissionState[] = [
  "rejected",
  "scored",
  "failed",
  "withdrawn",
];

/** A line of a submission: exactly one of the two ids. */
export interface SubmissionLine {
  /** Id of the prompt, for open tracks. */
  readonly promptId?: string | number;
  /** Id of the example, for tracks with references. */
  readonly exampleId?: string | number;
  /** The text. */
  readonly text: string;
}

/** What stands beside the texts: `meta.json` of an archive, or the form field `meta`. */
export interface SubmissionMeta {
  /** Name of the system, 1–80 characters. */
  readonly system: string;
  /** Answers to the questions about resources, by the id of the question. */
  readonly declaration?: Readonly<Record<string, string>>;
  /** Address of the code; shown as text. */
  readonly codeUrl?: string;
  /** Licence under which the texts may be passed on, for instance `CC BY 4.0`. @defaultValue they are not passed on */
  readonly textLicence?: string;
}

/** Schema of the name of a system: 1 to 80 characters, all of which can be seen. */
export const systemNameSchema: z.ZodString = shownNameSchema(1, 80);

/** Schema of {@link SubmissionMeta}. */
export const submissionMetaSchema: z.ZodType<SubmissionMeta> = z.strictObject({
  system: systemNameSchema,
  declaration: z.exactOptional(z.record(z.string().max(40), z.string().max(4_000))),
  codeUrl: z.exactOptional(z.url({ protocol: /^https?$/ }).max(500)),
  textLicence: z.exactOptional(z.string().trim().min(1).max(120)),
});

/** Something wrong with a line, or with the file as a whole. */
export interface LineProblem {
  /** Line of the file, from 1; absent for what concerns the file as a whole. */
  readonly line?: number;
  /** File inside an archive; absent for a plain file. */
  readonly file?: string;
  /** Stable, kebab-case name of the fault. */
  readonly code: string;
  /** What is wrong, with the value, and what would be right. */
  readonly message: string;
}

/** How much of its quota a team has left. */
export interface QuotaView {
  /** Submissions that may still be accepted today (UTC). */
  readonly leftToday: number;
  /** Submissions that may still be accepted in all. */
  readonly leftInAll: number;
  /** Submissions that may begin now, as far as those in progress decide. */
  readonly leftInProgress: number;
  /** When the next submission may begin, in UTC milliseconds; absent if none ever may. */
  readonly nextSlotMs?: number;
}

/** Answer to an upload, at once. */
export interface SubmissionReceipt {
  /** Opaque id. */
  readonly id: string;
  /** SHA-256 of the bytes as they came, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Their number. */
  readonly bytes: number;
  /** When the upload began, by the server's clock, in UTC milliseconds: what the deadline is held against. */
  readonly receivedAtMs: number;
  /** The state now. */
  readonly state: SubmissionState;
  /** What is left. */
  readonly quota: QuotaView;
}

/** Flags that both sides see. */
export const SUBMISSION_FLAGS = [
  "empty-text",
  "below-min-words",
  "above-max-words",
  "duplicate-of-earlier",
  "copies-reference",
  "indicative-score",
] as const;

/** What looks odd about a submission. */
export interface SubmissionFlag {
  /** Which kind. */
  readonly kind: (typeof SUBMISSION_FLAGS)[number];
  /** Items that it concerns. */
  readonly items: number;
  /** In words; names no text, no other team. */
  readonly note: string;
}

/** The sum of a metric over a set of items. */
export interface ScoreSummary {
  /** Track metric. */
  readonly metric: string;
  /** `development` items, or the `public` or `private` part of the test items. */
  readonly part: "development" | "public" | "private";
  /** Mean; absent if there is none. */
  readonly value?: number;
  /** Why there is none. */
  readonly reason?: string;
  /** Items that were scored. */
  readonly scored: number;
  /** Items of the part. */
  readonly planned: number;
  /** The settings behind the number. */
  readonly signature: string;
}

/** A result on one development item. */
export interface DevelopmentResult {
  /** The item. */
  readonly itemId: string;
  /** Metric. */
  readonly metric: string;
  /** Score; absent if there is none. */
  readonly value?: number;
  /** Why there is none. */
  readonly reason?: string;
}

/** A submission as its team sees it. */
export interface SubmissionView {
  /** Opaque id. */
  readonly id: string;
  /** Track. */
  readonly track: string;
  /** Which items it answers. */
  readonly set: "development" | "test";
  /** Name of the system. */
  readonly system: string;
  /** State. */
  readonly state: SubmissionState;
  /** When the upload began, in UTC milliseconds. */
  readonly receivedAtMs: number;
  /** When it became final, in UTC milliseconds; absent before. */
  readonly finalAtMs?: number;
  /** SHA-256 of the upload. */
  readonly sha256: string;
  /** Bytes of the upload. */
  readonly bytes: number;
  /** Whether it is the team's choice for the track. */
  readonly selected: boolean;
  /** Whether every required question about resources has an answer. */
  readonly declared: boolean;
  /** What the team said last about the system and its resources; absent before it said anything. */
  readonly meta?: SubmissionMeta;
  /** Jobs before it; present while it waits. */
  readonly queuePosition?: number;
  /** Expected wait in milliseconds; present while it waits. */
  readonly expectedWaitMs?: number;
  /** Why it failed; such a submission costs no quota. */
  readonly cause?: string;
  /** Problems of a rejected submission, the first 1,000. */
  readonly problems: readonly LineProblem[];
  /** All problems, those beyond the first 1,000 counted in. */
  readonly problemCount: number;
  /** What looks odd. */
  readonly flags: readonly SubmissionFlag[];
  /** Sums; those of the private part only after the freeze. */
  readonly scores: readonly ScoreSummary[];
  /** Results by item, of a development submission only. */
  readonly results: readonly DevelopmentResult[];
}

/** One page of a list. */
export interface SubmissionPage {
  /** Submissions, latest first. */
  readonly items: readonly SubmissionView[];
  /** Cursor of the next page; absent on the last. */
  readonly next?: string;
  /** What the team may still submit. */
  readonly quota: QuotaView;
}

/** A row of the organisers' queue. */
export interface QueueEntry {
  /** The submission. */
  readonly submissionId: string;
  /** Its team. */
  readonly teamName: string;
  /** Track. */
  readonly track: string;
  /** State. */
  readonly state: SubmissionState;
  /** Attempts so far, 0–3. */
  readonly attempts: number;
  /** When it was received, in UTC milliseconds. */
  readonly receivedAtMs: number;
  /** When the worker that has it was last heard of, in UTC milliseconds. */
  readonly heartbeatAtMs?: number;
  /** Why the last attempt ended, if it failed. */
  readonly cause?: string;
}

/** A row of the organisers' list of flags. */
export interface FlagEntry extends SubmissionFlag {
  /** The submission. */
  readonly submissionId: string;
  /** Its team. */
  readonly teamName: string;
  /** Track. */
  readonly track: string;
  /** When the submission was received, in UTC milliseconds. */
  readonly receivedAtMs: number;
}

/** What a team declares of one scored submission to the test items, at `GET …/declarations`. */
export interface DeclarationView {
  /** The submission. */
  readonly submissionId: string;
  /** Name of the team. */
  readonly team: string;
  /** The track. */
  readonly track: string;
  /** System, answers to the questions about resources, code, licence. */
  readonly meta: SubmissionMeta;
}

/** The score of one submission under the version in force and under the one that is being made. */
export interface RescoredScore {
  /** The submission. */
  readonly submissionId: string;
  /** Name of its team. */
  readonly teamName: string;
  /** Name of its system. */
  readonly system: string;
  /** The track. */
  readonly track: string;
  /** The metric that ranks the track. */
  readonly metric: string;
  /** The score in force, to four decimals; absent without one. */
  readonly active?: string;
  /** The new one; absent until it is there. */
  readonly next?: string;
}

/** Progress of a rescoring, at `GET …/queue`. */
export interface RescoreView {
  /** The version that is being made. */
  readonly version: number;
  /** The version that the board shows meanwhile. */
  readonly activeVersion: number;
  /** Why everything is scored again. */
  readonly reason: string;
  /** When it began, in UTC milliseconds. */
  readonly startedAtMs: number;
  /** Submissions with new scores. */
  readonly done: number;
  /** Submissions in all. */
  readonly total: number;
  /** Both numbers of the latest submissions, on the part of the test items that the board shows. */
  readonly scores: readonly RescoredScore[];
}

/** One version of scores, in the history of a challenge. */
export interface ScoresVersionView {
  /** From 1. */
  readonly version: number;
  /** Why it was begun. */
  readonly reason: string;
  /** When it was begun, in UTC milliseconds. */
  readonly startedAtMs: number;
  /** When the board switched to it, in UTC milliseconds; absent before. */
  readonly activatedAtMs?: number;
}

/** Answer of `GET …/queue`. */
export interface QueueView {
  /** Submissions that are not final, oldest first. */
  readonly entries: readonly QueueEntry[];
  /** The rescoring that goes on; absent if none does. */
  readonly rescore?: RescoreView;
  /** All versions of scores, the newest first. */
  readonly versions: readonly ScoresVersionView[];
}
