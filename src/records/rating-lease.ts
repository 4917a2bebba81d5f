import { z } from "zod";
import { type CurrentAnswer, currentAnswerSchema } from "./rating-answer.ts";
import { type RatingDimension, ratingDimensionSchema } from "./rating-dimension.ts";

/** Where a rater stands on the way through a study, in this order. */
export const RATER_STAGES = ["consent", "training", "rating", "survey", "done"] as const;

/** One of the {@link RATER_STAGES}. */
export type RaterStage = (typeof RATER_STAGES)[number];

/** One study as its rater sees it in `GET /ratings/progress`. */
export interface RaterProgress {
  /** Id of the study. */
  readonly studyId: string;
  /** Its title. */
  readonly title: string;
  /** Whether ratings are taken: only while it is `open`. */
  readonly status: "draft" | "open" | "closed";
  /** Next step of this rater. */
  readonly stage: RaterStage;
  /** Texts that this rater has submitted. */
  readonly submitted: number;
  /** Texts planned for this rater; more may follow where others stop. */
  readonly planned: number;
  /** Id of the lease that waits to be gone on with; absent for none. */
  readonly activeLease?: string;
}

/** Reply of `GET /ratings/progress`. */
export interface RaterProgressList {
  /** The rater's studies, newest first. */
  readonly studies: readonly RaterProgress[];
}

/** Schema of {@link RaterProgress}. */
export const raterProgressSchema: z.ZodType<RaterProgress> = z.strictObject({
  studyId: z.string(),
  title: z.string(),
  status: z.enum(["draft", "open", "closed"]),
  stage: z.enum(RATER_STAGES),
  submitted: z.int(),
  planned: z.int(),
  activeLease: z.exactOptional(z.string()),
});

/** Schema of {@link RaterProgressList}. */
export const raterProgressListSchema: z.ZodType<RaterProgressList> = z.strictObject({
  studies: z.array(raterProgressSchema),
});

/** What a rater may know of a study: `GET /ratings/studies/:study`. */
export interface RaterStudy {
  /** Its id. */
  readonly studyId: string;
  /** Its title. */
  readonly title: string;
  /** Language of the texts, as BCP 47. */
  readonly language: string;
  /** What to agree to. */
  readonly consent: {
    /** Which wording. */
    readonly version: string;
    /** The wording. */
    readonly text: string;
  };
  /** How to rate. */
  readonly instructions: string;
  /** What is judged, in the order of the page. */
  readonly dimensions: readonly RatingDimension[];
  /** Whether the length of texts may be shown. */
  readonly showLength: boolean;
  /** Whether a text by a person stands beside each. */
  readonly hasReference: boolean;
  /** Whether excerpts are read instead of whole texts. */
  readonly isExcerpts: boolean;
  /** The training text without its answers; absent for none. */
  readonly training?: {
    /** Its prompt. */
    readonly prompt: string;
    /** The text. */
    readonly text: string;
  };
  /** Questions after the last text. */
  readonly survey: readonly {
    readonly id: string;
    readonly question: string;
    readonly answer: "text" | "scale" | "choice";
    readonly choices?: readonly string[];
  }[];
}

/** Schema of {@link RaterStudy}. */
export const raterStudySchema: z.ZodType<RaterStudy> = z.strictObject({
  studyId: z.string(),
  title: z.string(),
  language: z.string(),
  consent: z.strictObject({ version: z.string(), text: z.string() }),
  instructions: z.string(),
  dimensions: z.array(ratingDimensionSchema),
  showLength: z.boolean(),
  hasReference: z.boolean(),
  isExcerpts: z.boolean(),
  training: z.exactOptional(z.strictObject({ prompt: z.string(), text: z.string() })),
  survey: z.array(
    z.strictObject({
      id: z.string(),
      question: z.string(),
      answer: z.enum(["text", "scale", "choice"]),
      choices: z.exactOptional(z.array(z.string())),
    }),
  ),
});

/** Body of `POST /ratings/studies/:study/consent`. */
export interface ConsentRequest {
  /** Version of the wording that was read; another one is refused with 409. */
  readonly version: string;
  /** How well the rater reads the language, as stated. */
  readonly languageLevel?: "native" | "fluent" | "good" | "basic";
}

/** Schema of {@link ConsentRequest}. */
export const consentRequestSchema: z.ZodType<ConsentRequest> = z.strictObject({
  version: z.string(),
  languageLevel: z.exactOptional(z.enum(["native", "fluent", "good", "basic"])),
});

/** Body of `POST /ratings/studies/:study/training`: the rater's marks of the training text. */
export interface TrainingRequest {
  /** A mark from 1 to 5 by dimension; all of them. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Schema of {@link TrainingRequest}. */
export const trainingRequestSchema: z.ZodType<TrainingRequest> = z.strictObject({
  answers: z.record(z.string().max(40), z.int().min(1).max(5)),
});

/** Reply to the training: what the organisers would have answered, and why. */
export interface TrainingReply {
  /** One for each dimension. */
  readonly explanations: readonly {
    /** Id of the dimension. */
    readonly dimension: string;
    /** The rater's mark. */
    readonly given: number;
    /** The organisers' mark; absent where they gave none. */
    readonly expected?: number;
    /** Why. */
    readonly why?: string;
  }[];
}

/** Schema of {@link TrainingReply}. */
export const trainingReplySchema: z.ZodType<TrainingReply> = z.strictObject({
  explanations: z.array(
    z.strictObject({
      dimension: z.string(),
      given: z.int(),
      expected: z.exactOptional(z.int()),
      why: z.exactOptional(z.string()),
    }),
  ),
});

/** Body of `POST /ratings/studies/:study/survey`. */
export interface SurveyRequest {
  /** Answers by id of the question; questions may be left out. */
  readonly answers: Readonly<Record<string, string | number>>;
}

/** Schema of {@link SurveyRequest}. */
export const surveyRequestSchema: z.ZodType<SurveyRequest> = z.strictObject({
  answers: z.record(z.string().max(64), z.union([z.string().max(4000), z.int().min(1).max(5)])),
});

/** Body of `POST /ratings/leases`. */
export interface LeaseRequest {
  /** Id of the study. */
  readonly studyId: string;
}

/** Schema of {@link LeaseRequest}. */
export const leaseRequestSchema: z.ZodType<LeaseRequest> = z.strictObject({
  studyId: z.string().max(80),
});

/** Why there is no text to rate. */
export const NO_LEASE_REASONS = ["all-rated", "nothing-now", "not-open"] as const;

/** `all-rated`: this rater is through · `nothing-now`: others hold what is left, ask again later · `not-open`. */
export type NoLeaseReason = (typeof NO_LEASE_REASONS)[number];

/** Reply of `POST /ratings/leases`: the text that was taken or is still open, or why there is none. */
export type LeaseReply =
  | {
      /** The text. */
      readonly lease: RaterLease;
    }
  | {
      /** None. */
      readonly lease: null;
      /** Why. */
      readonly reason: NoLeaseReason;
      /** After how many seconds to ask again; absent where it is no use. */
      readonly retryAfterSeconds?: number;
    };

/** One text set aside for one rater: `GET /ratings/leases/:lease`. Nothing in it depends on who wrote the text but the text. */
export interface RaterLease {
  /** Its id, made for this rater and text alone. */
  readonly id: string;
  /** Id of the study. */
  readonly studyId: string;
  /** Whether answers are taken. */
  readonly status: "active" | "complete" | "skipped" | "expired";
  /** Which of the rater's texts it is, from 1. */
  readonly number: number;
  /** The prompt. */
  readonly prompt: string;
  /** The text; paragraphs are parted by an empty line, windows of excerpts by a line `[…]`. */
  readonly text: string;
  /** Words of the text; absent where the plan hides the length. */
  readonly words?: number;
  /** A text by a person with the same opening; absent where there is none. */
  readonly reference?: {
    /** The text. */
    readonly text: string;
    /** The language it was translated from by a machine; absent if it was not. */
    readonly translatedFrom?: string;
  };
  /** Answers so far. */
  readonly answers: readonly CurrentAnswer[];
  /** How far the rater has read. */
  readonly position: ReadingPosition;
  /** When it ends, in milliseconds since 1970; every saved answer moves it. */
  readonly expiresAtMs: number;
}

/** A place in a text. */
export interface ReadingPosition {
  /** Paragraph at the top of the screen, from 0. */
  readonly paragraph: number;
  /** Share of that paragraph that is above the screen, 0–1. */
  readonly share: number;
}

const positionSchema = z.strictObject({
  paragraph: z.int().min(0).max(10_000_000),
  share: z.number().min(0).max(1),
});

/** Schema of {@link RaterLease}. */
export const raterLeaseSchema: z.ZodType<RaterLease> = z.strictObject({
  id: z.string(),
  studyId: z.string(),
  status: z.enum(["active", "complete", "skipped", "expired"]),
  number: z.int().min(1),
  prompt: z.string(),
  text: z.string(),
  words: z.exactOptional(z.int()),
  reference: z.exactOptional(
    z.strictObject({ text: z.string(), translatedFrom: z.exactOptional(z.string()) }),
  ),
  answers: z.array(currentAnswerSchema),
  position: positionSchema,
  expiresAtMs: z.number(),
});

/** Schema of {@link LeaseReply}. */
export const leaseReplySchema: z.ZodType<LeaseReply> = z.union([
  z.strictObject({ lease: raterLeaseSchema }),
  z.strictObject({
    lease: z.null(),
    reason: z.enum(NO_LEASE_REASONS),
    retryAfterSeconds: z.exactOptional(z.int().min(1)),
  }),
]);

/** Body of `PUT /ratings/leases/:lease/position`. */
export interface PositionRequest extends ReadingPosition {
  /** Time for which the text was on the screen and in use since the last such call, in milliseconds. */
  readonly readMs: number;
}

/** Schema of {@link PositionRequest}. */
export const positionRequestSchema: z.ZodType<PositionRequest> = z.strictObject({
  paragraph: z.int().min(0).max(10_000_000),
  share: z.number().min(0).max(1),
  readMs: z.int().min(0).max(86_400_000),
});

/** Body of `POST /ratings/leases/:lease/skip`. */
export interface SkipRequest {
  /** Why: told to the organisers. */
  readonly reason: "known-text" | "distressing" | "technical" | "other";
  /** More about it. */
  readonly note?: string;
}

/** Schema of {@link SkipRequest}. */
export const skipRequestSchema: z.ZodType<SkipRequest> = z.strictObject({
  reason: z.enum(["known-text", "distressing", "technical", "other"]),
  note: z.exactOptional(z.string().max(2000)),
});

/** Reply to `submit` and `skip`. */
export interface LeaseEnd {
  /** Id of the lease. */
  readonly id: string;
  /** What became of it. */
  readonly status: "complete" | "skipped";
}

/** Schema of {@link LeaseEnd}. */
export const leaseEndSchema: z.ZodType<LeaseEnd> = z.strictObject({
  id: z.string(),
  status: z.enum(["complete", "skipped"]),
});
