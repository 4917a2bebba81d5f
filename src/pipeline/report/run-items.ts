import { LonghandError } from "../../foundation/index.ts";
import type { GeneratedText, ItemScore, ScoreRecord } from "../../records/index.ts";
import { readJsonLines } from "../../storage/index.ts";
import { type LoggedOutcome, readGenerationLog } from "../run/generation-log.ts";
import type { RunFolder } from "../run/run-folder.ts";
import { readManifest } from "../run/run-manifest.ts";
import { type PlannedText, readPlan } from "../run/run-plan.ts";
import { readOutputs, runScoresFile } from "../run/score-texts.ts";

/** A planned text with all that is known of it. */
export interface RunItem {
  /** What was planned. */
  readonly planned: PlannedText;
  /** The text; absent if there is none. */
  readonly text?: GeneratedText;
  /** `failed` with its reason, or `pending`; `generated` if there is a text. */
  readonly status: "generated" | "failed" | "pending";
  /** Why it failed. */
  readonly reason?: string;
  /** What each metric says, in the order of the manifest. */
  readonly scores: readonly ItemScore[];
}

/** A metric with its records, one per finished text in plan order. */
interface MetricRecords {
  readonly metric: string;
  readonly signature: string;
  readonly records: AsyncIterator<ScoreRecord>;
}

/**
 * Reads a scored run text by text, in plan order; one text is in memory at a time.
 *
 * @param folder - The run.
 * @returns Its planned texts.
 * @throws LonghandError `damaged-run` if texts and scores do not belong together.
 */
export async function* readRunItems(folder: RunFolder): AsyncGenerator<RunItem> {
  const manifest = await readManifest(folder);
  const log = await readGenerationLog(folder.generation, () => true);
  const metrics = Object.entries(manifest.metrics).map(
    ([metric, signature]): MetricRecords => ({
      metric,
      signature,
      records: readScores(runScoresFile({ folder }, signature)),
    }),
  );
  const outputs = readOutputs(folder.outputs);
  let next = await outputs.next();
  for await (const planned of readPlan(folder.plan)) {
    const text = next.done === true || next.value.key !== planned.key ? undefined : next.value;
    if (text === undefined) {
      yield missingItem(planned, log.outcomes.get(planned.key), metrics);
    } else {
      next = await outputs.next();
      yield { planned, text, status: "generated", scores: await scoresOf(text, metrics, folder) };
    }
  }
}

function missingItem(
  planned: PlannedText,
  outcome: LoggedOutcome | undefined,
  metrics: readonly MetricRecords[],
): RunItem {
  const what =
    outcome?.status === "failed"
      ? { status: "failed" as const, reason: outcome.reason ?? "failed" }
      : { status: "pending" as const };
  const scores = metrics.map((metric) => ({ ...itemOf(planned, metric), ...what }));
  return { planned, ...what, scores };
}

async function* readScores(path: string): AsyncGenerator<ScoreRecord> {
  for await (const line of readJsonLines(path)) {
    if (line.status === "value") yield line.value as ScoreRecord;
  }
}

async function scoresOf(
  text: GeneratedText,
  metrics: readonly MetricRecords[],
  folder: RunFolder,
): Promise<readonly ItemScore[]> {
  const scores: ItemScore[] = [];
  for (const { metric, signature, records } of metrics) {
    const { value: record, done } = await records.next();
    if (done === true || record.exampleId !== text.exampleId) throw unlike(folder, metric);
    scores.push(scoredItem(record, itemOf(text, { metric, signature })));
  }
  return scores;
}

function scoredItem(record: ScoreRecord, item: Omit<ItemScore, "status">): ItemScore {
  if (record.status === "unscored") {
    return { ...item, status: "unscored", reason: record.reason };
  }
  const { value, precision, recall } = record;
  return {
    ...item,
    status: "scored",
    value,
    ...(precision === undefined ? {} : { precision }),
    ...(recall === undefined ? {} : { recall }),
  };
}

function unlike(folder: RunFolder, metric: string): LonghandError {
  return new LonghandError(
    `The scores of ${metric} do not belong to the texts of ${folder.name}.`,
    {
      code: "damaged-run",
      hint: `Score it again with: longhand report build ${folder.name}`,
    },
  );
}

function itemOf(
  {
    cell,
    exampleId,
    userId,
    repeat,
  }: Pick<PlannedText, "cell" | "exampleId" | "userId" | "repeat">,
  { metric, signature }: Pick<MetricRecords, "metric" | "signature">,
): Omit<ItemScore, "status"> {
  return { cell, exampleId, userId, repeat, metric, signature };
}
