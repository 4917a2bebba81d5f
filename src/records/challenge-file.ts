import { z } from "zod";

/** Shared tasks that a challenge file may start from. */
export const CHALLENGE_PRESETS = ["ltg-2023", "lsgc-2024"] as const;

/** Name of a shared task to start from. */
export type ChallengePreset = (typeof CHALLENGE_PRESETS)[number];

/** `open`: prompts without references; `reference`: hidden texts to compare with. */
export type TrackKind = "open" | "reference";

/** Whether a high or a low score is good. */
export type ScoreDirection = "higher" | "lower";

/** A metric of a track. */
export interface ChallengeMetric {
  /** Id of the metric, for instance `rouge-l` or `gapelmaper`. */
  readonly id: string;
  /** Which scores are good. */
  readonly direction: ScoreDirection;
  /** Whether this metric ranks the board first; exactly one of a track does. @defaultValue false */
  readonly primary?: boolean;
  /** The settings that every number of the board must have; filled in when the challenge is created. */
  readonly signature?: string;
}

/** A task of a challenge with its own texts and its own board. */
export interface ChallengeTrack {
  /** Short name for addresses: lower case, digits, hyphens. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** Whether there are hidden references. */
  readonly kind: TrackKind;
  /** Fewest words of a text, 0 or more. @defaultValue 0 */
  readonly minWords?: number;
  /** Most words of a text. @defaultValue no bound but the size of an item, 1 MiB */
  readonly maxWords?: number;
  /** The measures. */
  readonly metrics: readonly ChallengeMetric[];
  /** JSON Lines file with the items, beside the challenge file. */
  readonly items: string;
}

/** When what begins and ends, each as written; see `docs/leaderboard.md` for the forms. */
export interface ChallengeDates {
  /** Rules and development data appear, registration begins. */
  readonly announced: string;
  /** Submissions begin. @defaultValue three months after `announced` */
  readonly submissionsOpen?: string;
  /** Last moment to register. @defaultValue when submissions close */
  readonly registrationCloses?: string;
  /** Last moment to submit; rating begins. @defaultValue three months after submissions opened */
  readonly submissionsClose?: string;
  /** Last moment to rate; the final board appears. @defaultValue four months after submissions closed */
  readonly ratingCloses?: string;
}

/** How much a team may submit. */
export interface ChallengeQuota {
  /** Accepted submissions of a team in one day, from 00:00 UTC. @defaultValue 5 */
  readonly perDay?: number;
  /** Accepted submissions of a team in all. @defaultValue 50 */
  readonly inAll?: number;
  /** Submissions of a team that are not final yet. @defaultValue 3 */
  readonly inProgress?: number;
}

/** Which items count before the freeze. */
export interface ChallengeSplit {
  /** Share of the test items in the public part, 0–1. @defaultValue 0.5 */
  readonly publicShare?: number;
  /** Seed of the draw, 0 or more. @defaultValue 7 */
  readonly seed?: number;
}

/** What the board shows. */
export interface ChallengeDisplay {
  /** Ladder: a shown score changes only when it improves by more than this. @defaultValue off */
  readonly ladderStep?: number;
  /** Whether a team's best submission counts where it has selected none. @defaultValue false: its latest */
  readonly bestOf?: boolean;
}

/** What is asked of participants about models, data and code. */
export interface ResourceQuestion {
  /** Key of the answer. */
  readonly id: string;
  /** The question. */
  readonly question: string;
  /** Whether a submission may be selected as final without an answer. @defaultValue true */
  readonly required?: boolean;
}

/** The study in which people rate the best texts. */
export interface ChallengeStudy {
  /** People who rate each text. @defaultValue 5 */
  readonly ratersPerText?: number;
  /** What is rated from 1 to 5, the four of every challenge and its own. */
  readonly dimensions?: readonly string[];
  /** Systems that are expected to be rated, for advice on power and work. @defaultValue 4 */
  readonly systems?: number;
  /** Whether somebody who takes part may rate the texts of other teams. @defaultValue false */
  readonly participantsMayRate?: boolean;
  /**
   * The overall number of the board of human marks: `mean` of all dimensions. It has to be declared here,
   * before anybody rates. @defaultValue none: the board has its dimensions only
   */
  readonly overall?: "mean";
}

/** What happens to texts that are suspect: they are flagged, and accepted or refused. */
export interface ChallengeRules {
  /** Texts without a word. @defaultValue "reject" */
  readonly empty?: "accept" | "reject";
  /** Texts below the track's fewest words. @defaultValue "accept" */
  readonly belowMinWords?: "accept" | "reject";
  /** Texts above the track's most words. @defaultValue "reject" */
  readonly aboveMaxWords?: "accept" | "reject";
}

/** Terms that every team accepts. */
export interface ChallengeTerms {
  /** Version, for instance `1`; a new one must be accepted before the next submission. */
  readonly version: string;
  /** The terms. */
  readonly text: string;
}

/** A challenge as its organiser writes it down. */
export interface ChallengeFile {
  /** A shared task whose settings stand where the file has none. */
  readonly preset?: ChallengePreset;
  /** Short name for addresses: lower case, digits, hyphens; 3–40 characters. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** What it is about, as plain text. */
  readonly description: string;
  /** The tasks. */
  readonly tracks: readonly ChallengeTrack[];
  /** The schedule. */
  readonly dates: ChallengeDates;
  /** How much a team may submit. */
  readonly quota?: ChallengeQuota;
  /** Which items are public. */
  readonly split?: ChallengeSplit;
  /** What the board shows. */
  readonly display?: ChallengeDisplay;
  /** What every team accepts. */
  readonly terms: ChallengeTerms;
  /** What is asked about resources. @defaultValue models, data, use and code */
  readonly resourceQuestions?: readonly ResourceQuestion[];
  /** Whether the organiser approves teams. @defaultValue false */
  readonly approval?: boolean;
  /** The rating study. */
  readonly study?: ChallengeStudy;
  /** What happens to suspect texts. */
  readonly rules?: ChallengeRules;
}

/** Pattern of short names in addresses. */
export const SLUG_PATTERN: RegExp = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

const slug = z
  .string()
  .min(1)
  .max(40)
  .regex(SLUG_PATTERN, "must be lower-case letters, digits and hyphens");
const title = z.string().min(1).max(120);
const share = z.number().min(0).max(1);

const metricSchema: z.ZodType<ChallengeMetric> = z.strictObject({
  id: z.string().min(1).max(60),
  direction: z.enum(["higher", "lower"]),
  primary: z.exactOptional(z.boolean()),
  signature: z.exactOptional(z.string().min(1).max(400)),
});

const trackSchema: z.ZodType<ChallengeTrack> = z.strictObject({
  id: slug,
  title,
  kind: z.enum(["open", "reference"]),
  minWords: z.exactOptional(z.int().min(0).max(1_000_000)),
  maxWords: z.exactOptional(z.int().min(1).max(1_000_000)),
  metrics: z.array(metricSchema).min(1).max(20),
  items: z.string().min(1),
});

const studySchema: z.ZodType<ChallengeStudy> = z.strictObject({
  ratersPerText: z.exactOptional(z.int().min(1).max(50)),
  dimensions: z.exactOptional(z.array(slug).min(1).max(20)),
  systems: z.exactOptional(z.int().min(2).max(200)),
  participantsMayRate: z.exactOptional(z.boolean()),
  overall: z.exactOptional(z.literal("mean")),
});

const rule = z.exactOptional(z.enum(["accept", "reject"]));

/** Schema of {@link ResourceQuestion}. */
export const resourceQuestionSchema: z.ZodType<ResourceQuestion> = z.strictObject({
  id: slug,
  question: z.string().min(1).max(500),
  required: z.exactOptional(z.boolean()),
});

/** Schema of {@link ChallengeFile}. */
export const challengeFileSchema: z.ZodType<ChallengeFile> = z.strictObject({
  preset: z.exactOptional(z.enum(CHALLENGE_PRESETS)),
  id: slug.min(3),
  title,
  description: z.string().min(1).max(20_000),
  tracks: z.array(trackSchema).min(1).max(10),
  dates: z.strictObject({
    announced: z.string(),
    submissionsOpen: z.exactOptional(z.string()),
    registrationCloses: z.exactOptional(z.string()),
    submissionsClose: z.exactOptional(z.string()),
    ratingCloses: z.exactOptional(z.string()),
  }),
  quota: z.exactOptional(
    z.strictObject({
      perDay: z.exactOptional(z.int().min(1).max(1_000)),
      inAll: z.exactOptional(z.int().min(1).max(100_000)),
      inProgress: z.exactOptional(z.int().min(1).max(1_000)),
    }),
  ),
  split: z.exactOptional(
    z.strictObject({
      publicShare: z.exactOptional(share),
      seed: z.exactOptional(z.int().min(0)),
    }),
  ),
  display: z.exactOptional(
    z.strictObject({
      ladderStep: z.exactOptional(z.number().positive()),
      bestOf: z.exactOptional(z.boolean()),
    }),
  ),
  terms: z.strictObject({
    version: z.string().min(1).max(40),
    text: z.string().min(1).max(100_000),
  }),
  resourceQuestions: z.exactOptional(z.array(resourceQuestionSchema).min(1).max(20)),
  approval: z.exactOptional(z.boolean()),
  study: z.exactOptional(studySchema),
  rules: z.exactOptional(z.strictObject({ empty: rule, belowMinWords: rule, aboveMaxWords: rule })),
});

/** One thing to write a text for. */
export interface ChallengeItem {
  /** Its id in submissions, under `promptId` or `exampleId`. */
  readonly itemId: string;
  /** The text that a system gets. */
  readonly prompt: string;
  /** `development`: public with all results; `test`: its results are shown in sums only. */
  readonly set: "development" | "test";
  /** The person whose text is asked for; the parts hold each person's items in equal shares. */
  readonly userId?: string;
}

/** Schema of {@link ChallengeItem}. */
export const challengeItemSchema: z.ZodType<ChallengeItem> = z.strictObject({
  itemId: z.string().min(1).max(200),
  prompt: z.string().min(1).max(1_048_576),
  set: z.enum(["development", "test"]),
  userId: z.exactOptional(z.string().min(1).max(200)),
});

/** A hidden reference, a line of the file that an organiser uploads. */
export interface ReferenceLine {
  /** Id of the item. */
  readonly itemId: string;
  /** The hidden text. */
  readonly reference: string;
}

/** Schema of {@link ReferenceLine}. */
export const referenceLineSchema: z.ZodType<ReferenceLine> = z.strictObject({
  itemId: z.string().min(1).max(200),
  reference: z.string().min(1).max(1_048_576),
});
