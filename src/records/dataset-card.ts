import { z } from "zod";
import type { Setting } from "./dataset-example.ts";

/**
 * Which rules a benchmark follows: `longhand` (the default), or `longlamp-paper`, which reproduces
 * the published benchmark with its oddities.
 */
export type BenchmarkProfile = "longhand" | "longlamp-paper";

/** What one rule of a dataset's making let through. */
export interface FunnelStep {
  /** The rule in words, for instance "author has a profile". */
  readonly rule: string;
  /** What is counted: documents, passages or examples. */
  readonly unit: "documents" | "passages" | "examples";
  /** How many came to the rule. */
  readonly in: number;
  /** How many it let through. */
  readonly out: number;
  /** How many people they belonged to before. */
  readonly usersIn: number;
  /** How many people after. */
  readonly usersOut: number;
}

/** Names of the checks for leaks. */
export const LEAK_CHECKS = [
  "user-in-two-splits",
  "target-in-profile",
  "profile-after-target",
  "empty-output",
] as const;

/** One check that no reference can be known beforehand, and what it found. */
export interface LeakCheck {
  /** What was looked for. */
  readonly check: (typeof LEAK_CHECKS)[number];
  /** `failed` fails a `longhand` build; under `longlamp-paper` findings are a `warning`. */
  readonly status: "passed" | "warning" | "failed";
  /** How many examples (or users, for `user-in-two-splits`) it concerns. */
  readonly findings: number;
  /** Ids of the first ten. */
  readonly ids: readonly string[];
}

/** What a dataset is, where it came from and what was left out: the file `dataset.json`. */
export interface DatasetCard {
  /** Format version. */
  readonly v: 1;
  /** Name of the dataset. */
  readonly name: string;
  /** Name of its task. */
  readonly task: string;
  /** How it was split. */
  readonly setting: Setting;
  /** Which rules it was built by. */
  readonly profile: BenchmarkProfile;
  /** Seed of every draw. */
  readonly seed: number;
  /** Where the documents came from. */
  readonly source: string;
  /** Every option it was built with, defaults written out. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Examples in each part. */
  readonly splits: { readonly train: number; readonly validation: number; readonly test: number };
  /** People in each part. */
  readonly users: { readonly train: number; readonly validation: number; readonly test: number };
  /** What each rule let through, in order. */
  readonly funnel: readonly FunnelStep[];
  /** The checks for leaks. */
  readonly checks: readonly LeakCheck[];
  /** Other things that were counted, by name, for instance `dateTies`. */
  readonly counts: Readonly<Record<string, number>>;
  /** What was settled where the paper is silent or contradicts itself, and what its profile changes. */
  readonly choices?: readonly string[];
  /** Hash of each part's content, 64 hexadecimal digits. */
  readonly hashes: { readonly train: string; readonly validation: string; readonly test: string };
  /** Hash of the whole content. */
  readonly hash: string;
}

const count = z.int().nonnegative();
const perSplit = <T extends z.ZodType>(
  value: T,
): z.ZodObject<{ train: T; validation: T; test: T }, z.core.$strict> =>
  z.strictObject({ train: value, validation: value, test: value });

/** Schema of {@link DatasetCard}. */
export const datasetCardSchema: z.ZodType<DatasetCard> = z.strictObject({
  v: z.literal(1),
  name: z.string().min(1),
  task: z.string().min(1),
  setting: z.enum(["user", "temporal"]),
  profile: z.enum(["longhand", "longlamp-paper"]),
  seed: z.int(),
  source: z.string(),
  options: z.record(z.string(), z.unknown()),
  splits: perSplit(count),
  users: perSplit(count),
  funnel: z.array(
    z.strictObject({
      rule: z.string(),
      unit: z.enum(["documents", "passages", "examples"]),
      in: count,
      out: count,
      usersIn: count,
      usersOut: count,
    }),
  ),
  checks: z.array(
    z.strictObject({
      check: z.enum(LEAK_CHECKS),
      status: z.enum(["passed", "warning", "failed"]),
      findings: count,
      ids: z.array(z.string()),
    }),
  ),
  counts: z.record(z.string(), count),
  choices: z.exactOptional(z.array(z.string())),
  hashes: perSplit(z.string()),
  hash: z.string(),
});
