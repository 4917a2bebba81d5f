import { z } from "zod";
import { type DatasetChoice, datasetSchema, type ExperimentDataset } from "./dataset-schema.ts";

/** A generation preset: the paper's settings for one of its models. */
export type GenerationPreset = "gpt-3.5" | "llama-2" | "flan-t5";

/** A prompt mode: what a model writes about the passages before the prompt is built. */
export type PromptMode = "plain" | "summary" | "style" | "both";

/** How texts are made. */
export interface GenerationSettings {
  /** The paper's settings for one of its models; keys that are given win. @defaultValue none */
  readonly preset?: GenerationPreset;
  /** 0 takes the likeliest token. @defaultValue 0 */
  readonly temperature: number;
  /** Share of probability kept, 0–1. @defaultValue 1 */
  readonly topP: number;
  /** Longest text, in the model's tokens. @defaultValue 256 */
  readonly maxOutputTokens: number;
  /**
   * `true` if `maxOutputTokens` is an upper bound, and a text may be as long as the prompt leaves room
   * for in the model's context. @defaultValue absent, which keeps room for the longest text
   */
  readonly fitOutput?: true;
  /** Above 1 makes tokens already seen less likely. */
  readonly repeatPenalty?: number;
  /** Texts that end a reply. @defaultValue none */
  readonly stop: readonly string[];
  /** First message of every conversation; absent for none. */
  readonly systemMessage?: string;
  /** Seed of the model's own generator. @defaultValue the experiment's seed */
  readonly seed?: number;
}

/** How prompts are built. */
export interface PromptSettings {
  /** Template family; `auto` takes `llama` for models of that name and `gpt` for the rest. @defaultValue "auto" */
  readonly family: "auto" | "gpt" | "llama";
  /** Longest prompt, in the model's tokens; absent for what the model's context leaves. */
  readonly maxPromptTokens?: number;
  /** What to do with a prompt over budget. @defaultValue "drop-last-passage" */
  readonly onOverflow: "drop-last-passage" | "truncate-passage" | "fail";
  /** Files of side templates in the place of `summary/v1` and `style/v1`. @defaultValue none */
  readonly templates?: { readonly summary?: string; readonly style?: string };
  /** `false` leaves the passages out in the modes `style` and `both`. @defaultValue absent, which keeps them */
  readonly stylePassages?: false;
}

/** How hard a model may be worked, and when to stop. */
export interface RunLimits {
  /** Calls at a time; it adapts between `min` and `max`. @defaultValue start 4, min 1, max 32 */
  readonly concurrency: { readonly start: number; readonly min: number; readonly max: number };
  /** Longest wait for one reply, in milliseconds. @defaultValue 180_000 */
  readonly replyTimeoutMs: number;
  /** Attempts per example. @defaultValue 4 */
  readonly maxAttempts: number;
  /** Most calls to models in this run; absent for no bound. */
  readonly maxCalls?: number;
  /** Most tokens read and written in this run; absent for no bound. */
  readonly maxTokens?: number;
  /** Most US dollars spent in this run, by the prices under `models`; absent for no bound. */
  readonly budgetUsd?: number;
}

/** How intervals and tests are made. */
export interface ExperimentStatistics {
  /** What every cell is compared with. @defaultValue retriever none */
  readonly baseline: { readonly retriever: string };
  /** Bootstrap resamples. @defaultValue 10_000 */
  readonly resamples: number;
  /** Draws of the permutation test. @defaultValue 10_000 */
  readonly permutations: number;
  /** Correction within a family. @defaultValue "holm" */
  readonly correction: "holm" | "benjamini-hochberg";
  /** What is resampled and flipped as a whole. @defaultValue "user" */
  readonly clusterBy: "user" | "example";
  /** Seed of all draws. @defaultValue 12_345 */
  readonly seed: number;
}

/** Combinations of grid values that are left out. */
export interface GridExclusion {
  /** Names of datasets meant; absent for all. */
  readonly dataset?: string | readonly string[];
  /** Retrievers meant; absent for all. */
  readonly retriever?: string | readonly string[];
  /** Values of k meant; absent for all. */
  readonly k?: number | readonly number[];
  /** Prompt modes meant; absent for all. */
  readonly mode?: PromptMode | readonly PromptMode[];
  /** Models meant; absent for all. */
  readonly model?: string | readonly string[];
}

/** An experiment as one of its datasets sees it. */
export interface DatasetExperiment extends Experiment {
  /** What is written. */
  readonly dataset: ExperimentDataset & DatasetChoice;
}

/** An experiment with every default written out: what is frozen into a run. */
export interface Experiment {
  /** Format version. */
  readonly version: 1;
  /** Name of the run's folder. */
  readonly name: string;
  /** `longhand`, or `longlamp-paper` for the paper's oddities. @defaultValue "longhand" */
  readonly profile: "longhand" | "longlamp-paper";
  /** Seed of every draw outside the statistics. @defaultValue 7 */
  readonly seed: number;
  /** What is written. */
  readonly dataset: ExperimentDataset;
  /** Every combination is one cell. */
  readonly grid: {
    /** Retrievers by name. */
    readonly retriever: readonly string[];
    /** Passages retrieved. */
    readonly k: readonly number[];
    /** Models as `<adapter>:<name>[@<revision>]`. */
    readonly model: readonly string[];
    /** Prompt modes. @defaultValue plain */
    readonly mode: readonly PromptMode[];
    /** Combinations left out. @defaultValue none */
    readonly exclude: readonly GridExclusion[];
  };
  /** Texts per example and cell. @defaultValue 1 */
  readonly repeat: number;
  /** How texts are made. */
  readonly generation: GenerationSettings;
  /** How prompts are built. */
  readonly prompt: PromptSettings;
  /** How hard a model may be worked, and when to stop. */
  readonly limits: RunLimits;
  /** Settings per retriever, by its name; of a part of another one by the part's name. @defaultValue none */
  readonly retrievers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Settings per model, by the name the grid uses. @defaultValue none */
  readonly models: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Metric ids. @defaultValue rouge-1, rouge-2, rouge-l, rouge-lsum */
  readonly metrics: readonly string[];
  /** How intervals and tests are made. */
  readonly statistics: ExperimentStatistics;
  /** Thresholds that end the command with exit code 100. @defaultValue none */
  readonly failOn: {
    /** Highest share of failed examples, 0–1. */
    readonly failedShare?: number;
    /** Lowest mean per metric, in every cell. */
    readonly minMean?: Readonly<Record<string, number>>;
  };
}

/** A whole number within bounds, which the message names. */
function countOf(least: number, most: number = Number.MAX_SAFE_INTEGER): z.ZodInt {
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of ${least} or more` : `from ${least} to ${most}`;
  return z.int(`must be a whole number ${range}`).min(least).max(most);
}

const count: z.ZodInt = countOf(1);
const seed: z.ZodInt = countOf(0, 4_294_967_295);
const oneOrMany = <T extends z.ZodType>(item: T): z.ZodUnion<[T, z.ZodArray<T>]> =>
  z.union([item, z.array(item)]);

function distinct<T extends z.ZodType>(item: T, noun: string): z.ZodArray<T> {
  return z
    .array(item)
    .min(1, `at least one ${noun} is needed`)
    .superRefine((values, context) => {
      values.forEach((value, index) => {
        if (values.indexOf(value) < index) {
          context.addIssue({
            code: "custom",
            path: [index],
            message: `this ${noun} is listed twice`,
          });
        }
      });
    }) as z.ZodArray<T>;
}

const modeSchema = z.enum(["plain", "summary", "style", "both"]);

const concurrencySchema = z
  .strictObject({
    start: z._default(count, 4),
    min: z._default(count, 1),
    max: z._default(countOf(1, 1024), 32),
  })
  .superRefine(({ start, min, max }, context) => {
    if (min <= start && start <= max) return;
    context.addIssue({
      code: "custom",
      message: `start must lie between min and max, got start ${start}, min ${min}, max ${max}`,
    });
  });

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Schema of an experiment file; parsing it writes out every default. */
export const experimentSchema: z.ZodType<Experiment> = z.strictObject({
  version: z.literal(1),
  name: z.string().regex(NAME, "must be letters, digits, dots, hyphens or underscores"),
  profile: z._default(z.enum(["longhand", "longlamp-paper"]), "longhand"),
  seed: z._default(seed, 7),
  dataset: datasetSchema,
  grid: z.strictObject({
    retriever: distinct(z.string(), "retriever"),
    k: z._default(distinct(countOf(0), "k"), [4]),
    model: distinct(z.string().min(1), "model"),
    mode: z._default(distinct(modeSchema, "mode"), ["plain"]),
    exclude: z._default(
      z.array(
        z.strictObject({
          dataset: z.exactOptional(oneOrMany(z.string())),
          retriever: z.exactOptional(oneOrMany(z.string())),
          k: z.exactOptional(oneOrMany(countOf(0))),
          mode: z.exactOptional(oneOrMany(modeSchema)),
          model: z.exactOptional(oneOrMany(z.string())),
        }),
      ),
      [],
    ),
  }),
  repeat: z._default(count, 1),
  generation: z.prefault(
    z.strictObject({
      preset: z.exactOptional(z.enum(["gpt-3.5", "llama-2", "flan-t5"])),
      temperature: z._default(z.number().min(0).max(5), 0),
      topP: z._default(z.number().gt(0).max(1), 1),
      maxOutputTokens: z._default(count, 256),
      fitOutput: z.exactOptional(z.literal(true)),
      repeatPenalty: z.exactOptional(z.number().gt(0).max(5)),
      stop: z._default(z.array(z.string().min(1)), []),
      systemMessage: z.exactOptional(z.string()),
      seed: z.exactOptional(seed),
    }),
    {},
  ),
  prompt: z.prefault(
    z.strictObject({
      family: z._default(z.enum(["auto", "gpt", "llama"]), "auto"),
      maxPromptTokens: z.exactOptional(count),
      onOverflow: z._default(
        z.enum(["drop-last-passage", "truncate-passage", "fail"]),
        "drop-last-passage",
      ),
      templates: z.exactOptional(
        z.strictObject({
          summary: z.exactOptional(z.string().min(1)),
          style: z.exactOptional(z.string().min(1)),
        }),
      ),
      stylePassages: z.exactOptional(z.literal(false)),
    }),
    {},
  ),
  limits: z.prefault(
    z.strictObject({
      concurrency: z.prefault(concurrencySchema, {}),
      replyTimeoutMs: z._default(count, 180_000),
      maxAttempts: z._default(count, 4),
      maxCalls: z.exactOptional(count),
      maxTokens: z.exactOptional(count),
      budgetUsd: z.exactOptional(z.number().gt(0, "must be above 0")),
    }),
    {},
  ),
  retrievers: z.exactOptional(z.record(z.string(), z.record(z.string(), z.unknown()))),
  models: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
  metrics: z._default(distinct(z.string(), "metric"), [
    "rouge-1",
    "rouge-2",
    "rouge-l",
    "rouge-lsum",
  ]),
  statistics: z.prefault(
    z.strictObject({
      baseline: z._default(z.strictObject({ retriever: z.string() }), { retriever: "none" }),
      resamples: z._default(count, 10_000),
      permutations: z._default(count, 10_000),
      correction: z._default(z.enum(["holm", "benjamini-hochberg"]), "holm"),
      clusterBy: z._default(z.enum(["user", "example"]), "user"),
      seed: z._default(seed, 12_345),
    }),
    {},
  ),
  failOn: z.prefault(
    z.strictObject({
      failedShare: z.exactOptional(z.number().min(0).max(1)),
      minMean: z.exactOptional(z.record(z.string(), z.number())),
    }),
    {},
  ),
}) as z.ZodType<Experiment>;
