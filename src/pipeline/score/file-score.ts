import { randomStream } from "../../foundation/index.ts";
import {
  aggregateScores,
  type CorpusScore,
  createScorer,
  type MetricInfo,
  openCorpusScores,
  type ScorerOptions,
} from "../../scoring/index.ts";
import { summariseSample } from "../../statistics/index.ts";
import type { FileTally, NumberList } from "./file-tally.ts";
import { isFailure } from "./text-to-score.ts";

/** One metric over a file of texts. */
export interface FileScore {
  /** The profile's mean over the scored texts; absent if there are none. */
  readonly mean?: number;
  /** Lower end of its 95 % interval; absent below five texts. */
  readonly ciLow?: number;
  /** Upper end. */
  readonly ciHigh?: number;
  /** How the interval was made, for instance `bootstrap-10000` or `expansion`; absent without one. */
  readonly ciMethod?: string;
  /**
   * What was drawn for the interval: single texts, or all texts of a user together where users are
   * known; absent without an interval.
   */
  readonly resampled?: "texts" | "users";
  /** Users with a score, where users are known; a text of an unknown one counts as a user of its own. */
  readonly users?: number;
  /** Texts with a score. */
  readonly scored: number;
  /** Texts without one. */
  readonly unscored: number;
  /** Those by reason. */
  readonly unscoredReasons: Readonly<Record<string, number>>;
  /** Everything that must agree before two numbers may be compared. */
  readonly signature: string;
  /** BLEU and chrF: the score of the texts as one corpus, which is not a mean. */
  readonly corpus?: FileCorpusScore;
  /** Why a number above is absent. */
  readonly reason?: string;
}

/** The score of all texts of a file as one corpus. */
export interface FileCorpusScore {
  /** The score; absent without texts. */
  readonly value?: number;
  /** Texts that were counted: those with a prediction and a reference. */
  readonly texts: number;
  /** Its settings, which are not those of a text's score. */
  readonly signature: string;
}

/** How the numbers of a file are made. */
export interface FileScoreOptions {
  /** Settings of the metrics. */
  readonly scoring: ScorerOptions;
  /** Bootstrap resamples of the intervals. @defaultValue 10_000 */
  readonly resamples?: number;
}

/** Most texts whose intervals are drawn: 200 million draws, about a second for each metric. */
const MOST_DRAWN = 20_000;
const RESAMPLES = 10_000;
/** Of a large sample that is too skewed for an expansion. */
const LARGE_RESAMPLES = 1_000;

/**
 * What the metrics of a file came to.
 *
 * @param metrics - The metrics, in order.
 * @param tally - What was counted.
 * @param options - How intervals are made.
 * @returns By metric id.
 */
export async function fileScores(
  metrics: readonly MetricInfo[],
  tally: FileTally,
  options: FileScoreOptions,
): Promise<Readonly<Record<string, FileScore>>> {
  const scoring = { ...options.scoring, referencesPerText: referencesPerText(tally) };
  const named = await withReferenceCount(metrics, scoring);
  const corpus = corpusScores(named, tally, scoring);
  return Object.fromEntries(
    named.map((metric, at) => {
      const score = fileScore(metric, at, { tally, options });
      const whole = corpus.get(metric.id);
      return [metric.id, whole === undefined ? score : { ...score, corpus: whole }];
    }),
  );
}

/** One number if all texts have as many references; texts without any do not count. */
function referencesPerText({ least, most }: FileTally): number | "var" {
  if (most === 0) return 1;
  return least === most ? most : "var";
}

/** Only now it is known how many references there are, which stands in some signatures. */
async function withReferenceCount(
  metrics: readonly MetricInfo[],
  scoring: ScorerOptions,
): Promise<MetricInfo[]> {
  const ids = metrics.filter(({ signature }) => signature.includes("|nrefs:")).map(({ id }) => id);
  if (ids.length === 0) return [...metrics];
  const counted = new Map(
    (await createScorer(ids, scoring)).metrics.map((metric) => [metric.id, metric]),
  );
  return metrics.map((metric) => counted.get(metric.id) ?? metric);
}

function corpusScores(
  metrics: readonly MetricInfo[],
  tally: FileTally,
  scoring: ScorerOptions,
): Map<string, FileCorpusScore> {
  const ids = metrics.map(({ id }) => id);
  const corpus = openCorpusScores(ids, scoring);
  for (const sums of tally.corpus) corpus.merge(sums);
  return new Map(corpus.scores().map((score) => [score.metric, withoutMetric(score)]));
}

function withoutMetric({ metric: _, ...score }: CorpusScore): FileCorpusScore {
  return score;
}

function fileScore(
  metric: MetricInfo,
  at: number,
  { tally, options }: { readonly tally: FileTally; readonly options: FileScoreOptions },
): FileScore {
  const values = tally.values[at]?.all() ?? new Float64Array(0);
  const users = tally.clusters === undefined ? undefined : clusterLabels(tally.clusters[at]);
  const mean = aggregateScores(metric, values);
  const { reason, ...interval } = intervalOf(metric, { values, users }, options);
  return {
    ...(mean === undefined ? {} : { mean }),
    ...interval,
    scored: values.length,
    ...unscoredOf(tally.unscored[at] ?? new Map()),
    signature: metric.signature,
    ...(reason === undefined ? {} : { reason }),
  };
}

interface UserValues {
  readonly values: Float64Array;
  /** Whose each value is; absent if nobody knows. */
  readonly users: readonly (string | number)[] | undefined;
}

function intervalOf(
  metric: MetricInfo,
  { values, users }: UserValues,
  options: FileScoreOptions,
): Pick<FileScore, "ciLow" | "ciHigh" | "ciMethod" | "resampled" | "users" | "reason"> {
  const isLarge = values.length > MOST_DRAWN;
  const resamples = options.resamples ?? (isLarge ? LARGE_RESAMPLES : RESAMPLES);
  const sample = summariseSample({
    values: Array.from(values),
    ...(users === undefined ? {} : { clusters: users }),
    resamples,
    method: isLarge ? "expansion" : "percentile",
    random: randomStream(options.scoring.seed ?? 42, "score-file", metric.id),
  });
  const { ciLow, ciHigh, method, reason } = sample;
  const known = {
    ...(users === undefined ? {} : { users: sample.clusters }),
    ...(reason === undefined ? {} : { reason }),
  };
  if (ciLow === undefined || ciHigh === undefined) return known;
  const ciMethod = method === "expansion" ? method : `bootstrap-${resamples}`;
  return { ciLow, ciHigh, ciMethod, resampled: users === undefined ? "texts" : "users", ...known };
}

/** A text whose user nobody knows stands alone. */
function clusterLabels(users: NumberList | undefined): (string | number)[] {
  return Array.from(users?.all() ?? [], (user, at) => (Number.isNaN(user) ? `alone:${at}` : user));
}

/** Texts that are none are counted as failed, once: planned = scored + unscored + failed. */
function unscoredOf(
  counts: ReadonlyMap<string, number>,
): Pick<FileScore, "unscored" | "unscoredReasons"> {
  const unscored = [...counts].filter(([reason]) => !isFailure(reason));
  return {
    unscored: unscored.reduce((sum, [, count]) => sum + count, 0),
    unscoredReasons: Object.fromEntries(unscored.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
