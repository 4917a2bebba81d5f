import { randomStream } from "../foundation/index.ts";
import { HIGHEST_MARK, type SystemResult, type TextResult } from "../records/index.ts";
import { summariseSample } from "../statistics/index.ts";
import type { CompleteReading } from "./rater-flags.ts";

/** What {@link textResults} needs. */
export interface TextResultsInput {
  /** By id of a text: who wrote it, and what for. */
  readonly owners: ReadonlyMap<string, { readonly system: string; readonly prompt: string }>;
  /** Complete readings, controls left out. */
  readonly readings: readonly CompleteReading[];
  /** Ids of the dimensions. */
  readonly dimensions: readonly string[];
}

/**
 * The score of a text: the mean of its raters.
 *
 * @param input - Readings with answers.
 * @returns One result for each text that was read, and dimension.
 */
export function textResults({ owners, readings, dimensions }: TextResultsInput): TextResult[] {
  const byText = new Map<string, CompleteReading[]>();
  for (const reading of readings) {
    byText.set(reading.text, [...(byText.get(reading.text) ?? []), reading]);
  }
  const texts = [...byText.keys()].sort();
  return texts.flatMap((text) => {
    const owner = owners.get(text);
    if (owner === undefined) return [];
    return dimensions.map((dimension) => {
      const answers = (byText.get(text) ?? []).flatMap(
        ({ answers: given }) => given[dimension] ?? [],
      );
      const marks = answers
        .flatMap((answer) => ("value" in answer ? [answer.value] : []))
        .sort((left, right) => left - right);
      return {
        text,
        system: owner.system,
        prompt: owner.prompt,
        dimension,
        marks,
        cannotJudge: answers.length - marks.length,
        ...(marks.length === 0 ? {} : { mean: meanOf(marks) }),
      };
    });
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** What {@link systemResults} needs. */
export interface SystemResultsInput {
  /** Ids of the systems. */
  readonly systems: readonly string[];
  /** Ids of the dimensions. */
  readonly dimensions: readonly string[];
  /** Results of the texts. */
  readonly texts: readonly TextResult[];
  /** Resamples of the prompts. */
  readonly resamples: number;
  /** Seed. */
  readonly seed: number;
}

/**
 * The score of a system: the mean over prompts, with interval, median and distribution.
 *
 * @param input - Results of texts.
 * @returns One result for each system and dimension.
 */
export function systemResults(input: SystemResultsInput): SystemResult[] {
  return input.dimensions.flatMap((dimension) =>
    input.systems.map((system) => {
      const texts = input.texts.filter(
        (text) => text.system === system && text.dimension === dimension,
      );
      return systemResult({ system, dimension, texts }, input);
    }),
  );
}

function systemResult(
  {
    system,
    dimension,
    texts,
  }: Pick<SystemResult, "system" | "dimension"> & { readonly texts: readonly TextResult[] },
  { resamples, seed }: SystemResultsInput,
): SystemResult {
  const marks = texts.flatMap((text) => text.marks).sort((left, right) => left - right);
  const values = texts.flatMap(({ mean }) => mean ?? []);
  const summary = summariseSample({
    values,
    resamples,
    random: randomStream(seed, "rating-system", dimension, system),
  });
  const { mean, ciLow, ciHigh, reason } = summary;
  return {
    system,
    dimension,
    prompts: values.length,
    ratings: marks.length,
    cannotJudge: texts.reduce((sum, text) => sum + text.cannotJudge, 0),
    counts: Array.from(
      { length: HIGHEST_MARK },
      (_, at) => marks.filter((mark) => mark === at + 1).length,
    ),
    ...(mean === undefined ? {} : { mean }),
    ...(ciLow === undefined || ciHigh === undefined ? {} : { ciLow, ciHigh }),
    ...(marks.length === 0 ? {} : { median: medianOf(marks) }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function medianOf(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
}
