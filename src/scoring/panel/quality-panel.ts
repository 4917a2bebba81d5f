import { lengthScore, lifebenchLengthScore } from "./length-scores.ts";
import { type KnownName, nameDrift } from "./name-drift.ts";
import { type PanelMetricName, panelMeasure } from "./panel-metrics.ts";
import { fillPanelOptions, type PanelOptions } from "./panel-options.ts";
import { type PanelScore, panelScore } from "./panel-score.ts";
import { PanelText } from "./panel-text.ts";
import { burrowsDelta, characterStyleDistance } from "./style-distance.ts";
import type { StyleProfile } from "./style-profile.ts";
import type { StyleReference } from "./style-reference.ts";

/** A text, and what else is known of it. What is absent leaves its rows out. */
export interface QualityPanelInput {
  /** The text to judge. */
  readonly text: string;
  /** Words that were asked for: gives both length scores. */
  readonly askedWords?: number;
  /** Names that stand: gives the drift of names. */
  readonly names?: readonly KnownName[];
  /** The author's style: gives the distance by characters. */
  readonly author?: StyleProfile;
  /** The yardstick of style: gives Burrows' Delta, if there is an author. */
  readonly reference?: StyleReference;
  /** Lengths of windows and parts. @defaultValue those of the documentation */
  readonly options?: PanelOptions;
}

/** One measure of the panel over one text. */
export interface QualityPanelRow {
  /** Id of the measure. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** The value with its signature, or why there is none. */
  readonly score: PanelScore;
  /**
   * Where 90 % of windows of old novels lie. A hint, no mark to pass; absent where none was measured and
   * for texts that are shorter than a window.
   */
  readonly usual?: readonly [number, number];
  /** Beyond this the text deserves a look; absent where nothing is alarming by itself. */
  readonly alarm?: PanelAlarm;
  /** Whether the value lies beyond; absent without a value or an alarm. */
  readonly isAlarming?: boolean;
}

/** Where a value becomes alarming. */
export interface PanelAlarm {
  /** Which side alarms. */
  readonly side: "above" | "below";
  /** The last value that does not. */
  readonly limit: number;
}

interface Guide {
  readonly usual?: readonly [number, number];
  readonly alarm?: PanelAlarm;
}

/** Measured on 92 windows of 9 novels in the public domain (5–95 %); limits were set by hand. */
const GUIDES: Readonly<Record<string, Guide>> = {
  "length-score": { alarm: { side: "below", limit: 90 } },
  "lifebench-length": { alarm: { side: "below", limit: 80 } },
  "rep-4": { usual: [0.004, 0.014], alarm: { side: "above", limit: 0.05 } },
  "distinct-2": { usual: [0.84, 0.89] },
  mattr: { usual: [0.47, 0.55] },
  compression: { usual: [2.32, 2.53], alarm: { side: "above", limit: 3.5 } },
  "duplicate-paragraphs": { alarm: { side: "above", limit: 0.01 } },
  "longest-repeat": { alarm: { side: "above", limit: 25 } },
  "sentence-length-cv": { usual: [0.71, 0.97], alarm: { side: "below", limit: 0.4 } },
  "self-bleu": { usual: [0.08, 0.12], alarm: { side: "above", limit: 0.25 } },
  "name-drift": { alarm: { side: "above", limit: 1 } },
};

const OF_EVERY_TEXT: readonly PanelMetricName[] = [
  "rep-4",
  "distinct-2",
  "mattr",
  "compression",
  "duplicate-paragraphs",
  "longest-repeat",
  "sentence-length-cv",
  "self-bleu",
];

/**
 * The quality panel: everything that can be said of a text without a model and without a reference, in
 * one table. Usual ranges come from old novels and are hints; a row alarms only where a limit is known.
 *
 * @param input - The text, and what else is known of it.
 * @returns The rows, in the order of the documentation.
 * @throws LonghandError `invalid-option` for settings out of range.
 *
 * @example
 * ```ts
 * import { qualityPanel } from "longhand/scoring";
 *
 * export function alarmsOf(text: string): string[] {
 *   const rows = qualityPanel({ text, askedWords: 30_000, names: [{ name: "Marian Hale" }] });
 *   return rows.filter((row) => row.isAlarming === true).map((row) => row.title);
 * }
 * ```
 */
export function qualityPanel(input: QualityPanelInput): QualityPanelRow[] {
  const text = new PanelText(input.text);
  const options = fillPanelOptions(input.options);
  const own = OF_EVERY_TEXT.map((id) => {
    const { title, signature, measure } = panelMeasure(id, options);
    return rowOf(id, title, panelScore(`${signature}|v:1`, measure(text, [])));
  });
  return [...lengthRows(text, input), ...own, ...furtherRows(input)];
}

function lengthRows(text: PanelText, { askedWords }: QualityPanelInput): QualityPanelRow[] {
  if (askedWords === undefined) return [];
  const lengths = { askedWords, writtenWords: text.words.length };
  return [
    rowOf("length-score", "Length score", lengthScore(lengths)),
    rowOf("lifebench-length", "LIFEBench length score", lifebenchLengthScore(lengths)),
  ];
}

function furtherRows({ text, names, author, reference }: QualityPanelInput): QualityPanelRow[] {
  const rows: QualityPanelRow[] = [];
  if (names !== undefined) {
    rows.push(rowOf("name-drift", "Name drift per 10,000 words", nameDrift(text, names)));
  }
  if (author !== undefined && reference !== undefined) {
    rows.push(rowOf("burrows-delta", "Burrows' Delta", burrowsDelta(text, author, reference)));
  }
  if (author !== undefined) {
    const score = characterStyleDistance(text, author);
    rows.push(rowOf("char-3-gram-distance", "Character 3-gram distance", score));
  }
  return rows;
}

function rowOf(id: string, title: string, score: PanelScore<unknown>): QualityPanelRow {
  const { usual, alarm }: Guide = GUIDES[id] ?? {};
  const isShort = "full" in score && score.full === false;
  return {
    id,
    title,
    score,
    ...(usual === undefined || isShort ? {} : { usual }),
    ...(alarm === undefined ? {} : { alarm }),
    ...(alarm === undefined || score.status === "unscored"
      ? {}
      : { isAlarming: isBeyond(score.value, alarm) }),
  };
}

function isBeyond(value: number, { side, limit }: PanelAlarm): boolean {
  return side === "above" ? value > limit : value < limit;
}
