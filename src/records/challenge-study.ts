import { z } from "zod";
import { type StudySummary, studySummarySchema } from "./rating-organiser.ts";

/** Most test items that a study of a challenge takes where nothing else is said. */
export const USUAL_STUDY_PROMPTS = 20;

/** Body of `POST /challenges/:id/studies`: a rating study of the best submissions of a frozen challenge. */
export interface ChallengeStudyRequest {
  /** Track. @defaultValue the first */
  readonly track?: string;
  /** How many of the best submissions. @defaultValue `study.systems` of the challenge file */
  readonly top?: number;
  /** How many test items, drawn by the seed. @defaultValue all, but 20 at most */
  readonly prompts?: number;
  /** Ids of the test items, instead of drawn ones. */
  readonly items?: readonly string[];
  /** Seed of the study. @defaultValue the seed of the challenge's split */
  readonly seed?: number;
  /** Texts by people for comparison, by the id of the item. @defaultValue none */
  readonly reference?: {
    /** Whether they stand beside the rated text. @defaultValue true */
    readonly shown: boolean;
    /** Whether they are rated as well, blinded, as one more system. @defaultValue false */
    readonly inPool: boolean;
    /** The texts. */
    readonly texts: readonly ItemReference[];
  };
  /** Other fields of a study file, for instance `raters`, `lease` or `consent`. @defaultValue none */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A text by a person for comparison. */
export interface ItemReference {
  /** Id of the test item. */
  readonly item: string;
  /** The text. */
  readonly text: string;
  /** The right by which it may be shown, for instance `public domain`. */
  readonly right: string;
  /** The language it was translated from by a machine; raters are told. @defaultValue not translated */
  readonly translatedFrom?: string;
}

/** What a study of a track would be made of. */
export interface StudyOffer {
  /** The track. */
  readonly track: string;
  /** Its name on pages. */
  readonly title: string;
  /** Its test items. */
  readonly testItems: number;
  /** How many of the best submissions are taken where nothing is said. */
  readonly top: number;
}

/** A study of a challenge. */
export interface ChallengeStudyEntry {
  /** Its track. */
  readonly track: string;
  /** The study. */
  readonly study: StudySummary;
}

/** `GET /challenges/:id/studies`. */
export interface ChallengeStudies {
  /** What can be made, track by track. */
  readonly offers: readonly StudyOffer[];
  /** Ratings of each text, as the challenge file says. */
  readonly ratersPerText: number;
  /** Ids of the dimensions, as the challenge file says. */
  readonly dimensions: readonly string[];
  /** Whether the board is frozen: no study is made before. */
  readonly frozen: boolean;
  /** Studies that there are, the newest first. */
  readonly studies: readonly ChallengeStudyEntry[];
}

/** Schema of {@link ItemReference}. */
export const itemReferenceSchema: z.ZodType<ItemReference> = z.strictObject({
  item: z.string().min(1).max(200),
  text: z.string().regex(/\S/, "must not be empty").max(4_000_000),
  right: z.string().regex(/\S/, "must name the right").max(500),
  translatedFrom: z.exactOptional(z.string().min(1).max(80)),
});

/** Schema of {@link ChallengeStudyRequest}. */
export const challengeStudyRequestSchema: z.ZodType<ChallengeStudyRequest> = z.strictObject({
  track: z.exactOptional(z.string().max(40)),
  top: z.exactOptional(z.int().min(2).max(100)),
  prompts: z.exactOptional(z.int().min(1).max(1_000)),
  items: z.exactOptional(z.array(z.string().max(200)).min(1).max(1_000)),
  seed: z.exactOptional(z.int().min(0).max(4_294_967_295)),
  reference: z.exactOptional(
    z.strictObject({
      shown: z._default(z.boolean(), true),
      inPool: z._default(z.boolean(), false),
      texts: z.array(itemReferenceSchema).min(1).max(1_000),
    }),
  ),
  settings: z.exactOptional(z.record(z.string(), z.unknown())),
});

/** Schema of {@link ChallengeStudies}. */
export const challengeStudiesSchema: z.ZodType<ChallengeStudies> = z.strictObject({
  offers: z.array(
    z.strictObject({
      track: z.string(),
      title: z.string(),
      testItems: z.int(),
      top: z.int(),
    }),
  ),
  ratersPerText: z.int(),
  dimensions: z.array(z.string()),
  frozen: z.boolean(),
  studies: z.array(z.strictObject({ track: z.string(), study: studySummarySchema })),
});
