import { z } from "zod";
import { type RunState, runStateSchema } from "./run-list.ts";

/** What stands in one place of a table. */
export interface ReportPlace {
  /** As it is printed: a rounded number, `—`, or words. */
  readonly text: string;
  /** Marks behind it, as the notes of the table explain them. */
  readonly marks?: string;
  /** Its 95 % interval, as it is printed. */
  readonly ends?: string;
  /** What belongs to it: a choice, a difference, or why there is no number. */
  readonly words?: string;
  /** Present for the one best place, separated from all it was compared with. */
  readonly best?: true;
  /** Present where there is no number. */
  readonly quiet?: true;
}

/** A table of a run's report. */
export interface ReportTable {
  /** Its name, unique in the report. */
  readonly id: string;
  /** What it shows. */
  readonly title: string;
  /** Headings of what the lines are about. */
  readonly rowHeads: readonly string[];
  /** Columns of results. */
  readonly columns: readonly {
    /** What it shares with its neighbours. */
    readonly group?: string;
    /** Heading. */
    readonly title: string;
    /** Whether it holds numbers. */
    readonly numeric: boolean;
  }[];
  /** Lines. */
  readonly rows: readonly {
    /** What the line is about, a text for each of `rowHeads`. */
    readonly heads: readonly string[];
    /** Its places, in the order of the columns. */
    readonly places: readonly ReportPlace[];
  }[];
  /** What a reader needs to judge the numbers, as sentences. */
  readonly notes: readonly string[];
}

/** A section of a run's report. */
export interface ReportSection {
  /** Its name, unique in the report. */
  readonly id: string;
  /** Heading. */
  readonly title: string;
  /** Points below the heading, as sentences. */
  readonly points: readonly string[];
  /** Tables. */
  readonly tables: readonly ReportTable[];
}

/** The report of a run as a page shows it: results of an experiment, or of a comparison of ways of writing. */
export interface RunReport {
  /** Name of the run's folder. */
  readonly id: string;
  /** Name of the experiment or comparison. */
  readonly name: string;
  /** What was run. */
  readonly kind: "experiment" | "writing-comparison";
  /** How far it is. */
  readonly state: RunState;
  /** Documents written so far, while a comparison of ways of writing has no report yet; otherwise absent. */
  readonly progress?: {
    /** Documents that have come to their end. */
    readonly done: number;
    /** Documents in all. */
    readonly planned: number;
  };
  /** Sections; none while there is no report yet. */
  readonly sections: readonly ReportSection[];
}

const text = z.exactOptional(z.string());
const yes = z.exactOptional(z.literal(true));
const count = z.int().nonnegative();

/** Schema of {@link RunReport}. */
export const runReportSchema: z.ZodType<RunReport> = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(["experiment", "writing-comparison"]),
  state: runStateSchema,
  progress: z.exactOptional(z.object({ done: count, planned: count })),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      points: z.array(z.string()),
      tables: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          rowHeads: z.array(z.string()),
          columns: z.array(z.object({ group: text, title: z.string(), numeric: z.boolean() })),
          rows: z.array(
            z.object({
              heads: z.array(z.string()),
              places: z.array(
                z.object({
                  text: z.string(),
                  marks: text,
                  ends: text,
                  words: text,
                  best: yes,
                  quiet: yes,
                }),
              ),
            }),
          ),
          notes: z.array(z.string()),
        }),
      ),
    }),
  ),
});
