import { LonghandError, randomStream } from "../../foundation/index.ts";
import type { ScoreRecord } from "../../records/index.ts";
import {
  aggregateScores,
  createScorer,
  type Scorer,
  type ScorerOptions,
} from "../../scoring/index.ts";
import { summariseSample } from "../../statistics/index.ts";
import { openAtomicFile } from "../../storage/index.ts";
import type { RunContext } from "../run-context.ts";
import { readTexts, type TextSource } from "./read-texts.ts";
import type { TextFault, TextToScore } from "./text-to-score.ts";

/** What to score, and how. */
export interface ScoreFileOptions extends ScorerOptions, TextSource {
  /** Metric ids. */
  readonly metrics: readonly string[];
  /** File for one line per text; absent for none. */
  readonly perItem?: string;
  /** Bootstrap resamples of the intervals. @defaultValue 10_000 */
  readonly resamples?: number;
}

/** One metric over a file of texts. */
export interface FileScore {
  /** The profile's mean over the scored texts; absent if there are none. */
  readonly mean?: number;
  /** Lower end of its 95 % interval; absent below five texts. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** Texts with a score. */
  readonly scored: number;
  /** Texts without one. */
  readonly unscored: number;
  /** Those by reason. */
  readonly unscoredReasons: Readonly<Record<string, number>>;
  /** Everything that must agree before two numbers may be compared. */
  readonly signature: string;
  /** Why a number above is absent. */
  readonly reason?: string;
}

/** What a file of texts came to. */
export interface FileScores {
  /** Texts in the file, or examples in the dataset. */
  readonly planned: number;
  /** Texts that no metric can judge, by reason: none, empty, not a string. */
  readonly failed: Readonly<Record<string, number>>;
  /** By metric id. */
  readonly metrics: Readonly<Record<string, FileScore>>;
}

/**
 * Scores finished texts that were made elsewhere. Unscored and empty texts are counted; malformed
 * lines are refused, all of them at once, before anything is written.
 *
 * @param options - File, metrics, profile.
 * @param context - Progress, and the wish to stop.
 * @returns Mean, interval and counts per metric.
 * @throws LonghandError `invalid-texts`, listing bad lines; `unknown-metric`; `interrupted`.
 */
export async function scoreFile(
  options: ScoreFileOptions,
  context: RunContext,
): Promise<FileScores> {
  const scorer = await createScorer(options.metrics, options);
  const values: number[][] = scorer.metrics.map(() => []);
  const unscored: Map<string, number>[] = scorer.metrics.map(() => new Map());
  const failed = new Map<string, number>();
  let planned = 0;
  const items = options.perItem === undefined ? undefined : await openAtomicFile(options.perItem);
  try {
    for await (const text of readTexts(options)) {
      if (context.stopping.aborted) throw interrupted();
      planned += 1;
      const records = scoreText(text, scorer);
      if (text.fault !== undefined && text.fault !== "no-reference") add(failed, text.fault);
      records.forEach((record, at) => {
        if (record.status === "scored") values[at]?.push(record.value);
        else add(unscored[at] as Map<string, number>, record.reason);
      });
      await items?.write(`${JSON.stringify(itemLine(text.id, records))}\n`);
      context.onProgress({ kind: "step", step: "Scoring", done: planned, unit: "texts" });
    }
    await items?.commit();
  } finally {
    await items?.abandon();
  }
  const scores = scorer.metrics.map((metric, at) => [
    metric.id,
    fileScore(
      { metric, values: values[at] as number[], unscored: unscored[at] as Map<string, number> },
      options,
    ),
  ]);
  return { planned, failed: Object.fromEntries(failed), metrics: Object.fromEntries(scores) };
}

function scoreText(
  { id, prediction, references, fault }: TextToScore,
  scorer: Scorer,
): ScoreRecord[] {
  if (prediction !== undefined && fault === undefined) {
    return scorer.score({ exampleId: id, prediction, references });
  }
  const reason: TextFault = fault ?? "no-output";
  return scorer.metrics.map((metric) => ({
    status: "unscored",
    metric: metric.id,
    exampleId: id,
    reason,
  }));
}

/** `{id, scores: {"rouge-1": {status, precision, recall, fmeasure}, "meteor": {status, value}}}`. */
function itemLine(id: string, records: readonly ScoreRecord[]): unknown {
  return {
    id,
    scores: Object.fromEntries(records.map((record) => [record.metric, itemScore(record)])),
  };
}

function itemScore(record: ScoreRecord): Readonly<Record<string, unknown>> {
  if (record.status === "unscored") return { status: record.status, reason: record.reason };
  const { status, value, precision, recall } = record;
  if (precision === undefined || recall === undefined) return { status, value };
  return { status, precision, recall, fmeasure: value };
}

interface MetricValues {
  readonly metric: Scorer["metrics"][number];
  readonly values: number[];
  readonly unscored: ReadonlyMap<string, number>;
}

function fileScore(
  { metric, values, unscored }: MetricValues,
  options: ScoreFileOptions,
): FileScore {
  const mean = aggregateScores(metric, values);
  const sample = summariseSample({
    values,
    resamples: options.resamples ?? 10_000,
    random: randomStream(options.seed ?? 42, "score-file", metric.id),
  });
  return {
    ...(mean === undefined ? {} : { mean }),
    ...(sample.ciLow === undefined ? {} : { ciLow: sample.ciLow }),
    ...(sample.ciHigh === undefined ? {} : { ciHigh: sample.ciHigh }),
    scored: values.length,
    unscored: [...unscored.values()].reduce((sum, n) => sum + n, 0),
    unscoredReasons: Object.fromEntries([...unscored].sort(([a], [b]) => (a < b ? -1 : 1))),
    signature: metric.signature,
    ...(sample.reason === undefined ? {} : { reason: sample.reason }),
  };
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function interrupted(): LonghandError {
  return new LonghandError("Stopped while scoring; nothing was written.", { code: "interrupted" });
}
