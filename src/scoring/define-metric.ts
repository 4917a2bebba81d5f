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
 * @throws LonghandError `invalid-metric` for a name that is taken or no word, a signature that is missing,
 *   does not begin with the name or has no version, bounds that are none, no function `score`, or a
 *   `higherIsBetter` or `title` of another type.
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
  // Whoever writes JavaScript can hand in anything.
  const given: Unchecked = definition;
  if (typeof given !== "object" || given === null) {
    throw invalid(
      `A metric is an object, got ${shown(given)}.`,
      "Write { name, signature, score }.",
    );
  }
  const name = checkedName(given.name);
  checkSignature(name, given.signature);
  checkBounds(name, given);
  checkTypes(name, given);
  return definition;
}

type Unchecked = { readonly [K in keyof MetricDefinition]?: unknown } | null;

function checkedName(name: unknown): string {
  const taken = metricNames().some((known) => known === name);
  if (!taken && typeof name === "string" && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return name;
  const why = taken ? "is taken by Longhand" : "must be lower-case words with hyphens";
  const told = typeof name === "string" ? `"${name}"` : shown(name);
  throw invalid(`The metric name ${told} ${why}.`, "Choose another name.");
}

function checkSignature(name: string, signature: unknown): void {
  const isText = typeof signature === "string";
  if (isText && signature.startsWith(`${name}|`) && /\|v:\d+$/.test(signature)) return;
  throw invalid(
    `The signature of ${name} must begin with "${name}|" and end with a version, got ${shown(signature)}.`,
    `Write for instance "${name}|case:lower|v:1".`,
  );
}

function checkBounds(name: string, { lowest = 0, highest = 1 }: NonNullable<Unchecked>): void {
  const areNumbers = Number.isFinite(lowest) && Number.isFinite(highest);
  if (areNumbers && (lowest as number) < (highest as number)) return;
  throw invalid(
    `The bounds of ${name} must be two numbers, the lowest first, got ${shown(lowest)} and ${shown(highest)}.`,
    "Without an upper bound write Number.MAX_SAFE_INTEGER.",
  );
}

function checkTypes(name: string, given: NonNullable<Unchecked>): void {
  const { score, higherIsBetter = true, title = name } = given;
  if (typeof score !== "function") {
    throw invalid(
      `The metric ${name} needs a function score, got ${shown(score)}.`,
      "Write score: ({ prediction }) => ({ value: … }).",
    );
  }
  if (typeof higherIsBetter !== "boolean") {
    throw invalid(
      `higherIsBetter of ${name} must be true or false, got ${shown(higherIsBetter)}.`,
      "Write false where less is better, and leave it out otherwise.",
    );
  }
  if (typeof title === "string" && title.trim() !== "") return;
  throw invalid(`The title of ${name} must be a text, got ${shown(title)}.`, "Or leave it out.");
}

/**
 * Checks metrics of one's own that are to be used together.
 *
 * @param own - The metrics.
 * @throws LonghandError `invalid-metric` for one that is none, and for a name that stands twice.
 */
export function checkOwnMetrics(own: readonly MetricDefinition[]): void {
  const names = new Set<string>();
  for (const definition of own) {
    const { name } = defineMetric(definition);
    if (names.has(name)) {
      throw invalid(`The metric ${name} is defined twice.`, "Hand it over once, or rename one.");
    }
    names.add(name);
  }
}

/** A value as a person may have written it. */
function shown(value: unknown): string {
  if (value instanceof Promise) return "a promise";
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "number" || value === undefined) return String(value);
  return JSON.stringify(value) ?? typeof value;
}

function invalid(message: string, hint: string): LonghandError {
  return new LonghandError(message, { code: "invalid-metric", hint });
}

/** The group of one metric of one's own, whose scores are checked. */
export function ownMetricGroup(definition: MetricDefinition): MetricGroup {
  const { name, title = name, signature, lowest = 0, highest = 1 } = definition;
  const { higherIsBetter = true } = definition;
  const aggregate = { kind: "mean" } as const;
  return {
    metrics: [{ id: name, title, signature, lowest, highest, higherIsBetter, aggregate }],
    score: (item) => {
      const by = { item, name, lowest, highest };
      return [recordOf(scoreBy(definition, by), by)];
    },
  };
}

interface ScoredBy {
  readonly item: ScoredItem;
  readonly name: string;
  readonly lowest: number;
  readonly highest: number;
}

/** What the metric says, whatever that is. */
function scoreBy({ score }: MetricDefinition, { item, name }: ScoredBy): unknown {
  try {
    return score(item);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new LonghandError(`The metric ${name} failed on ${item.exampleId}: ${why}`, {
      code: "invalid-score",
      hint: "Mend its function score; it may return { reason } for a text that cannot be judged.",
      details: { metric: name, exampleId: item.exampleId },
      cause,
    });
  }
}

function recordOf(score: unknown, by: ScoredBy): ScoreRecord {
  const { exampleId } = by.item;
  const { name, lowest, highest } = by;
  if (typeof score !== "object" || score === null) throw noScore(score, by);
  if ("reason" in score) {
    const { reason } = score;
    if (typeof reason !== "string" || reason.trim() === "") {
      throw invalidScore(by, `gave the reason ${shown(reason)}`, "Say why in a word or two.");
    }
    return { status: "unscored", metric: name, exampleId, reason };
  }
  if (!("value" in score)) throw noScore(score, by);
  const { value } = score;
  if (typeof value !== "number") {
    throw invalidScore(by, `gave the value ${shown(value)}, which is no number`, SCORE_HINT);
  }
  if (value >= lowest && value <= highest) {
    return { status: "scored", metric: name, exampleId, value };
  }
  throw invalidScore(
    by,
    `gave ${value}, outside ${lowest} to ${highest}`,
    "Return { reason } for a text that cannot be judged, or widen the metric's bounds.",
  );
}

const SCORE_HINT = "Return { value: 0.5 }, or { reason } for a text that cannot be judged.";

function noScore(score: unknown, by: ScoredBy): LonghandError {
  const hint = score instanceof Promise ? `It must not be asynchronous. ${SCORE_HINT}` : SCORE_HINT;
  return invalidScore(by, `gave ${shown(score)}, which is neither value nor reason`, hint);
}

function invalidScore({ item, name }: ScoredBy, what: string, hint: string): LonghandError {
  const { exampleId } = item;
  return new LonghandError(`The metric ${name} ${what}, for ${exampleId}.`, {
    code: "invalid-score",
    hint,
    details: { metric: name, exampleId },
  });
}
