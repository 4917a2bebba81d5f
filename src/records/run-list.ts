import { z } from "zod";

/** What a folder of runs holds: an experiment, a document of the writer, or a comparison of ways of writing. */
export type RunKind = "experiment" | "writing" | "writing-comparison";

/**
 * How far a run is: `running` while a process holds its folder, `finished` once nothing is left to make,
 * `stopped` for one that can be gone on with.
 */
export type RunState = "running" | "finished" | "stopped";

/** One run in a list of runs. */
export interface RunListItem {
  /** Name of its folder. */
  readonly id: string;
  /** What it is. */
  readonly kind: RunKind;
  /** Name of the experiment, or title or goal of the document. */
  readonly name: string;
  /** How far it is. */
  readonly state: RunState;
  /** When it began, in milliseconds since 1970; absent if the run does not say. */
  readonly startedAtMs?: number;
  /** Datasets of an experiment, by name. */
  readonly datasets: readonly string[];
  /** Models, as the run names them. */
  readonly models: readonly string[];
  /** Cells of an experiment's grid; absent for documents. */
  readonly cells?: number;
  /** Texts planned; absent where that is not known without reading the whole run. */
  readonly planned?: number;
  /** Texts that failed; absent where that is not known without reading the whole run. */
  readonly failed?: number;
  /** Whether only part of the dataset was asked for. */
  readonly partial?: true;
  /** Words asked for; of documents only. */
  readonly targetWords?: number;
}

/** A page of the list of runs, the newest first. */
export interface RunList {
  /** The runs. */
  readonly runs: readonly RunListItem[];
  /** How many there are in all. */
  readonly total: number;
  /** Folders that look like runs and cannot be read, with the reason. */
  readonly unreadable: readonly { readonly id: string; readonly reason: string }[];
  /** What to ask for the next page with; absent on the last one. */
  readonly nextCursor?: string;
}

/** Schema of {@link RunState}. */
export const runStateSchema: z.ZodType<RunState> = z.enum(["running", "finished", "stopped"]);

const runListItemSchema: z.ZodType<RunListItem> = z.object({
  id: z.string(),
  kind: z.enum(["experiment", "writing", "writing-comparison"]),
  name: z.string(),
  state: runStateSchema,
  startedAtMs: z.exactOptional(z.number()),
  datasets: z.array(z.string()),
  models: z.array(z.string()),
  cells: z.exactOptional(z.int().nonnegative()),
  planned: z.exactOptional(z.int().nonnegative()),
  failed: z.exactOptional(z.int().nonnegative()),
  partial: z.exactOptional(z.literal(true)),
  targetWords: z.exactOptional(z.number().nonnegative()),
});

/** Schema of {@link RunList}. */
export const runListSchema: z.ZodType<RunList> = z.object({
  runs: z.array(runListItemSchema),
  total: z.int().nonnegative(),
  unreadable: z.array(z.object({ id: z.string(), reason: z.string() })),
  nextCursor: z.exactOptional(z.string()),
});
