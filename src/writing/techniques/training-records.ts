import { z } from "zod";
import type { ChatMessage } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import type { RecordedCandidate } from "./read-candidates.ts";

/** What records are for. */
export const RECORD_PURPOSES = ["preferences", "rewards", "tuning", "multitask"] as const;

/** What records are for: pairs, scored drafts, texts of the author, tasks on finished parts. */
export type RecordPurpose = (typeof RECORD_PURPOSES)[number];

/** Part of a set of records that a document belongs to. */
export type RecordSplit = "train" | "validation" | "test";

const messages = z.array(
  z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: z.string() }),
);
const parts = z.record(z.string(), z.number());
const place = { run: z.string(), node: z.string(), split: z.enum(["train", "validation", "test"]) };
const signatures = z.record(z.string(), z.string());
const said = z.array(z.strictObject({ role: z.literal("assistant"), content: z.string().min(1) }));

/** Schemas of records by purpose; every record is checked before it is written. */
export const RECORD_SCHEMAS: Readonly<Record<RecordPurpose, z.ZodType>> = {
  preferences: z.strictObject({
    ...place,
    prompt: messages,
    chosen: said,
    rejected: said,
    margin: z.number().min(0),
    parts: z.strictObject({ chosen: parts, rejected: parts }),
    signatures,
  }),
  rewards: z.strictObject({
    ...place,
    prompt: messages,
    completion: z.string(),
    score: z.number().min(0).max(1),
    parts,
    reasons: z.array(z.string()),
    signatures,
  }),
  tuning: z.strictObject({
    ...place,
    prompt: messages,
    completion: z.string().min(1),
    source: z.enum(["profile", "locked"]),
  }),
  multitask: z.discriminatedUnion("task", [
    z.strictObject({ ...place, task: z.literal("write"), input: z.string(), output: z.string() }),
    z.strictObject({
      ...place,
      task: z.literal("summarise"),
      input: z.string(),
      output: z.string(),
    }),
    z.strictObject({
      ...place,
      task: z.literal("match"),
      brief: z.string(),
      summary: z.string(),
      label: z.union([z.literal(0), z.literal(1)]),
    }),
    z.strictObject({
      ...place,
      task: z.literal("author"),
      anchor: z.string(),
      positive: z.string(),
      negative: z.string(),
    }),
  ]),
};

/** A record of any purpose. */
export type TrainingRecord = Readonly<Record<string, unknown>>;

/** Where a record comes from. */
export interface RecordPlace {
  /** Name of the run. */
  readonly run: string;
  /** Its split. */
  readonly split: RecordSplit;
  /** What its scores were made by. */
  readonly signatures: Readonly<Record<string, string>>;
}

/** Fewest points between a chosen draft and a rejected one. */
export const LEAST_MARGIN = 0.1;

/**
 * The split of a document: that of its author, so that no author stands in two; without an author that of what
 * it is about.
 *
 * @param owner - The author, or the goal.
 * @returns `train` for eight in ten, else `validation` or `test`.
 */
export function splitOf(owner: string): RecordSplit {
  const share = Number.parseInt(sha256(`split|${owner}`).slice(0, 8), 16) / 2 ** 32;
  if (share < 0.8) return "train";
  return share < 0.9 ? "validation" : "test";
}

/**
 * Pairs of drafts of one prompt whose scores lie at least 0.10 apart; the chosen one passes all filters.
 *
 * @param candidates - Drafts of a run.
 * @param where - Where they come from.
 * @returns The pairs, in the format of direct preference optimisation with messages.
 */
export function preferenceRecords(
  candidates: readonly RecordedCandidate[],
  { run, split, signatures: made }: RecordPlace,
): TrainingRecord[] {
  const groups = new Map<string, RecordedCandidate[]>();
  for (const candidate of candidates) {
    if (candidate.text === "") continue;
    const key = `${candidate.node}|${candidate.promptHash}`;
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups.values()].flatMap((group) =>
    group
      .filter(({ reasons }) => reasons.length === 0)
      .flatMap((chosen) =>
        group
          .filter((other) => other.text !== chosen.text && marginOf(chosen, other) >= LEAST_MARGIN)
          .map((rejected) => ({
            run,
            node: chosen.node,
            split,
            prompt: chosen.prompt,
            chosen: saidBy(chosen.text),
            rejected: saidBy(rejected.text),
            margin: marginOf(chosen, rejected),
            parts: { chosen: chosen.parts, rejected: rejected.parts },
            signatures: made,
          })),
      ),
  );
}

function marginOf(chosen: RecordedCandidate, rejected: RecordedCandidate): number {
  // Scores are kept with six digits; the difference of two of them has no more.
  return Math.round((chosen.score - rejected.score) * 1e6) / 1e6;
}

function saidBy(content: string): readonly ChatMessage[] {
  return [{ role: "assistant", content }];
}

/**
 * Every draft with the parts of its score.
 *
 * @param candidates - Drafts of a run.
 * @param where - Where they come from.
 * @returns One record a draft.
 */
export function rewardRecords(
  candidates: readonly RecordedCandidate[],
  { run, split, signatures: made }: RecordPlace,
): TrainingRecord[] {
  return candidates.map(({ node, prompt, text, score, parts: own, reasons }) => ({
    run,
    node,
    split,
    prompt,
    completion: text,
    score,
    parts: own,
    reasons,
    signatures: made,
  }));
}
