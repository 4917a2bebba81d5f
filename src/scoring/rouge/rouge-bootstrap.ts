import { NumpyRandom } from "./numpy-random.ts";
import type { RougeScore } from "./rouge.ts";

/** How the bootstrap of rouge_score draws. */
export interface RougeBootstrapOptions {
  /** Seed of NumPy's legacy generator, from 0 to 2^32 - 1. */
  readonly seed: number;
  /** Bootstrap samples. @defaultValue `1000` */
  readonly resamples?: number;
  /** Share of the samples between `low` and `high`, 0–1. @defaultValue `0.95` */
  readonly confidence?: number;
}

/** Percentiles of bootstrap means. */
export interface RougeInterval {
  /** Lower end of the interval. */
  readonly low: RougeScore;
  /** Median of the bootstrap means: what evaluate prints. Not the mean of the scores. */
  readonly mid: RougeScore;
  /** Upper end of the interval. */
  readonly high: RougeScore;
}

/**
 * Aggregates ROUGE scores as rouge_score's `BootstrapAggregator` does, to the last bit. All types
 * share one stream of chance, so that their order and number change the result.
 *
 * @param types - The scores of each type, in the same order of examples; evaluate's order of types
 *   is rouge1, rouge2, rougeL, rougeLsum.
 * @param options - Seed, samples, confidence.
 * @returns One interval per type; none for a type without scores.
 */
export function rougeBootstrap(
  types: readonly (readonly RougeScore[])[],
  options: RougeBootstrapOptions,
): (RougeInterval | undefined)[] {
  const { seed, resamples = 1000, confidence = 0.95 } = options;
  const random = new NumpyRandom(seed);
  const tail = (1 - confidence) / 2;
  return types.map((scores) => {
    if (scores.length === 0) return undefined;
    const columns = [
      Float64Array.from(scores, (score) => score.precision),
      Float64Array.from(scores, (score) => score.recall),
      Float64Array.from(scores, (score) => score.fmeasure),
    ];
    const means = resampledMeans(columns, random, resamples);
    const at = (percent: number): RougeScore => {
      const [precision = 0, recall = 0, fmeasure = 0] = means.map((m) => percentile(m, percent));
      return { precision, recall, fmeasure };
    };
    return { low: at(100 * tail), mid: at(50), high: at(100 * (1 - tail)) };
  });
}

/**
 * Median of bootstrap means of one column, as `longlamp-paper` prints it.
 *
 * @param values - One value per example.
 * @param options - Seed, samples, and how many types of the same length draw from the stream before.
 * @returns The median.
 */
export function bootstrapMedian(
  values: Float64Array,
  options: { readonly seed: number; readonly resamples: number; readonly typesBefore: number },
): number {
  const random = new NumpyRandom(options.seed);
  const skipped = options.typesBefore * options.resamples * values.length;
  for (let draw = 0; draw < skipped; draw++) random.nextBelow(values.length);
  const [means = new Float64Array()] = resampledMeans([values], random, options.resamples);
  return percentile(means, 50);
}

/** Means of each column over rows drawn with replacement, sorted. */
function resampledMeans(
  columns: readonly Float64Array[],
  random: NumpyRandom,
  resamples: number,
): Float64Array[] {
  const rows = columns[0]?.length ?? 0;
  const means = columns.map(() => new Float64Array(resamples));
  const drawn = new Int32Array(rows);
  for (let sample = 0; sample < resamples; sample++) {
    for (let row = 0; row < rows; row++) drawn[row] = random.nextBelow(rows);
    for (const [index, column] of columns.entries()) {
      const mean = sumOver(column, drawn) / rows;
      (means[index] as Float64Array)[sample] = mean;
    }
  }
  for (const column of means) column.sort();
  return means;
}

function sumOver(column: Float64Array, rows: Int32Array): number {
  let sum = 0;
  for (let index = 0; index < rows.length; index++) sum += column[rows[index] as number] as number;
  return sum;
}

/** NumPy's linear percentile, with its choice of the nearer end to start from. */
function percentile(sorted: Float64Array, percent: number): number {
  const place = (sorted.length - 1) * (percent / 100);
  const below = Math.floor(place);
  const share = place - below;
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}
