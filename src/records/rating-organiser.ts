import { z } from "zod";
import { LEAK_KINDS, type LeakFinding, type RatingPlan, ratingPlanSchema } from "./rating-plan.ts";

/** States of a study; it never goes back. */
export const STUDY_STATUSES = ["draft", "open", "closed", "unblinded"] as const;

/** One of the {@link STUDY_STATUSES}. */
export type StudyStatus = (typeof STUDY_STATUSES)[number];

/** A study in the organisers' list. */
export interface StudySummary {
  /** Its id. */
  readonly id: string;
  /** Its title. */
  readonly title: string;
  /** Where it stands. */
  readonly status: StudyStatus;
  /** Hash of its plan. */
  readonly planHash: string;
  /** Complete readings so far, controls left out. */
  readonly complete: number;
  /** Complete readings that the plan asks for. */
  readonly needed: number;
  /** When it was made, in milliseconds since 1970. */
  readonly createdAtMs: number;
  /** When it was opened; absent before. */
  readonly openedAtMs?: number;
  /** When it was closed; absent before. */
  readonly closedAtMs?: number;
}

/** Schema of {@link StudySummary}. */
export const studySummarySchema: z.ZodType<StudySummary> = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(STUDY_STATUSES),
  planHash: z.string(),
  complete: z.int(),
  needed: z.int(),
  createdAtMs: z.number(),
  openedAtMs: z.exactOptional(z.number()),
  closedAtMs: z.exactOptional(z.number()),
});

/** What was decided about a trace: it is harmless, it is hidden, it is known and stays. */
export const LEAK_DECISIONS = ["cleared", "masked", "accepted"] as const;

/** One of the {@link LEAK_DECISIONS}. */
export type LeakDecision = (typeof LEAK_DECISIONS)[number];

/** A trace with what was decided; `text` is the id of the blinded text, as in the coverage grid. */
export interface DecidedLeak extends LeakFinding {
  /** The decision; absent while it is open. */
  readonly decision?: LeakDecision;
}

/** A study with its plan: `GET /studies/:id`, and the reply of `POST /studies`. */
export interface StudyView {
  /** The study. */
  readonly study: StudySummary;
  /** Its plan. */
  readonly plan: RatingPlan;
  /** Traces of writers in the texts. */
  readonly leaks: readonly DecidedLeak[];
  /** People who agreed to rate. */
  readonly raters: readonly StudyRater[];
}

/** A list of studies: `GET /studies`. */
export interface StudyList {
  /** Studies, newest first. */
  readonly studies: readonly StudySummary[];
}

/** Schema of {@link StudyList}. */
export const studyListSchema: z.ZodType<StudyList> = z.strictObject({
  studies: z.array(studySummarySchema),
});

/** A person who rates. */
export interface StudyRater {
  /** Pseudonym, as in exports. */
  readonly rater: string;
  /** Texts submitted. */
  readonly submitted: number;
  /** Texts skipped. */
  readonly skipped: number;
  /** Leases that ran out. */
  readonly expired: number;
}

const raterSchema = z.strictObject({
  rater: z.string(),
  submitted: z.int(),
  skipped: z.int(),
  expired: z.int(),
});

/** Schema of {@link DecidedLeak}. */
export const decidedLeakSchema: z.ZodType<DecidedLeak> = z.strictObject({
  id: z.string(),
  text: z.string(),
  kind: z.enum(LEAK_KINDS),
  start: z.int().min(0),
  match: z.string(),
  excerpt: z.string(),
  decision: z.exactOptional(z.enum(LEAK_DECISIONS)),
});

/** Schema of {@link StudyView}. */
export const studyViewSchema: z.ZodType<StudyView> = z.strictObject({
  study: studySummarySchema,
  plan: ratingPlanSchema,
  leaks: z.array(decidedLeakSchema),
  raters: z.array(raterSchema),
});

/** Body of `POST /studies/:id/leaks/:finding`. */
export interface LeakDecisionRequest {
  /** What to do with the trace. */
  readonly decision: LeakDecision;
  /** Why: goes into the audit log. */
  readonly note: string;
}

/** Schema of {@link LeakDecisionRequest}. */
export const leakDecisionRequestSchema: z.ZodType<LeakDecisionRequest> = z.strictObject({
  decision: z.enum(LEAK_DECISIONS),
  note: z.string().regex(/\S/, "must give a reason").max(1000),
});

/** Body of `POST /studies/:id/open`. */
export interface OpenStudyRequest {
  /** Codes of the plan's warnings that are accepted, `low-power` for instance. */
  readonly accept: readonly string[];
}

/** Schema of {@link OpenStudyRequest}. */
export const openStudyRequestSchema: z.ZodType<OpenStudyRequest> = z.strictObject({
  accept: z._default(z.array(z.string().max(60)).max(50), []),
});

/** Body of `POST /studies/:id/close`. */
export interface CloseStudyRequest {
  /** Why it closes although texts lack ratings; needed in that case, printed in the report. */
  readonly deviation?: string;
}

/** Schema of {@link CloseStudyRequest}. */
export const closeStudyRequestSchema: z.ZodType<CloseStudyRequest> = z.strictObject({
  deviation: z.exactOptional(z.string().regex(/\S/, "must give a reason").max(4000)),
});

/** A fault of a file of ratings. */
export interface RatingProblem {
  /** Line number, from 1; absent where it is about the whole. */
  readonly line?: number;
  /** What is wrong. */
  readonly problem: string;
}

/** Schema of {@link RatingProblem}. */
export const ratingProblemSchema: z.ZodType<RatingProblem> = z.strictObject({
  line: z.exactOptional(z.int()),
  problem: z.string(),
});

/** Reply of `POST /studies/:id/import`: what was brought in. */
export interface ImportedRatings {
  /** Raters. */
  readonly raters: number;
  /** Readings, complete or not. */
  readonly readings: number;
  /** Answers that count now. */
  readonly answers: number;
}

/** Schema of {@link ImportedRatings}. */
export const importedRatingsSchema: z.ZodType<ImportedRatings> = z.strictObject({
  raters: z.int(),
  readings: z.int(),
  answers: z.int(),
});

/** Body of `POST /studies/:id/unblind`: first why, then the ticket of the first reply. */
export type UnblindRequest =
  | {
      /** Why the key is opened: step one. */
      readonly reason: string;
    }
  | {
      /** The ticket of step one, at most an hour old: step two. */
      readonly ticket: string;
    };

/** Schema of {@link UnblindRequest}. */
export const unblindRequestSchema: z.ZodType<UnblindRequest> = z.union([
  z.strictObject({ reason: z.string().regex(/\S/, "must give a reason").max(4000) }),
  z.strictObject({ ticket: z.string().max(200) }),
]);

/** Reply to `unblind`: the ticket after step one, the key after step two. */
export type UnblindReply =
  | {
      /** Which step was taken. */
      readonly step: 1;
      /** To be sent back in step two. */
      readonly ticket: string;
      /** When the ticket ends, in milliseconds since 1970. */
      readonly expiresAtMs: number;
    }
  | {
      /** Which step was taken. */
      readonly step: 2;
      /** Which system wrote which text. */
      readonly key: readonly StudyKeyEntry[];
    };

/** Which system wrote a text. */
export interface StudyKeyEntry {
  /** Id of the text in exports. */
  readonly text: string;
  /** Id of the system, or of the control. */
  readonly system: string;
}

const keyEntrySchema = z.strictObject({ text: z.string(), system: z.string() });

/** Schema of {@link StudyKeyEntry}. */
export const studyKeyEntrySchema: z.ZodType<StudyKeyEntry> = keyEntrySchema;

/** Schema of {@link UnblindReply}. */
export const unblindReplySchema: z.ZodType<UnblindReply> = z.union([
  z.strictObject({ step: z.literal(1), ticket: z.string(), expiresAtMs: z.number() }),
  z.strictObject({ step: z.literal(2), key: z.array(keyEntrySchema) }),
]);

/** `GET /studies/:id/coverage`: counts only, no values, no systems. */
export interface StudyCoverage {
  /** Complete readings of texts, controls left out. */
  readonly complete: number;
  /** Readings that the plan asks for. */
  readonly needed: number;
  /** Readings that are going on. */
  readonly active: number;
  /** One row for each prompt; the cells stand in a drawn order that tells nothing of the systems. */
  readonly prompts: readonly {
    /** Id of the prompt. */
    readonly prompt: string;
    /** Its texts. */
    readonly texts: readonly CoverageCell[];
  }[];
  /** Raters by pseudonym. */
  readonly raters: readonly StudyRater[];
}

/** How far one blinded text is. */
export interface CoverageCell {
  /** Id of the text in exports. */
  readonly text: string;
  /** Complete readings. */
  readonly complete: number;
  /** Readings that are going on. */
  readonly active: number;
  /** Readings that were skipped or ran out. */
  readonly lost: number;
}

/** Schema of {@link StudyCoverage}. */
export const studyCoverageSchema: z.ZodType<StudyCoverage> = z.strictObject({
  complete: z.int(),
  needed: z.int(),
  active: z.int(),
  prompts: z.array(
    z.strictObject({
      prompt: z.string(),
      texts: z.array(
        z.strictObject({
          text: z.string(),
          complete: z.int(),
          active: z.int(),
          lost: z.int(),
        }),
      ),
    }),
  ),
  raters: z.array(raterSchema),
});
