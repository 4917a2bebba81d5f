import { randomStream } from "../foundation/index.ts";
import type { DimensionAgreement, RatingAnswer } from "../records/index.ts";
import { agreementOf } from "./agreement-of.ts";
import type { CompleteReading } from "./rater-flags.ts";
import type { RatingExport } from "./rating-lines.ts";

/** How {@link agreementOfRatings} resamples. */
export interface AgreementSettings {
  /** Resamples of the texts, 1 or more. @defaultValue 10000 */
  readonly resamples?: number;
  /** Seed. @defaultValue 1 */
  readonly seed?: number;
}

/**
 * Agreement of the raters of an export about each dimension; no key is needed. Only complete readings
 * count, and controls do not.
 *
 * @param ratings - The export.
 * @param settings - How to resample.
 * @returns One entry for each dimension, in the order of the study.
 */
export function agreementOfRatings(
  ratings: RatingExport,
  { resamples = 10_000, seed = 1 }: AgreementSettings = {},
): DimensionAgreement[] {
  const controls = new Set(
    ratings.texts.filter(({ isControl }) => isControl === true).map(({ text }) => text),
  );
  const readings = readingsOf(ratings).filter(({ text }) => !controls.has(text));
  return agreementOfReadings(readings, { dimensions: ratings.study.dimensions, resamples, seed });
}

/**
 * The complete readings of an export, each with its current answers.
 *
 * @param ratings - The export.
 * @returns The readings in the order of the export.
 */
export function readingsOf(ratings: RatingExport): CompleteReading[] {
  const answers = new Map<string, Record<string, RatingAnswer>>();
  for (const { rater, text, dimension, answer } of ratings.answers) {
    const place = JSON.stringify([rater, text]);
    const given = answers.get(place) ?? {};
    given[dimension] = answer;
    answers.set(place, given);
  }
  const words = new Map(ratings.texts.map((text) => [text.text, text.words]));
  return ratings.readings
    .filter(({ status }) => status === "complete")
    .map(({ rater, text, readMs }) => ({
      rater,
      text,
      readMs,
      words: words.get(text) ?? 0,
      answers: answers.get(JSON.stringify([rater, text])) ?? {},
    }));
}

/**
 * Agreement about each dimension.
 *
 * @param readings - Complete readings, controls left out.
 * @param settings - Dimensions, and how to resample.
 * @returns One entry for each dimension.
 */
export function agreementOfReadings(
  readings: readonly CompleteReading[],
  settings: Required<AgreementSettings> & { readonly dimensions: readonly string[] },
): DimensionAgreement[] {
  return settings.dimensions.map((dimension) => {
    const { marks, cannotJudge } = markTable(readings, dimension);
    return agreementOf({
      dimension,
      marks,
      cannotJudge,
      resamples: settings.resamples,
      random: randomStream(settings.seed, "rating-agreement", dimension),
    });
  });
}

function markTable(
  readings: readonly CompleteReading[],
  dimension: string,
): { readonly marks: (number | null)[][]; readonly cannotJudge: number } {
  const raters = [...new Set(readings.map(({ rater }) => rater))].sort();
  const texts = [...new Set(readings.map(({ text }) => text))].sort();
  const places = new Map(texts.map((text, place) => [text, place]));
  const rows = new Map(
    raters.map((rater) => [rater, new Array<number | null>(texts.length).fill(null)]),
  );
  let cannotJudge = 0;
  for (const { rater, text, answers } of readings) {
    const answer = answers[dimension];
    if (answer === undefined) continue;
    if ("value" in answer) (rows.get(rater) ?? [])[places.get(text) ?? 0] = answer.value;
    else cannotJudge++;
  }
  return { marks: [...rows.values()], cannotJudge };
}
