import { z } from "zod";
import type {
  ChallengeMetric,
  ChallengeRules,
  ResourceQuestion,
  TrackKind,
} from "./challenge-file.ts";
import { resourceQuestionSchema, SLUG_PATTERN } from "./challenge-file.ts";

/** Where a challenge stands. */
export const CHALLENGE_PHASES = ["announced", "submission", "rating", "complete"] as const;

/** Where a challenge stands. */
export type ChallengePhase = (typeof CHALLENGE_PHASES)[number];

/** The dates of a challenge that can be moved. */
export const CHALLENGE_DATE_NAMES = [
  "announced",
  "submissionsOpen",
  "registrationCloses",
  "submissionsClose",
  "ratingCloses",
] as const;

/** Name of a date. */
export type ChallengeDateName = (typeof CHALLENGE_DATE_NAMES)[number];

/** The schedule in UTC milliseconds. Moments at which something closes belong to what closes. */
export type ChallengeSchedule = Readonly<Record<ChallengeDateName, number>>;

/** A moment as people read it. */
export interface ShownMoment {
  /** UTC milliseconds. */
  readonly atMs: number;
  /** In UTC, for instance `2024-07-16 11:59:59 UTC`. */
  readonly utc: string;
  /** Anywhere on Earth (UTC−12), for instance `2024-07-15 23:59:59 AoE`. */
  readonly aoe: string;
}

/** A date that was moved. */
export interface DateChange {
  /** Which. */
  readonly name: ChallengeDateName;
  /** What it was, in UTC milliseconds. */
  readonly oldMs: number;
  /** What it is since, in UTC milliseconds. */
  readonly newMs: number;
  /** Why, in the organiser's words. */
  readonly reason: string;
  /** When it was moved, in UTC milliseconds. */
  readonly changedAtMs: number;
}

/** A departure from the plan that the organiser signed; the report prints it. */
export interface SignedDeviation {
  /** What was done before its condition held. */
  readonly act: "freeze" | "publish";
  /** What did not hold, and why the organiser went on. */
  readonly reason: string;
  /** When, in UTC milliseconds. */
  readonly signedAtMs: number;
}

/** A track as a page shows it, all defaults filled in. */
export interface ShownTrack {
  /** Short name. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** Whether there are hidden references. */
  readonly kind: TrackKind;
  /** Fewest words of a text. */
  readonly minWords: number;
  /** Most words of a text; absent without a bound. */
  readonly maxWords?: number;
  /** The measures; exactly one is primary. */
  readonly metrics: readonly ChallengeMetric[];
  /** Development items. */
  readonly developmentItems: number;
  /** Test items. */
  readonly testItems: number;
  /** Ids of all items of the sets that are released now: what a submission must hold. */
  readonly itemIds: { readonly development: readonly string[]; readonly test: readonly string[] };
}

/** A file that everybody may fetch. */
export interface PublicFile {
  /** Its name in `…/files/:name`. */
  readonly name: string;
  /** What it holds, in a few words. */
  readonly title: string;
  /** Size in bytes. */
  readonly bytes: number;
}

/** A challenge in a list. */
export interface ChallengeSummary {
  /** Short name in addresses. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** What it is about, as plain text. */
  readonly description: string;
  /** Where it stands. */
  readonly phase: ChallengePhase;
  /** Whether a submission may begin now. */
  readonly takesSubmissions: boolean;
  /** Last moment to submit, in UTC milliseconds. */
  readonly submissionsCloseMs: number;
  /** Teams that take part, the organisers' test teams left out. */
  readonly teams: number;
}

/** A challenge as its page shows it. */
export interface ChallengeView extends ChallengeSummary {
  /** The schedule, each moment in UTC and AoE; the page adds the reader's own zone. */
  readonly dates: Readonly<Record<ChallengeDateName, ShownMoment>>;
  /** Dates that were moved, latest first. */
  readonly dateChanges: readonly DateChange[];
  /** Departures from the plan, latest first. */
  readonly deviations: readonly SignedDeviation[];
  /** The tasks. */
  readonly tracks: readonly ShownTrack[];
  /** How much a team may submit. */
  readonly quota: { readonly perDay: number; readonly inAll: number; readonly inProgress: number };
  /** The terms in force. */
  readonly terms: { readonly version: string; readonly text: string };
  /** What is asked about resources. */
  readonly resourceQuestions: readonly ResourceQuestion[];
  /** What happens to suspect texts. */
  readonly rules: Required<ChallengeRules>;
  /** Whether the organiser approves teams. */
  readonly approval: boolean;
  /** Files for everybody. */
  readonly files: readonly PublicFile[];
  /** Whether the board is frozen, so that the private part is shown. */
  readonly frozen: boolean;
  /** What the reader has to do with it; absent for visitors. */
  readonly mine?: MyPart;
  /** What the server lacks for it; in the answer to its creation only, and absent if nothing is. */
  readonly warnings?: readonly string[];
}

/** What somebody who is signed in has to do with a challenge. */
export interface MyPart {
  /** Whether this person organises it. */
  readonly organiser: boolean;
  /** State of the registration. */
  readonly registration: "none" | "waiting" | "approved" | "refused";
  /** Version of the terms that was accepted last; absent if none was. */
  readonly acceptedTerms?: string;
  /** The team; absent without one. */
  readonly team?: TeamView;
}

/** A team, as its members see it. */
export interface TeamView {
  /** Opaque id. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Whether it is an organisers' test team, which is never ranked. */
  readonly test: boolean;
  /** Names of its members. */
  readonly members: readonly { readonly id: string; readonly name: string }[];
  /** Whether members are fixed, which they are from the first submission on. */
  readonly locked: boolean;
}

/** Body of `POST …/registrations`: the terms are accepted with it, and again when they change. */
export interface RegistrationRequest {
  /** Version of the terms that was read. */
  readonly termsVersion: string;
}

/** Schema of {@link RegistrationRequest}. */
export const registrationRequestSchema: z.ZodType<RegistrationRequest> = z.strictObject({
  termsVersion: z.string().min(1).max(40),
});

/** Body of `POST …/teams`. */
export interface TeamRequest {
  /** Name, 2–40 characters, unlike every other name of the challenge. */
  readonly name: string;
}

/** Schema of {@link TeamRequest}; what makes names alike is checked by the server. */
export const teamRequestSchema: z.ZodType<TeamRequest> = z.strictObject({
  name: z.string().min(2).max(40),
});

/** Answer of `POST …/teams/:t/invitations`. The code is shown this once. */
export interface TeamInvitation {
  /** Code of the link; accept it with `POST /invitations/:code/accept`. */
  readonly code: string;
  /** Last moment, in UTC milliseconds; 7 days after it was made. */
  readonly expiresAtMs: number;
}

/** Body of `PATCH …/phases`: moves dates. */
export interface DatesRequest {
  /** New dates, each written as in a challenge file; those left out stay. */
  readonly dates: Readonly<Partial<Record<ChallengeDateName, string>>>;
  /** Why; shown on the page. */
  readonly reason: string;
}

const dateText = z.exactOptional(z.string().min(1).max(60));

/** Schema of {@link DatesRequest}. */
export const datesRequestSchema: z.ZodType<DatesRequest> = z.strictObject({
  dates: z.strictObject({
    announced: dateText,
    submissionsOpen: dateText,
    registrationCloses: dateText,
    submissionsClose: dateText,
    ratingCloses: dateText,
  }),
  reason: z.string().min(10).max(2_000),
});

/** Body of `POST …/freeze` and `POST …/publish`. */
export interface ConditionalActRequest {
  /** Signed reason to go on although a condition does not hold; printed in the report. */
  readonly deviation?: string;
}

/** Schema of {@link ConditionalActRequest}. */
export const conditionalActRequestSchema: z.ZodType<ConditionalActRequest> = z.strictObject({
  deviation: z.exactOptional(z.string().min(20).max(2_000)),
});

/** Body of `PUT …/terms` (organiser): a new version, to be accepted before the next submission. */
export interface TermsRequest {
  /** Version, unlike all before. */
  readonly version: string;
  /** The terms. */
  readonly text: string;
}

/** Schema of {@link TermsRequest}. */
export const termsRequestSchema: z.ZodType<TermsRequest> = z.strictObject({
  version: z.string().min(1).max(40),
  text: z.string().min(1).max(100_000),
});

/** Body of `POST …/registrations/:user` (organiser): approves or refuses somebody. */
export interface ApprovalRequest {
  /** What the organiser decided. */
  readonly decision: "approved" | "refused";
}

/** Schema of {@link ApprovalRequest}. */
export const approvalRequestSchema: z.ZodType<ApprovalRequest> = z.strictObject({
  decision: z.enum(["approved", "refused"]),
});

/** A challenge with everything filled in, as it is stored; `checkChallenge` makes it of a file. */
export interface ResolvedChallenge {
  /** Short name. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** What it is about. */
  readonly description: string;
  /** The tasks. */
  readonly tracks: readonly ResolvedTrack[];
  /** The schedule. */
  readonly schedule: ChallengeSchedule;
  /** How much a team may submit. */
  readonly quota: ChallengeView["quota"];
  /** Which test items are public. */
  readonly split: { readonly publicShare: number; readonly seed: number };
  /** What the board shows. */
  readonly display: { readonly ladderStep?: number; readonly bestOf: boolean };
  /** The first version of the terms. */
  readonly terms: ChallengeView["terms"];
  /** What is asked about resources. */
  readonly resourceQuestions: readonly ResourceQuestion[];
  /** Whether the organiser approves teams. */
  readonly approval: boolean;
  /** The rating study. */
  readonly study: {
    readonly ratersPerText: number;
    readonly dimensions: readonly string[];
    readonly systems: number;
    readonly participantsMayRate: boolean;
    /** Overall number of the board of human marks; absent for none. */
    readonly overall?: "mean";
  };
  /** What happens to suspect texts. */
  readonly rules: Required<ChallengeRules>;
}

/** A track with everything filled in. */
export interface ResolvedTrack {
  /** Short name. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** Whether there are hidden references. */
  readonly kind: TrackKind;
  /** Fewest words of a text. */
  readonly minWords: number;
  /** Most words of a text; absent without a bound. */
  readonly maxWords?: number;
  /** The measures; exactly one is primary. */
  readonly metrics: readonly ChallengeMetric[];
}

/** Body of `POST …/rescore`. */
export interface RescoreRequest {
  /** Why everything is scored again. */
  readonly reason: string;
}

/** Schema of {@link RescoreRequest}. */
export const rescoreRequestSchema: z.ZodType<RescoreRequest> = z.strictObject({
  reason: z.string().min(10).max(2_000),
});

const moment = z.int();
const quotaNumber = z.int().min(1);
const fate = z.enum(["accept", "reject"]);

/** Schema of {@link ResolvedChallenge}, for a challenge that comes over the wire. */
export const resolvedChallengeSchema: z.ZodType<ResolvedChallenge> = z.strictObject({
  id: z.string().min(3).max(40).regex(SLUG_PATTERN),
  title: z.string().min(1).max(120),
  description: z.string().min(1).max(20_000),
  tracks: z
    .array(
      z.strictObject({
        id: z.string().max(40).regex(SLUG_PATTERN),
        title: z.string().min(1).max(120),
        kind: z.enum(["open", "reference"]),
        minWords: z.int().min(0),
        maxWords: z.exactOptional(z.int().min(1)),
        metrics: z
          .array(
            z.strictObject({
              id: z.string().min(1).max(60),
              direction: z.enum(["higher", "lower"]),
              primary: z.exactOptional(z.boolean()),
              signature: z.exactOptional(z.string().max(400)),
            }),
          )
          .min(1)
          .max(20),
      }),
    )
    .min(1)
    .max(10),
  schedule: z.strictObject({
    announced: moment,
    submissionsOpen: moment,
    registrationCloses: moment,
    submissionsClose: moment,
    ratingCloses: moment,
  }),
  quota: z.strictObject({ perDay: quotaNumber, inAll: quotaNumber, inProgress: quotaNumber }),
  split: z.strictObject({ publicShare: z.number().min(0).max(1), seed: z.int().min(0) }),
  display: z.strictObject({
    ladderStep: z.exactOptional(z.number().positive()),
    bestOf: z.boolean(),
  }),
  terms: z.strictObject({
    version: z.string().min(1).max(40),
    text: z.string().min(1).max(100_000),
  }),
  resourceQuestions: z.array(resourceQuestionSchema).max(20),
  approval: z.boolean(),
  study: z.strictObject({
    ratersPerText: z.int().min(1).max(50),
    dimensions: z.array(z.string().max(40)).min(1).max(20),
    systems: z.int().min(2),
    participantsMayRate: z.boolean(),
    overall: z.exactOptional(z.literal("mean")),
  }),
  rules: z.strictObject({ empty: fate, belowMinWords: fate, aboveMaxWords: fate }),
});
