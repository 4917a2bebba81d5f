import { z } from "zod";

/** Something to mend or to know about a study before it opens. */
export interface StudyFinding {
  /** Errors keep it closed; a warning must be accepted; a note only informs. */
  readonly severity: "error" | "warning" | "note";
  /** Stable, kebab-case name. */
  readonly code: string;
  /** What it is about, and what to do. */
  readonly message: string;
}

/** What a study will be, fixed by its hash before the first rating. */
export interface RatingPlan {
  /** SHA-256 over everything that is declared: 64 hexadecimal digits. */
  readonly hash: string;
  /** Name of the study. */
  readonly name: string;
  /** Systems. */
  readonly systems: number;
  /** Prompts. */
  readonly prompts: number;
  /** Texts to rate, controls left out. */
  readonly texts: number;
  /** Complete ratings of each text. */
  readonly ratersPerText: number;
  /** Ids of the dimensions. */
  readonly dimensions: readonly string[];
  /** Who reads what. */
  readonly design: {
    /** `complete`: every rater of a prompt reads all its systems. */
    readonly kind: "complete" | "incomplete";
    /** People needed. */
    readonly raters: number;
    /** Texts of the person with the fewest. */
    readonly fewestTexts: number;
    /** Texts of the person with the most. */
    readonly mostTexts: number;
    /** How often the rarest pair of systems meets under one prompt and one rater. */
    readonly fewestMeetings: number;
    /** How often the most frequent pair does. */
    readonly mostMeetings: number;
  };
  /** Readings of control texts, silent among the others. */
  readonly controlReadings: number;
  /** Work. */
  readonly work: {
    /** Readings in all, controls included. */
    readonly readings: number;
    /** Words of all readings. */
    readonly words: number;
    /** Hours at 240 words a minute. */
    readonly hours: number;
    /** Hours of the person with the most. */
    readonly mostHours: number;
  };
  /** What the number of prompts can show. */
  readonly power: {
    /** Comparisons in the family: pairs of systems times dimensions tested. */
    readonly comparisons: number;
    /** Smallest two-sided p of one comparison. */
    readonly smallestP: number;
    /** Prompts needed for one claim in the whole family. */
    readonly neededPrompts: number;
    /** Prompts needed for one claim about one dimension. */
    readonly neededForOneDimension: number;
    /** Whether any claim is possible. */
    readonly possible: boolean;
    /** The same in words. */
    readonly text: string;
  };
  /** Expected width of the interval of Krippendorff's alpha. */
  readonly agreement: {
    /** The width, 0–2; absent where no simulation says it (other than 5 raters). */
    readonly expectedWidth?: number;
    /** The same in words. */
    readonly text: string;
  };
  /** What has to be mended, accepted or known. */
  readonly findings: readonly StudyFinding[];
}

/** Schema of {@link StudyFinding}. */
export const studyFindingSchema: z.ZodType<StudyFinding> = z.strictObject({
  severity: z.enum(["error", "warning", "note"]),
  code: z.string(),
  message: z.string(),
});

/** Schema of {@link RatingPlan}. */
export const ratingPlanSchema: z.ZodType<RatingPlan> = z.strictObject({
  hash: z.string(),
  name: z.string(),
  systems: z.int(),
  prompts: z.int(),
  texts: z.int(),
  ratersPerText: z.int(),
  dimensions: z.array(z.string()),
  design: z.strictObject({
    kind: z.enum(["complete", "incomplete"]),
    raters: z.int(),
    fewestTexts: z.int(),
    mostTexts: z.int(),
    fewestMeetings: z.int(),
    mostMeetings: z.int(),
  }),
  controlReadings: z.int(),
  work: z.strictObject({
    readings: z.int(),
    words: z.int(),
    hours: z.number(),
    mostHours: z.number(),
  }),
  power: z.strictObject({
    comparisons: z.int(),
    smallestP: z.number(),
    neededPrompts: z.int(),
    neededForOneDimension: z.int(),
    possible: z.boolean(),
    text: z.string(),
  }),
  agreement: z.strictObject({
    expectedWidth: z.exactOptional(z.number()),
    text: z.string(),
  }),
  findings: z.array(studyFindingSchema),
});

/** What kind of trace gives a text away. */
export const LEAK_KINDS = [
  "name",
  "model",
  "assistant-phrase",
  "refusal",
  "prompt-residue",
  "markup",
] as const;

/** One of the {@link LEAK_KINDS}. */
export type LeakKind = (typeof LEAK_KINDS)[number];

/** A trace of its writer in a text. */
export interface LeakFinding {
  /** Its name, the same whenever the same text is scanned. */
  readonly id: string;
  /** Key of the text: `<system>/<prompt>`, or `control/<id>`. */
  readonly text: string;
  /** What kind. */
  readonly kind: LeakKind;
  /** Where it begins, in UTF-16 units of the text as raters read it. */
  readonly start: number;
  /** The words. */
  readonly match: string;
  /** The words around it, up to 60 characters on each side. */
  readonly excerpt: string;
}

/** Schema of {@link LeakFinding}. */
export const leakFindingSchema: z.ZodType<LeakFinding> = z.strictObject({
  id: z.string(),
  text: z.string(),
  kind: z.enum(LEAK_KINDS),
  start: z.int().min(0),
  match: z.string(),
  excerpt: z.string(),
});
