import { z } from "zod";
import { type AgreementValue, agreementValueSchema } from "./rating-agreement.ts";

/** Id of the column with the mean over all dimensions, where the challenge declared one in advance. */
export const OVERALL_COLUMN = "overall";

/** Whose marks count: of all raters, or without those that the planned rule leaves out. */
export type HumanBoardRaters = "all" | "unflagged";

/** Why a line of the board of human marks has no ranks. */
export type UnratedReason = "written-by-people" | "test-team";

/** What raters judged: one column of the board. */
export interface HumanBoardColumn {
  /** Id of the dimension, or {@link OVERALL_COLUMN}. */
  readonly id: string;
  /** Its name on pages. */
  readonly label: string;
  /** Krippendorff's alpha of the dimension; absent for the overall column. */
  readonly alpha?: AgreementValue;
  /** Whether raters agree too little about it: its means then stand beside "low agreement". */
  readonly isLow: boolean;
  /** Whether the plan tests differences in it; nothing is separated where it does not. */
  readonly isTested: boolean;
}

/** The marks of one system in one dimension. */
export interface HumanMark {
  /** Id of the column. */
  readonly column: string;
  /** Rank, 1 for the best; equal means share it. Absent for lines that are not ranked, and without marks. */
  readonly rank?: number;
  /** Best rank of the rank interval; absent below five common prompts. */
  readonly rankLow?: number;
  /** Worst rank of the rank interval. */
  readonly rankHigh?: number;
  /** Whether nothing separates it from rank 1; absent without a rank. */
  readonly inTopGroup?: boolean;
  /** Mean over prompts of the means of texts, rounded to four decimals before it is ranked; absent without marks. */
  readonly mean?: number;
  /** The mean as it is shown, for instance `3.8125`. */
  readonly shown?: string;
  /** Lower end of its 95 % interval, by resampling prompts; absent below five. */
  readonly low?: number;
  /** Upper end. */
  readonly high?: number;
  /** Median of all marks; absent without marks, and in the overall column. */
  readonly median?: number;
  /** How often each mark was given, from 1 to 5; empty in the overall column. */
  readonly counts: readonly number[];
  /** Answers `cannot judge`. */
  readonly cannotJudge: number;
  /** Prompts with a text that has a mark. */
  readonly prompts: number;
  /** Why a number above is absent. */
  readonly reason?: string;
}

/** A line of the board of human marks. */
export interface HumanBoardRow {
  /** Id of the system in the study. */
  readonly id: string;
  /** Name of the team, or who wrote the texts. */
  readonly team: string;
  /** Name of the system; absent where it has none beside the team's. */
  readonly system?: string;
  /** The submission whose texts were rated; absent for texts that are no submission. */
  readonly submissionId?: string;
  /** Why it has no ranks; absent for lines that have. */
  readonly unranked?: UnratedReason;
  /** Marks, in the order of the columns. */
  readonly marks: readonly HumanMark[];
  /** Scores by judge models as they are shown, by name of the metric; they never rank. */
  readonly judged: Readonly<Record<string, string>>;
}

/** The board of human marks of a track: apart from the automatic board, without an overall number unless the challenge declared one in advance. */
export interface HumanBoard {
  /** The challenge. */
  readonly challengeId: string;
  /** The track. */
  readonly track: string;
  /** The rating study. */
  readonly studyId: string;
  /** Hash of its plan. */
  readonly planHash: string;
  /** Whose marks count. */
  readonly raters: HumanBoardRaters;
  /** How many people that are. */
  readonly raterCount: number;
  /** Raters that the planned rule leaves out of the second set of results. */
  readonly flaggedRaters: number;
  /** Complete ratings that each text should have. */
  readonly ratersPerText: number;
  /** Level of the family of tests. */
  readonly alpha: number;
  /** Column whose ranks order the lines; `name` for the order of names. */
  readonly order: string;
  /** Columns: the dimensions, then the overall one if there is one. */
  readonly columns: readonly HumanBoardColumn[];
  /** Lines with ranks, then those without. */
  readonly rows: readonly HumanBoardRow[];
  /** Metrics by judge models that stand beside the marks, marked and never ranked. */
  readonly judges: readonly string[];
  /** What a reader must know, as sentences. */
  readonly notes: readonly string[];
  /** When the results were published, in UTC milliseconds; absent before, when organisers alone see them. */
  readonly publishedAtMs?: number;
}

/** Query of `GET …/human-board`. */
export interface HumanBoardQuery {
  /** Track. @defaultValue the first */
  readonly track?: string;
  /** Column whose ranks order the lines, or `name`. @defaultValue the overall column if there is one, else `name` */
  readonly order?: string;
  /** Whose marks count. @defaultValue `all` */
  readonly raters?: HumanBoardRaters;
  /** `csv` for a file, `html` for a page that needs no script. @defaultValue `json` */
  readonly format?: "json" | "csv" | "html";
}

const count = z.int().min(0);
const number = z.exactOptional(z.number());
const text = z.exactOptional(z.string());
const ratersSchema = z.enum(["all", "unflagged"]);

/** Schema of {@link HumanBoardQuery}. */
export const humanBoardQuerySchema: z.ZodType<HumanBoardQuery> = z.object({
  track: z.exactOptional(z.string().max(40)),
  order: z.exactOptional(z.string().max(40)),
  raters: z.exactOptional(ratersSchema),
  format: z.exactOptional(z.enum(["json", "csv", "html"])),
});

/** Schema of {@link HumanBoard}. */
export const humanBoardSchema: z.ZodType<HumanBoard> = z.strictObject({
  challengeId: z.string(),
  track: z.string(),
  studyId: z.string(),
  planHash: z.string(),
  raters: ratersSchema,
  raterCount: count,
  flaggedRaters: count,
  ratersPerText: count,
  alpha: z.number(),
  order: z.string(),
  columns: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      alpha: z.exactOptional(agreementValueSchema),
      isLow: z.boolean(),
      isTested: z.boolean(),
    }),
  ),
  rows: z.array(
    z.strictObject({
      id: z.string(),
      team: z.string(),
      system: text,
      submissionId: text,
      unranked: z.exactOptional(z.enum(["written-by-people", "test-team"])),
      marks: z.array(
        z.strictObject({
          column: z.string(),
          rank: number,
          rankLow: number,
          rankHigh: number,
          inTopGroup: z.exactOptional(z.boolean()),
          mean: number,
          shown: text,
          low: number,
          high: number,
          median: number,
          counts: z.array(count),
          cannotJudge: count,
          prompts: count,
          reason: text,
        }),
      ),
      judged: z.record(z.string(), z.string()),
    }),
  ),
  judges: z.array(z.string()),
  notes: z.array(z.string()),
  publishedAtMs: number,
});
