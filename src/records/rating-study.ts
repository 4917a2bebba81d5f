import { z } from "zod";
import type { RatingDimension } from "./rating-dimension.ts";
import { ratingDimensionSchema } from "./rating-dimension.ts";

/** A writer whose texts are rated: a system, a person, a team. */
export interface StudySystem {
  /** Its name in files; raters never see it. */
  readonly id: string;
  /** Its name in reports. @defaultValue the id */
  readonly name?: string;
  /** The team that sent it: nobody of that team rates its texts. */
  readonly team?: string;
  /** Words that would give it away and must not stand in its texts: models, vendors, nicknames. */
  readonly telltales?: readonly string[];
  /** Whether its texts were written by people and measure the distance of the others. */
  readonly isHuman?: boolean;
  /** The submission of the challenge whose texts these are: its automatic scores are held against the marks. @defaultValue none */
  readonly submission?: string;
}

/** What the systems were asked to go on from. */
export interface StudyPrompt {
  /** Its name in files. */
  readonly id: string;
  /** The prompt as raters read it. */
  readonly text: string;
  /** The team that handed it in: nobody of that team rates its texts. */
  readonly team?: string;
  /** The item of the challenge that it is. @defaultValue the id */
  readonly item?: string;
}

/** One text to be rated. */
export interface StudyText {
  /** Id of the system that wrote it. */
  readonly system: string;
  /** Id of its prompt. */
  readonly prompt: string;
  /** The whole text, up to 4 million characters. */
  readonly text: string;
}

/** A text by a person that stands beside the rated one, for comparison. */
export interface ReferenceText {
  /** Id of the prompt that it opens with. */
  readonly prompt: string;
  /** The text. */
  readonly text: string;
  /** The right by which it may be shown, for instance `public domain`. */
  readonly right: string;
  /** The language it was translated from by a machine; raters are told. */
  readonly translatedFrom?: string;
}

/** A text whose right answers are known, mixed in silently. */
export interface ControlText {
  /** Its name in files. */
  readonly id: string;
  /** Id of the prompt that it stands under. */
  readonly prompt: string;
  /** The text. */
  readonly text: string;
  /** By dimension: the answers that an attentive rater may give. */
  readonly expected: Readonly<Record<string, ControlRange>>;
}

/** Answers from 1 to 5 that pass a control. */
export interface ControlRange {
  /** Lowest. @defaultValue 1 */
  readonly least?: number;
  /** Highest. @defaultValue 5 */
  readonly most?: number;
}

/** The text on which raters learn the scale. */
export interface TrainingText {
  /** Its prompt. */
  readonly prompt: string;
  /** The text. */
  readonly text: string;
  /** By dimension: the answer that the organisers would give, and why. */
  readonly answers: Readonly<Record<string, TrainingAnswer>>;
}

/** An explained answer. */
export interface TrainingAnswer {
  /** From 1 to 5. */
  readonly value: number;
  /** Why, in a sentence or two. */
  readonly why: string;
}

/** A question after the last text. */
export interface SurveyQuestion {
  /** Its name in files. */
  readonly id: string;
  /** The question. */
  readonly question: string;
  /** What answers look like: free words, 1 to 5, or one of the choices. */
  readonly answer: "text" | "scale" | "choice";
  /** The choices, for `choice`. */
  readonly choices?: readonly string[];
}

/** How much of each text is read. */
export type StudyReading =
  | {
      /** All of it. */
      readonly mode: "full";
      /** Whether raters see how long a text is. */
      readonly showLength: boolean;
    }
  | {
      /** The same windows of every text. */
      readonly mode: "excerpts";
      /** Whether raters see how long a text is. */
      readonly showLength: boolean;
      /** The windows in order, counted in words. */
      readonly windows: readonly ReadingWindow[];
    };

/** A stretch of a text. */
export interface ReadingWindow {
  /** Words before it. */
  readonly fromWord: number;
  /** Words in it. */
  readonly words: number;
}

/** Which raters are left out of the second set of results; each limit alone is enough. */
export interface ExclusionRule {
  /** Share of texts read faster than 900 words a minute from which on a rater is left out, 0–1. @defaultValue 0.5 */
  readonly tooFastShare: number;
  /** Share of texts with one and the same answer throughout from which on a rater is left out, 0–1. @defaultValue 0.9 */
  readonly straightLiningShare: number;
  /** Failed controls from which on a rater is left out. @defaultValue 2 */
  readonly controlMisses: number;
  /** Texts below which shares say nothing. @defaultValue 3 */
  readonly minTexts: number;
}

/** The tests that are declared before the first rating. */
export interface StudyTests {
  /** Ids of the dimensions that are tested. @defaultValue all of them */
  readonly dimensions?: readonly string[];
  /** Permutations of the labels. @defaultValue 10000 */
  readonly permutations: number;
  /** Resamples of the prompts for intervals. @defaultValue 10000 */
  readonly resamples: number;
  /** Level of the family of all pairs and dimensions. @defaultValue 0.05 */
  readonly alpha: number;
  /** Automatic metrics that are held against the ratings. @defaultValue none */
  readonly metrics: readonly string[];
}

/** A rating study as its organisers declare it: everything that is fixed before the first rating. */
export interface RatingStudy {
  /** Its name in files. */
  readonly name: string;
  /** Its name on pages; it must not give away who wrote what. */
  readonly title: string;
  /**
   * Short name of the challenge whose texts are rated: its results are published once every text has
   * its ratings. @defaultValue none
   */
  readonly challengeId?: string;
  /** Track of that challenge. @defaultValue its first */
  readonly track?: string;
  /** Language of the texts, as BCP 47. @defaultValue "en" */
  readonly language: string;
  /** Seed of everything drawn: design, orders, statistics. @defaultValue 1 */
  readonly seed: number;
  /** Complete ratings that each text gets. @defaultValue 5 */
  readonly ratersPerText: number;
  /** How many people rate, and how long. */
  readonly raters: {
    /** People; absent to work it out from `maxHours`. */
    readonly count?: number;
    /** Most reading for one person, in hours. @defaultValue 10 */
    readonly maxHours: number;
    /** Whether participants of the challenge may rate texts of other teams. @defaultValue false */
    readonly participants: boolean;
    /** What raters are paid, in a sentence; printed in the report. @defaultValue not stated */
    readonly pay?: string;
    /** How raters are found, in a sentence; printed in the report. @defaultValue not stated */
    readonly recruitment?: string;
    /** How well raters have to read the language, in a sentence; printed in the report. @defaultValue not stated */
    readonly languageLevel?: string;
  };
  /** Whether every rater of a prompt reads all its systems. @defaultValue "auto": if that fits `maxHours` */
  readonly design: "auto" | "complete" | "incomplete";
  /** The systems, two or more. */
  readonly systems: readonly StudySystem[];
  /** The prompts. */
  readonly prompts: readonly StudyPrompt[];
  /** The texts, one for each system and prompt. */
  readonly texts: readonly StudyText[];
  /** Dimensions beside the four, and other words for those. @defaultValue none */
  readonly dimensions: readonly RatingDimension[];
  /** How much is read. @defaultValue all, length hidden */
  readonly reading: StudyReading;
  /** Texts by people for comparison; absent for none. */
  readonly reference?: {
    /** Whether raters see them: all raters, or none. */
    readonly shown: boolean;
    /** The texts, one for each prompt. */
    readonly texts: readonly ReferenceText[];
  };
  /** Control texts; at most a tenth of what is read. @defaultValue none */
  readonly controls: readonly ControlText[];
  /** The training text; absent for none. */
  readonly training?: TrainingText;
  /** What raters agree to. */
  readonly consent: {
    /** Which wording it is. */
    readonly version: string;
    /** The wording. */
    readonly text: string;
  };
  /** How to rate. */
  readonly instructions: string;
  /** Questions after the last text. @defaultValue none */
  readonly survey: readonly SurveyQuestion[];
  /** The rule of exclusion. */
  readonly exclusion: ExclusionRule;
  /** The declared tests. */
  readonly tests: StudyTests;
  /** How long a text is set aside for one rater. */
  readonly lease: {
    /** Hours from the last saved answer. @defaultValue 24 */
    readonly hours: number;
    /** Days at most. @defaultValue 7 */
    readonly maxDays: number;
  };
}

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, "must be 1 to 64 lower-case letters, digits, . _ or -");
const words = z.string().regex(/\S/, "must not be empty");
const longText = words.max(4_000_000);
const proportion = z.number().min(0).max(1);
const mark = z.int().min(1).max(5);

const systemSchema = z.strictObject({
  id,
  name: z.exactOptional(words.max(80)),
  team: z.exactOptional(words.max(80)),
  telltales: z.exactOptional(z.array(words.max(80)).max(50)),
  isHuman: z.exactOptional(z.boolean()),
  submission: z.exactOptional(words.max(100)),
});

const controlSchema = z.strictObject({
  id,
  prompt: id,
  text: longText,
  expected: z.record(
    id,
    z.strictObject({ least: z.exactOptional(mark), most: z.exactOptional(mark) }),
  ),
});

const surveySchema = z.strictObject({
  id,
  question: words.max(500),
  answer: z.enum(["text", "scale", "choice"]),
  choices: z.exactOptional(z.array(words.max(200)).min(2).max(20)),
});

const readingSchema = z.discriminatedUnion("mode", [
  z.strictObject({ mode: z.literal("full"), showLength: z._default(z.boolean(), false) }),
  z.strictObject({
    mode: z.literal("excerpts"),
    showLength: z._default(z.boolean(), false),
    windows: z
      .array(z.strictObject({ fromWord: z.int().min(0), words: z.int().min(1) }))
      .min(1)
      .max(20),
  }),
]);

const referenceSchema = z.strictObject({
  shown: z._default(z.boolean(), true),
  texts: z
    .array(
      z.strictObject({
        prompt: id,
        text: longText,
        right: words.max(500),
        translatedFrom: z.exactOptional(words.max(80)),
      }),
    )
    .min(1),
});

const exclusionSchema = z.strictObject({
  tooFastShare: z._default(proportion, 0.5),
  straightLiningShare: z._default(proportion, 0.9),
  controlMisses: z._default(z.int().min(1), 2),
  minTexts: z._default(z.int().min(1), 3),
});

const testsSchema = z.strictObject({
  dimensions: z.exactOptional(z.array(id).min(1)),
  permutations: z._default(z.int().min(100).max(1_000_000), 10_000),
  resamples: z._default(z.int().min(100).max(1_000_000), 10_000),
  alpha: z._default(z.number().gt(0).lt(1), 0.05),
  metrics: z._default(z.array(words.max(80)), []),
});

const ratersSchema = z.strictObject({
  count: z.exactOptional(z.int().min(1).max(10_000)),
  maxHours: z._default(z.number().gt(0).max(1000), 10),
  participants: z._default(z.boolean(), false),
  pay: z.exactOptional(words.max(500)),
  recruitment: z.exactOptional(words.max(500)),
  languageLevel: z.exactOptional(words.max(500)),
});

const DEFAULT_INSTRUCTIONS =
  "Read each text to its end before you give your last answer. Judge the text, not who may have written it. " +
  "You may change every answer until you submit the text.";
const DEFAULT_CONSENT =
  "I take part of my own free will and may stop at any time without giving a reason. My answers are stored " +
  "under a pseudonym and published without my name.";

/**
 * Schema of {@link RatingStudy}, defaults filled in; unknown keys are refused. What one field says
 * about another is checked by `checkStudy`.
 */
export const ratingStudySchema: z.ZodType<RatingStudy> = z.strictObject({
  name: id,
  title: words.max(200),
  challengeId: z.exactOptional(z.string().min(1).max(40)),
  track: z.exactOptional(z.string().min(1).max(40)),
  language: z._default(z.string().regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/), "en"),
  seed: z._default(z.int().min(0).max(4_294_967_295), 1),
  ratersPerText: z._default(z.int().min(1).max(50), 5),
  raters: z._default(ratersSchema, { maxHours: 10, participants: false }),
  design: z._default(z.enum(["auto", "complete", "incomplete"]), "auto"),
  systems: z.array(systemSchema).min(2).max(100),
  prompts: z
    .array(
      z.strictObject({
        id,
        text: longText,
        team: z.exactOptional(words.max(80)),
        item: z.exactOptional(words.max(200)),
      }),
    )
    .min(1)
    .max(1000),
  texts: z
    .array(z.strictObject({ system: id, prompt: id, text: longText }))
    .min(1)
    .max(10_000),
  dimensions: z._default(z.array(ratingDimensionSchema).max(20), []),
  reading: z._default(readingSchema, { mode: "full", showLength: false }),
  reference: z.exactOptional(referenceSchema),
  controls: z._default(z.array(controlSchema).max(100), []),
  training: z.exactOptional(
    z.strictObject({
      prompt: longText,
      text: longText,
      answers: z.record(id, z.strictObject({ value: mark, why: words.max(1000) })),
    }),
  ),
  consent: z._default(z.strictObject({ version: words.max(40), text: words.max(20_000) }), {
    version: "1",
    text: DEFAULT_CONSENT,
  }),
  instructions: z._default(words.max(20_000), DEFAULT_INSTRUCTIONS),
  survey: z._default(z.array(surveySchema).max(30), []),
  exclusion: z._default(exclusionSchema, {
    tooFastShare: 0.5,
    straightLiningShare: 0.9,
    controlMisses: 2,
    minTexts: 3,
  }),
  tests: z._default(testsSchema, {
    permutations: 10_000,
    resamples: 10_000,
    alpha: 0.05,
    metrics: [],
  }),
  lease: z._default(
    z.strictObject({
      hours: z._default(z.number().gt(0).max(168), 24),
      maxDays: z._default(z.number().gt(0).max(60), 7),
    }),
    { hours: 24, maxDays: 7 },
  ),
});
