import { LonghandError } from "../foundation/index.ts";
import type { ScoreRecord, UnscoredReason } from "../records/index.ts";
import type { MetricGroup, ScoredItem } from "./metric.ts";
import { metricNames } from "./metric-names.ts";

/** What a metric of your own says of one text: a number, or why there is none. */
export type OwnScore = { readonly value: number } | { readonly reason: UnscoredReason };

/** A metric of your own, under the name by which experiments ask for it. */
export interface MetricDefinition {
  /** The name: lower-case words with hyphens. */
  readonly name: string;
  /** Name for tables. @defaultValue the name */
  readonly title?: string;
  /**
   * Everything that must agree before two of its numbers may be compared: `NAME|SETTINGS|v:1`. Scores are
   * kept by it, so raise the version whenever the same text would get another score.
   */
  readonly signature: string;
  /** Lowest possible score. @defaultValue 0 */
  readonly lowest?: number;
  /** Highest possible score; `Number.MAX_SAFE_INTEGER` where there is no bound. @defaultValue 1 */
  readonly highest?: number;
  /** Whether more is better. @defaultValue `true` */
  readonly higherIsBetter?: boolean;
  /**
   * Scores one text. Equal items must give equal scores.
   *
   * @param item - The text and its references.
   * @returns A number within the bounds, or the reason why there is none: never 0 for "cannot tell".
   */
  readonly score: (item: ScoredItem) => OwnScore;
}

/**
 * Defines a metric of your own, to be handed to `createScorer` or, in a run's context, to experiments.
 * It is then averaged, compared and reported like any other.
 *
 * @param definition - Its name, bounds and how it scores.
 * @returns The same, checked.
 * @throws LonghandError `invalid-option` for a name that is taken or no word, a signature that does not
 *   begin with it or has no version, or bounds that are none.
 *
 * @example
 * ```ts
 * import { defineMetric } from "longhand/scoring";
 *
 * export const questions = defineMetric({
 *   name: "question-share",
 *   signature: "question-share|ends:question-mark|v:1",
 *   score: ({ prediction }) => {
 *     const ends = prediction.match(/[.!?]/g) ?? [];
 *     if (ends.length === 0) return { reason: "no-words" };
 *     return { value: ends.filter((end) => end === "?").length / ends.length };
 *   },
 * });
 * ```
 */
export function defineMetric(definition: MetricDefinition): MetricDefinition {
  const { name, signature, lowest = 0, highest = 1 } = definition;
  const taken = metricNames().some((known) => known === name);
  if (taken || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    const why = taken ? "is taken by Longhand" : "must be lower-case words with hyphens";
    throw invalid(`The metric name "${name}" ${why}.`, "Choose another name.");
  }
  if (!signature.startsWith(`${name}|`) || !/\|v:\d+$/.test(signature)) {
    throw invalid(
      `The signature of ${name} must begin with "${name}|" and end with a version, got "${signature}".`,
      `Write for instance "${name}|case:lower|v:1".`,
    );
  }
  if (!(Number.isFinite(lowest) && Number.isFinite(highest) && lowest < highest)) {
    throw invalid(
      `The bounds of ${name} must be two numbers, the lowest first, got ${lowest} and ${highest}.`,
      "Without an upper bound write Number.MAX_SAFE_INTEGER.",
    );
  }
  return definition;
}

function invalid(message: string, hint: string): LonghandError {
  return new LonghandError(message, { code: "invalid-option", hint });
}

/** The group of one metric of one's own, whose scores are checked. */
export function ownMetricGroup(definition: MetricDefinition): MetricGroup {
  const { name, title = name, signature, lowest = 0, highest = 1 } = definition;
  const { higherIsBetter = true } = definition;
  const aggregate = { kind: "mean" } as const;
  return {
    metrics: [{ id: name, title, signature, lowest, highest, higherIsBetter, aggregate }],
    score: (item) => [recordOf(definition.score(item), { item, name, lowest, highest })],
  };
}

interface ScoredBy {
  readonly item: ScoredItem;
  readonly name: string;
  readonly lowest: number;
  readonly highest: number;
}

function recordOf(score: OwnScore, { item, name, lowest, highest }: ScoredBy): ScoreRecord {
  const { exampleId } = item;
  if ("reason" in score) {
    return { status: "unscored", metric: name, exampleId, reason: score.reason };
  }
  const { value } = score;
  if (value >= lowest && value <= highest) {
    return { status: "scored", metric: name, exampleId, value };
  }
  throw new LonghandError(
    `The metric ${name} gave ${value} for ${exampleId}, outside ${lowest} to ${highest}.`,
    {
      code: "invalid-score",
      hint: "Return { reason } for a text that cannot be judged, or widen the metric's bounds.",
      details: { metric: name, exampleId, value },
    },
  );
}
