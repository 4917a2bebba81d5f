import { LonghandError } from "../foundation/index.ts";
import type {
  ControlRange,
  ExclusionRule,
  RatingAnalysis,
  ResultSet,
  StudyKeyEntry,
  TextLine,
} from "../records/index.ts";
import { agreementOfReadings, readingsOf } from "./agreement-of-ratings.ts";
import { compareSystems, type TextMean } from "./compare-systems.ts";
import { type AutomaticScore, metricValidity } from "./metric-validity.ts";
import { type CompleteReading, flagRaters } from "./rater-flags.ts";
import type { RatingExport } from "./rating-lines.ts";
import { systemResults, textResults } from "./system-results.ts";

/** What {@link analyseRatings} needs. */
export interface AnalysisInput {
  /** The ratings. */
  readonly ratings: RatingExport;
  /** Which system wrote which text. */
  readonly key: readonly StudyKeyEntry[];
  /** The systems, in the order of the tables. */
  readonly systems: readonly {
    /** Its id. */
    readonly id: string;
    /** Whether its texts were written by people. */
    readonly isHuman?: boolean;
  }[];
  /** By id of a control: what an attentive rater may answer. @defaultValue no controls */
  readonly controls?: Readonly<Record<string, Readonly<Record<string, ControlRange>>>>;
  /** The rule of exclusion of the plan. */
  readonly exclusion: ExclusionRule;
  /** The tests of the plan. */
  readonly tests: {
    /** Ids of the dimensions that are tested. @defaultValue all */
    readonly dimensions?: readonly string[];
    /** Permutations. */
    readonly permutations: number;
    /** Resamples. */
    readonly resamples: number;
    /** Level of the family. */
    readonly alpha: number;
    /** Automatic metrics that the plan declares. */
    readonly metrics: readonly string[];
  };
  /** Automatic scores of the texts. @defaultValue none */
  readonly scores?: readonly AutomaticScore[];
  /** Seed of the study. */
  readonly seed: number;
}

/**
 * Works out everything that a rating study declares: flags of raters, agreement, results of systems
 * with and without flagged raters, tests, and how far automatic metrics agree with the ratings. A
 * text's score is the mean of its raters, a system's the mean over prompts. Only complete readings
 * count; `cannot judge` counts as missing.
 *
 * @param input - Ratings, key and plan.
 * @returns The analysis; the same input gives the same bytes.
 * @throws LonghandError `invalid-ratings` if the key does not cover the texts.
 */
export function analyseRatings(input: AnalysisInput): RatingAnalysis {
  const { ratings } = input;
  const owners = ownersOf(input);
  const readings = completeReadings(input, owners);
  const raters = flagRaters(readings, input.exclusion);
  const rated = readings.filter(({ expected }) => expected === undefined);
  const left = new Set(
    raters.filter(({ reasons }) => reasons.length > 0).map(({ rater }) => rater),
  );
  const all = resultSet(input, owners, rated);
  const kept = rated.filter(({ rater }) => !left.has(rater));
  return {
    planHash: ratings.study.planHash,
    raters,
    agreement: agreementOfReadings(rated, {
      dimensions: ratings.study.dimensions,
      resamples: input.tests.resamples,
      seed: input.seed,
    }),
    all,
    ...(left.size === 0 ? {} : { withoutFlagged: resultSet(input, owners, kept) }),
    metrics: metricValidity({
      scores: input.scores ?? [],
      texts: all.texts,
      declared: input.tests.metrics,
      resamples: input.tests.resamples,
      seed: input.seed,
    }),
    deviations: deviationsOf(input, owners, rated),
  };
}

/** Who wrote a text, and what for. */
interface TextOwner {
  /** Id of the system, or of the control. */
  readonly system: string;
  /** Id of the prompt. */
  readonly prompt: string;
}

function ownersOf({ ratings, key, systems, controls = {} }: AnalysisInput): Map<string, TextOwner> {
  const systemOf = new Map(key.map(({ text, system }) => [text, system]));
  const known = new Set([...systems.map(({ id }) => id), ...Object.keys(controls)]);
  const owner = ({ text, prompt }: TextLine): [string, TextOwner] => {
    const system = systemOf.get(text);
    if (system !== undefined && known.has(system)) return [text, { system, prompt }];
    const problem =
      system === undefined ? "has no line in the key" : `belongs to ${system}, which is no system`;
    throw new LonghandError(`Text ${text} ${problem}.`, {
      code: "invalid-ratings",
      hint: "Use the key that unblinding gave for this study, and its study file.",
      details: { text },
    });
  };
  return new Map(ratings.texts.map(owner));
}

function completeReadings(
  { ratings, controls = {} }: AnalysisInput,
  owners: ReadonlyMap<string, TextOwner>,
): CompleteReading[] {
  return readingsOf(ratings).map((reading) => {
    const expected = controls[owners.get(reading.text)?.system ?? ""];
    return expected === undefined ? reading : { ...reading, expected };
  });
}

function resultSet(
  { ratings, systems, tests, seed }: AnalysisInput,
  owners: ReadonlyMap<string, TextOwner>,
  readings: readonly CompleteReading[],
): ResultSet {
  const { dimensions } = ratings.study;
  const texts = textResults({ owners, readings, dimensions });
  const ids = systems.map(({ id }) => id);
  const means: TextMean[] = texts.flatMap(({ system, prompt, dimension, mean }) =>
    mean === undefined ? [] : [{ system, prompt, dimension, mean }],
  );
  const { permutations, resamples } = tests;
  const tested = tests.dimensions ?? dimensions;
  const comparisons = compareSystems(means, {
    systems: ids,
    dimensions: tested,
    permutations,
    resamples,
    seed,
  });
  const people = new Set(systems.filter(({ isHuman }) => isHuman === true).map(({ id }) => id));
  return {
    raters: new Set(readings.map(({ rater }) => rater)).size,
    systems: systemResults({ systems: ids, dimensions, texts, resamples, seed }),
    texts,
    comparisons,
    againstHuman: comparisons.filter(
      ({ first, second }) => people.has(first) !== people.has(second),
    ),
  };
}

function deviationsOf(
  { ratings, controls = {} }: AnalysisInput,
  owners: ReadonlyMap<string, TextOwner>,
  readings: readonly CompleteReading[],
): string[] {
  const { ratersPerText } = ratings.study;
  return ratings.texts.flatMap(({ text }) => {
    if ((owners.get(text)?.system ?? "") in controls) return [];
    const complete = readings.filter((reading) => reading.text === text).length;
    if (complete === ratersPerText) return [];
    return [`Text ${text} has ${complete} complete ratings instead of ${ratersPerText}.`];
  });
}
