import type { ScoreRecord, UnscoredReason } from "../../records/index.ts";
import { unicodeWords } from "../../text/index.ts";
import type { MetricGroup, MetricInfo, ScoredItem } from "../metric.ts";
import { compressionIn, compressionSignature } from "./compression-ratio.ts";
import {
  LENGTH_SIGNATURE,
  type Lengths,
  LIFEBENCH_SIGNATURE,
  lengthValue,
  lifebenchValue,
} from "./length-scores.ts";
import { LONGEST_REPEAT_SIGNATURE, longestRepeatIn } from "./longest-repeat.ts";
import { distinctIn, distinctSignature, repeatedIn, repeatedSignature } from "./ngram-variety.ts";
import { type FilledPanelOptions, fillPanelOptions, type PanelOptions } from "./panel-options.ts";
import type { Measured } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";
import { repeatedParagraphsIn, repeatedParagraphsSignature } from "./repeated-paragraphs.ts";
import { selfBleuIn, selfBleuSignature } from "./self-bleu.ts";
import { sentenceSignature, sentenceVariationIn } from "./sentence-variety.ts";
import { wordVarietyIn, wordVarietySignature } from "./word-variety.ts";

/** Ids of the metrics of the quality panel that need no more than a text, or a text and a reference. */
export const PANEL_METRIC_NAMES = [
  "length-score",
  "lifebench-length",
  "rep-2",
  "rep-3",
  "rep-4",
  "distinct-1",
  "distinct-2",
  "distinct-3",
  "mattr",
  "compression",
  "duplicate-paragraphs",
  "longest-repeat",
  "sentence-length-cv",
  "self-bleu",
] as const;

/** Id of a metric of the quality panel. */
export type PanelMetricName = (typeof PANEL_METRIC_NAMES)[number];

/**
 * Tells whether a metric belongs to the panel.
 *
 * @param id - Id of a metric.
 */
export function isPanelMetric(id: string): id is PanelMetricName {
  return (PANEL_METRIC_NAMES as readonly string[]).includes(id);
}

/** A measure of a single text, as a metric. */
export interface PanelMeasure {
  /** Name for tables. */
  readonly title: string;
  /** The settings behind a number, before what it is a mean over. */
  readonly signature: string;
  /** Highest possible value. */
  readonly highest: number;
  /** Whether more is better. */
  readonly higherIsBetter: boolean;
  /** Judges a text that was read. */
  measure(text: PanelText, references: readonly string[]): Measured;
}

/**
 * The metrics of the panel that a scorer was asked for; they share the reading of each text.
 *
 * @param ids - Which, in order.
 * @param options - Lengths of windows and parts.
 * @returns The metrics.
 * @throws LonghandError `invalid-option` for settings out of range.
 */
export function panelMetrics(
  ids: readonly PanelMetricName[],
  options: PanelOptions = {},
): MetricGroup {
  const filled = fillPanelOptions(options);
  const measures = ids.map((id) => ({ id, ...panelMeasure(id, filled) }));
  return {
    metrics: measures.map(infoOf),
    score({ exampleId, prediction, references }: ScoredItem): ScoreRecord[] {
      const text = new PanelText(prediction);
      return measures.map(({ id: metric, measure }): ScoreRecord => {
        const measured = measure(text, references);
        return "reason" in measured
          ? { status: "unscored", metric, exampleId, reason: measured.reason as UnscoredReason }
          : { status: "scored", metric, exampleId, value: measured.value };
      });
    },
  };
}

function infoOf({
  id,
  title,
  signature,
  highest,
  higherIsBetter,
}: PanelMeasure & { readonly id: string }): MetricInfo {
  return {
    id,
    title,
    signature: `${signature}|agg:mean|profile:longhand|v:1`,
    lowest: 0,
    highest,
    higherIsBetter,
    aggregate: { kind: "mean" },
  };
}

/**
 * A measure of the panel.
 *
 * @param id - Which.
 * @param options - Lengths of windows and parts.
 * @returns The measure.
 */
export function panelMeasure(id: PanelMetricName, options: FilledPanelOptions): PanelMeasure {
  switch (id) {
    case "length-score":
      return lengthMeasure("Length score", LENGTH_SIGNATURE, lengthValue);
    case "lifebench-length":
      return lengthMeasure("LIFEBench length score", LIFEBENCH_SIGNATURE, lifebenchValue);
    case "rep-2":
    case "rep-3":
    case "rep-4":
      return repeatedMeasure(Number(id.slice(-1)), options);
    case "distinct-1":
    case "distinct-2":
    case "distinct-3":
      return distinctMeasure(Number(id.slice(-1)), options);
    default:
      return textMeasure(id, options);
  }
}

function repeatedMeasure(order: number, { windowWords }: FilledPanelOptions): PanelMeasure {
  return {
    title: `rep-${order}`,
    signature: repeatedSignature(order, windowWords),
    highest: 1,
    higherIsBetter: false,
    measure: (text) => repeatedIn(text, { order, windowWords }),
  };
}

function distinctMeasure(order: number, options: FilledPanelOptions): PanelMeasure {
  const { distinctWindowWords: windowWords } = options;
  return {
    title: `distinct-${order}`,
    signature: distinctSignature(order, windowWords),
    highest: 1,
    higherIsBetter: true,
    measure: (text) => distinctIn(text, { order, windowWords }),
  };
}

type TextMetricName = Extract<
  PanelMetricName,
  | "mattr"
  | "compression"
  | "duplicate-paragraphs"
  | "longest-repeat"
  | "sentence-length-cv"
  | "self-bleu"
>;

function textMeasure(id: TextMetricName, options: FilledPanelOptions): PanelMeasure {
  const { windowWords, slidingWords, shortParagraphWords } = options;
  switch (id) {
    case "mattr":
      return {
        title: `MATTR-${slidingWords}`,
        signature: wordVarietySignature(slidingWords),
        highest: 1,
        higherIsBetter: true,
        measure: (text) => wordVarietyIn(text, slidingWords),
      };
    case "compression":
      return {
        title: "Compression ratio",
        signature: compressionSignature(windowWords),
        highest: HIGHEST_RATIO,
        higherIsBetter: false,
        measure: (text) => compressionIn(text, windowWords),
      };
    case "duplicate-paragraphs":
      return {
        title: "Duplicate paragraphs",
        signature: repeatedParagraphsSignature(shortParagraphWords),
        highest: 1,
        higherIsBetter: false,
        measure: (text) => repeatedParagraphsIn(text, shortParagraphWords),
      };
    case "longest-repeat":
      return {
        title: "Longest repeat (words)",
        signature: LONGEST_REPEAT_SIGNATURE,
        highest: Number.MAX_SAFE_INTEGER,
        higherIsBetter: false,
        measure: longestRepeatIn,
      };
    case "sentence-length-cv":
      return {
        title: "Sentence-length CV",
        signature: sentenceSignature(windowWords),
        highest: Number.MAX_SAFE_INTEGER,
        higherIsBetter: true,
        measure: (text) => sentenceVariationIn(text, windowWords),
      };
    case "self-bleu":
      return {
        title: "Self-BLEU-4",
        signature: selfBleuSignature(options),
        highest: 1,
        higherIsBetter: false,
        measure: (text) => selfBleuIn(text, options),
      };
  }
}

/** Deflate codes 258 bytes in two bits at best, which is 1,032 times less. */
const HIGHEST_RATIO = 1032;

/** Without a brief, the reference says how long the text should be: the one that suits it best. */
function lengthMeasure(
  title: string,
  signature: string,
  valueFrom: (lengths: Lengths) => number,
): PanelMeasure {
  return {
    title,
    signature: `${signature}|asked:reference`,
    highest: 100,
    higherIsBetter: true,
    measure(text, references) {
      const asked = references.map((reference) => unicodeWords(reference).length);
      const writtenWords = text.words.length;
      if (asked.length > 0 && writtenWords === 0) return { reason: "no-words" };
      const values = asked
        .filter((askedWords) => askedWords > 0)
        .map((askedWords) => valueFrom({ writtenWords, askedWords }));
      return values.length === 0 ? { reason: "no-reference" } : { value: Math.max(...values) };
    },
  };
}
