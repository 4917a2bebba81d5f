import { z } from "zod";
import {
  CHALLENGE_PHASES,
  type ChallengeSummary,
  type ChallengeView,
  type TeamInvitation,
  type TeamView,
} from "./challenge.ts";
import { resourceQuestionSchema } from "./challenge-file.ts";
import type { Board, BoardRow } from "./leaderboard.ts";
import {
  type DeclarationView,
  type FlagEntry,
  type LineProblem,
  type QueueView,
  type QuotaView,
  SUBMISSION_FLAGS,
  SUBMISSION_STATES,
  type SubmissionPage,
  type SubmissionReceipt,
  type SubmissionView,
  submissionMetaSchema,
} from "./submission.ts";

const ms = z.int();
const count = z.int().nonnegative();
const optional = z.exactOptional;

const momentSchema = z.object({ atMs: ms, utc: z.string(), aoe: z.string() });
const dateName = z.enum([
  "announced",
  "submissionsOpen",
  "registrationCloses",
  "submissionsClose",
  "ratingCloses",
]);
const direction = z.enum(["higher", "lower"]);
const state = z.enum(SUBMISSION_STATES);
const itemSet = z.enum(["development", "test"]);

/** Schema of {@link TeamView}. */
export const teamViewSchema: z.ZodType<TeamView> = z.object({
  id: z.string(),
  name: z.string(),
  test: z.boolean(),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
  locked: z.boolean(),
});

/** Schema of {@link TeamInvitation}. */
export const teamInvitationSchema: z.ZodType<TeamInvitation> = z.object({
  code: z.string(),
  expiresAtMs: ms,
});

const summaryFields = {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  phase: z.enum(CHALLENGE_PHASES),
  takesSubmissions: z.boolean(),
  submissionsCloseMs: ms,
  teams: count,
};

/** Schema of {@link ChallengeSummary}. */
export const challengeSummarySchema: z.ZodType<ChallengeSummary> = z.object(summaryFields);

const trackSchema = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(["open", "reference"]),
  minWords: count,
  maxWords: optional(count),
  metrics: z.array(
    z.object({
      id: z.string(),
      direction,
      primary: optional(z.boolean()),
      signature: optional(z.string()),
    }),
  ),
  developmentItems: count,
  testItems: count,
  itemIds: z.object({ development: z.array(z.string()), test: z.array(z.string()) }),
});

const rule = z.enum(["accept", "reject"]);

/** Schema of {@link ChallengeView}. */
export const challengeViewSchema: z.ZodType<ChallengeView> = z.object({
  ...summaryFields,
  dates: z.object({
    announced: momentSchema,
    submissionsOpen: momentSchema,
    registrationCloses: momentSchema,
    submissionsClose: momentSchema,
    ratingCloses: momentSchema,
  }),
  dateChanges: z.array(
    z.object({ name: dateName, oldMs: ms, newMs: ms, reason: z.string(), changedAtMs: ms }),
  ),
  deviations: z.array(
    z.object({ act: z.enum(["freeze", "publish"]), reason: z.string(), signedAtMs: ms }),
  ),
  tracks: z.array(trackSchema),
  quota: z.object({ perDay: count, inAll: count, inProgress: count }),
  terms: z.object({ version: z.string(), text: z.string() }),
  resourceQuestions: z.array(resourceQuestionSchema),
  rules: z.object({ empty: rule, belowMinWords: rule, aboveMaxWords: rule }),
  approval: z.boolean(),
  files: z.array(z.object({ name: z.string(), title: z.string(), bytes: count })),
  frozen: z.boolean(),
  mine: optional(
    z.object({
      organiser: z.boolean(),
      registration: z.enum(["none", "waiting", "approved", "refused"]),
      acceptedTerms: optional(z.string()),
      team: optional(teamViewSchema),
    }),
  ),
  warnings: optional(z.array(z.string())),
});

/** Schema of {@link QuotaView}. */
export const quotaViewSchema: z.ZodType<QuotaView> = z.object({
  leftToday: count,
  leftInAll: count,
  leftInProgress: count,
  nextSlotMs: optional(ms),
});

/** Schema of {@link SubmissionReceipt}. */
export const submissionReceiptSchema: z.ZodType<SubmissionReceipt> = z.object({
  id: z.string(),
  sha256: z.string(),
  bytes: count,
  receivedAtMs: ms,
  state,
  quota: quotaViewSchema,
});

/** Schema of {@link LineProblem}. */
export const lineProblemSchema: z.ZodType<LineProblem> = z.object({
  line: optional(count),
  file: optional(z.string()),
  code: z.string(),
  message: z.string(),
});

const flagFields = { kind: z.enum(SUBMISSION_FLAGS), items: count, note: z.string() };

/** Schema of {@link SubmissionView}. */
export const submissionViewSchema: z.ZodType<SubmissionView> = z.object({
  id: z.string(),
  track: z.string(),
  set: itemSet,
  system: z.string(),
  state,
  receivedAtMs: ms,
  finalAtMs: optional(ms),
  sha256: z.string(),
  bytes: count,
  selected: z.boolean(),
  declared: z.boolean(),
  meta: optional(submissionMetaSchema),
  queuePosition: optional(count),
  expectedWaitMs: optional(count),
  cause: optional(z.string()),
  problems: z.array(lineProblemSchema),
  problemCount: count,
  flags: z.array(z.object(flagFields)),
  scores: z.array(
    z.object({
      metric: z.string(),
      part: z.enum(["development", "public", "private"]),
      value: optional(z.number()),
      reason: optional(z.string()),
      scored: count,
      planned: count,
      signature: z.string(),
    }),
  ),
  results: z.array(
    z.object({
      itemId: z.string(),
      metric: z.string(),
      value: optional(z.number()),
      reason: optional(z.string()),
    }),
  ),
});

/** Schema of {@link SubmissionPage}. */
export const submissionPageSchema: z.ZodType<SubmissionPage> = z.object({
  items: z.array(submissionViewSchema),
  next: optional(z.string()),
  quota: quotaViewSchema,
});

/** Schema of {@link QueueView}. */
export const queueViewSchema: z.ZodType<QueueView> = z.object({
  entries: z.array(
    z.object({
      submissionId: z.string(),
      teamName: z.string(),
      track: z.string(),
      state,
      attempts: count,
      receivedAtMs: ms,
      heartbeatAtMs: optional(ms),
      cause: optional(z.string()),
    }),
  ),
  rescore: optional(
    z.object({
      version: count,
      activeVersion: count,
      reason: z.string(),
      startedAtMs: ms,
      done: count,
      total: count,
      scores: z.array(
        z.object({
          submissionId: z.string(),
          teamName: z.string(),
          system: z.string(),
          track: z.string(),
          metric: z.string(),
          active: optional(z.string()),
          next: optional(z.string()),
        }),
      ),
    }),
  ),
  versions: z.array(
    z.object({
      version: count,
      reason: z.string(),
      startedAtMs: ms,
      activatedAtMs: optional(ms),
    }),
  ),
});

/** Schema of {@link DeclarationView}. */
export const declarationViewSchema: z.ZodType<DeclarationView> = z.object({
  submissionId: z.string(),
  team: z.string(),
  track: z.string(),
  meta: submissionMetaSchema,
});

/** Schema of {@link FlagEntry}. */
export const flagEntrySchema: z.ZodType<FlagEntry> = z.object({
  ...flagFields,
  submissionId: z.string(),
  teamName: z.string(),
  track: z.string(),
  receivedAtMs: ms,
});

const boardRowSchema: z.ZodType<BoardRow> = z.object({
  teamId: z.string(),
  team: z.string(),
  system: z.string(),
  submissionId: z.string(),
  submittedAtMs: ms,
  rank: optional(count),
  reason: optional(
    z.enum([
      "score-null",
      "score-not-a-number",
      "score-missing",
      "failed",
      "partial",
      "terms-not-accepted",
      "indicative",
      "test-team",
    ]),
  ),
  reasonText: optional(z.string()),
  score: optional(z.number()),
  shown: optional(z.string()),
  low: optional(z.number()),
  high: optional(z.number()),
  rankLow: optional(count),
  rankHigh: optional(count),
  inTopGroup: optional(z.boolean()),
  otherPart: optional(z.number()),
  others: z.record(z.string(), z.string()),
  facts: optional(z.record(z.string(), z.string())),
  flags: z.array(z.string()),
});

/** Schema of {@link Board}. */
export const boardSchema: z.ZodType<Board> = z.object({
  challengeId: z.string(),
  track: z.string(),
  metric: z.string(),
  direction,
  signature: optional(z.string()),
  part: z.enum(["public", "private"]),
  asOfMs: ms,
  frozen: z.boolean(),
  referenceVersion: count,
  rescoring: optional(z.object({ version: count, startedAtMs: ms, done: count, total: count })),
  ranked: z.array(boardRowSchema),
  unranked: z.array(boardRowSchema),
  lead: z.enum(["winner", "top-group", "none"]),
  notes: z.array(z.string()),
});
