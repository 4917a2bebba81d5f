import { z } from "zod";
import type { OutputFlag } from "./generated-text.ts";
import type { SideView } from "./run-summary.ts";

/** Outcome of one planned text. */
export type TextStatus = "generated" | "failed" | "pending";

/** What one metric says of one text. */
export interface TextScore {
  /** Metric id. */
  readonly metric: string;
  /** Whether there is a score. */
  readonly status: "scored" | "unscored";
  /** The score; present exactly if there is one. */
  readonly value?: number;
  /** Share of the output found in the reference, 0–1; ROUGE and its like only. */
  readonly precision?: number;
  /** Share of the reference found in the output, 0–1; ROUGE and its like only. */
  readonly recall?: number;
  /** Why there is none. */
  readonly reason?: string;
}

/** One text of a cell in a list of examples. */
export interface ExampleRow {
  /** Number of the example in its dataset, from 0, in plan order. */
  readonly example: number;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Whose text it is. */
  readonly userId: string;
  /** Which repeat, from 0. */
  readonly repeat: number;
  /** What became of it. */
  readonly status: TextStatus;
  /** Why it failed. */
  readonly reason?: string;
  /** How the text begins; absent if there is none. */
  readonly excerpt?: string;
  /** Scores in the order of the experiment; empty before the run is scored. */
  readonly scores: readonly TextScore[];
}

/** A page of the texts of one cell. */
export interface ExamplePage {
  /** Name of the run's folder. */
  readonly id: string;
  /** The cell. */
  readonly cell: string;
  /** Which texts are listed. */
  readonly status: TextStatus | "all";
  /** In plan order. */
  readonly rows: readonly ExampleRow[];
  /** Texts of the cell, whatever became of them. */
  readonly total: number;
  /** What to ask for the next page with; absent on the last one. */
  readonly nextCursor?: string;
}

/** A passage that a prompt was made with. */
export interface ExamplePassage {
  /** Id of the profile item. */
  readonly id: string;
  /** Whose it is, where it is not the example's own user. */
  readonly userId?: string;
  /** How well it fits the query, by the retriever's own measure. */
  readonly relevance: number;
  /** Its text; absent if the dataset is not there any more. */
  readonly text?: string;
}

/** What the dataset says of an example. */
export type ExampleSource =
  | {
      /** The dataset could be read. */
      readonly status: "available";
      /** What was asked for. */
      readonly input: string;
      /** What the person wrote. */
      readonly reference: string;
      /** The exact prompt, made anew; absent if it cannot be made. */
      readonly prompt?: string;
      /** Why there is no prompt. */
      readonly promptFault?: string;
      /** Summaries and style that the prompt was built with. */
      readonly side: readonly SideView[];
    }
  | {
      /** The dataset is gone, or is another one. */
      readonly status: "unavailable";
      /** Why. */
      readonly message: string;
    };

/** One example in one cell, with everything that led to its text. */
export interface RunExample {
  /** Name of the run's folder. */
  readonly id: string;
  /** Number of the example in its dataset, from 0, in plan order. */
  readonly example: number;
  /** Examples of this dataset in the run. */
  readonly examples: number;
  /** Id of the dataset example. */
  readonly exampleId: string;
  /** Whose text it is. */
  readonly userId: string;
  /** The cell. */
  readonly cell: string;
  /** Which repeat, from 0. */
  readonly repeat: number;
  /** Texts per example and cell. */
  readonly repeats: number;
  /** What became of the text. */
  readonly status: TextStatus;
  /** The text; absent if there is none. */
  readonly text?: string;
  /** Why it failed, and what was said. */
  readonly failure?: { readonly reason: string; readonly message: string };
  /** What the call came to; absent if there is no text. */
  readonly call?: {
    readonly promptTokens: number;
    readonly outputTokens: number;
    readonly finishReason: "stop" | "length";
    readonly passagesLost?: number;
  };
  /** Odd traits of the text. */
  readonly flags: readonly OutputFlag[];
  /** What each metric says, in the order of the experiment; empty before the run is scored. */
  readonly scores: readonly TextScore[];
  /** Mean of the cell by metric, for comparison; empty before the run is scored. */
  readonly cellMeans: Readonly<Record<string, number>>;
  /** What was retrieved, best first; empty without retrieval. */
  readonly passages: readonly ExamplePassage[];
  /** Whether nothing had anything to do with the query. */
  readonly noSignal: boolean;
  /** What the dataset says of it. */
  readonly source: ExampleSource;
  /** The same example in every cell of its dataset, in grid order. */
  readonly others: readonly {
    readonly cell: string;
    readonly status: TextStatus;
    readonly scores: readonly TextScore[];
  }[];
}

const textStatus = z.enum(["generated", "failed", "pending"]);
const number = z.exactOptional(z.number());
const text = z.exactOptional(z.string());
const place = z.int().nonnegative();

const textScoreSchema: z.ZodType<TextScore> = z.object({
  metric: z.string(),
  status: z.enum(["scored", "unscored"]),
  value: number,
  precision: number,
  recall: number,
  reason: text,
});

/** Schema of {@link ExamplePage}. */
export const examplePageSchema: z.ZodType<ExamplePage> = z.object({
  id: z.string(),
  cell: z.string(),
  status: z.enum(["all", "generated", "failed", "pending"]),
  rows: z.array(
    z.object({
      example: place,
      exampleId: z.string(),
      userId: z.string(),
      repeat: place,
      status: textStatus,
      reason: text,
      excerpt: text,
      scores: z.array(textScoreSchema),
    }),
  ),
  total: place,
  nextCursor: text,
});

const exampleSourceSchema: z.ZodType<ExampleSource> = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("available"),
    input: z.string(),
    reference: z.string(),
    prompt: text,
    promptFault: text,
    side: z.array(
      z.object({
        stage: z.enum(["summary", "style"]),
        passageIds: z.array(z.string()),
        prompt: z.string(),
        text,
      }),
    ),
  }),
  z.object({ status: z.literal("unavailable"), message: z.string() }),
]);

/** Schema of {@link RunExample}. */
export const runExampleSchema: z.ZodType<RunExample> = z.object({
  id: z.string(),
  example: place,
  examples: place,
  exampleId: z.string(),
  userId: z.string(),
  cell: z.string(),
  repeat: place,
  repeats: place,
  status: textStatus,
  text,
  failure: z.exactOptional(z.object({ reason: z.string(), message: z.string() })),
  call: z.exactOptional(
    z.object({
      promptTokens: z.number(),
      outputTokens: z.number(),
      finishReason: z.enum(["stop", "length"]),
      passagesLost: z.exactOptional(place),
    }),
  ),
  flags: z.array(z.enum(["refusal", "prefix", "loop", "cut-off"])),
  scores: z.array(textScoreSchema),
  cellMeans: z.record(z.string(), z.number()),
  passages: z.array(z.object({ id: z.string(), userId: text, relevance: z.number(), text })),
  noSignal: z.boolean(),
  source: exampleSourceSchema,
  others: z.array(
    z.object({ cell: z.string(), status: textStatus, scores: z.array(textScoreSchema) }),
  ),
});
