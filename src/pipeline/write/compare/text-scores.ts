import type { ComparedRun, WritingScore } from "../../../records/index.ts";
import {
  burrowsDelta,
  compressionRatio,
  lengthScore,
  type PanelScore,
  positionCurve,
  repeatedNgrams,
  type StyleProfile,
  type StyleReference,
  sentenceLengthVariation,
} from "../../../scoring/index.ts";
import { unicodeWordStarts, unicodeWords } from "../../../text/index.ts";
import {
  type Brief,
  type CallBack,
  ownMentions,
  type PlantedViolations,
  placeText,
  plantedRecall,
  plantedViolations,
  targetWordsOf,
} from "../../../writing/index.ts";

/** One document, ready to be measured. */
export interface WrittenText {
  /** The brief it was written from, facts planted. */
  readonly brief: Brief;
  /** How its run ended. */
  readonly status: ComparedRun["status"];
  /** The text without headings. */
  readonly text: string;
}

/** Whose style a document should have. */
export interface StyleYardstick {
  /** The author's style. */
  readonly author: StyleProfile;
  /** What distances are measured by. */
  readonly reference: StyleReference;
}

/** Scores and curves of one document. */
export type TextScores = Pick<ComparedRun, "scores" | "curves">;

const TENTHS = 10;
/** Fewest words of a text that others are cut to. */
const LEAST_WORDS = 50;

/**
 * Measures one document by itself.
 *
 * @param written - Brief, status and text.
 * @param style - The yardstick of style; absent for a brief without a profile.
 * @param commonWords - Words that measures which grow with length are taken of, see `commonLength`.
 * @returns Scores by measure and curves by tenth.
 */
export function textScores(
  written: WrittenText,
  style: StyleYardstick | undefined,
  commonWords: number,
): TextScores {
  const { brief, status, text } = written;
  const target = targetWordsOf(brief);
  // A text that broke off is measured by the document it should have become.
  const placed = placeText(text, status === "complete" ? 0 : target);
  const facts = brief.plantedFacts ?? [];
  const { callBacks } = plantedRecall(facts, placed);
  const violations = plantedViolations(facts, placed);
  const words = placed.words.length;
  const cut = firstWords(text, commonWords);
  const crashed = status === "crashed";
  return {
    scores: {
      recall: crashed ? zeroIf(callBacks.length > 0, "no-planted-facts") : recallScore(callBacks),
      "violation-rate": crashed ? unscored("crashed") : violationScore(violations, facts.length),
      "must-coverage": mustScore(written, placed.wholeWords),
      "length-error": crashed ? unscored("crashed") : scored(Math.abs(words / target - 1)),
      "length-score": fromPanel(lengthScore({ writtenWords: words, askedWords: target }), crashed),
      "rep-4": fromPanel(repeatedNgrams(cut, { order: 4 }), crashed),
      "repeat-8": fromPanel(repeatedNgrams(cut, { order: 8 }), crashed),
      compression: fromPanel(compressionRatio(cut), crashed),
      "style-delta":
        style === undefined
          ? unscored("no-profile")
          : fromPanel(burrowsDelta(text, style.author, style.reference), crashed),
    },
    curves: crashed ? {} : { ...plantedCurves(callBacks, violations), ...panelCurves(text) },
  };
}

function recallScore(callBacks: readonly CallBack[]): WritingScore {
  if (callBacks.length === 0) return unscored("no-planted-facts");
  return scored(callBacks.filter(({ hit }) => hit).length / callBacks.length);
}

function violationScore(
  { statements, violations }: PlantedViolations,
  facts: number,
): WritingScore {
  if (facts === 0) return unscored("no-planted-facts");
  return statements === 0 ? unscored("no-statements") : scored(violations.length / statements);
}

function mustScore({ brief, text, status }: WrittenText, wholeWords: number): WritingScore {
  const { hit, required } = ownMentions(brief, text, wholeWords);
  if (required === 0) return unscored("no-mentions-asked");
  return scored(status === "crashed" ? 0 : hit / required);
}

function zeroIf(isMeasured: boolean, reason: string): WritingScore {
  return isMeasured ? scored(0) : unscored(reason);
}

function plantedCurves(
  callBacks: readonly CallBack[],
  { violations }: PlantedViolations,
): ComparedRun["curves"] {
  const byTenth = Array.from({ length: TENTHS }, (_, tenth) =>
    callBacks.filter(({ at }) => tenthOf(at) === tenth),
  );
  return {
    recall: byTenth.map((due) =>
      due.length === 0 ? null : due.filter(({ hit }) => hit).length / due.length,
    ),
    violations: Array.from(
      { length: TENTHS },
      (_, tenth) => violations.filter(({ at }) => tenthOf(at) === tenth).length,
    ),
  };
}

function tenthOf(at: number): number {
  return Math.min(TENTHS - 1, Math.floor(at * TENTHS));
}

function panelCurves(text: string): ComparedRun["curves"] {
  const curve = (measure: (part: string) => PanelScore): (number | null)[] =>
    positionCurve(text, measure, { parts: TENTHS }).map(({ score }) =>
      score.status === "scored" ? score.value : null,
    );
  return {
    "rep-4": curve((part) => repeatedNgrams(part, { order: 4 })),
    "sentence-cv": curve(sentenceLengthVariation),
  };
}

function fromPanel(score: PanelScore, crashed: boolean): WritingScore {
  if (crashed) return unscored("crashed");
  return score.status === "scored" ? scored(score.value) : unscored(score.reason);
}

function scored(value: number): WritingScore {
  return { status: "scored", value };
}

/**
 * A value that does not exist.
 *
 * @param reason - Why.
 * @returns The score.
 */
export function unscored(reason: string): WritingScore {
  return { status: "unscored", reason };
}

/**
 * The length at which texts of one brief and seed are compared where a measure grows with length: that of
 * the shortest, texts of fewer than 50 words aside.
 *
 * @param texts - The texts of all arms.
 * @returns Words; 0 if no text has enough.
 */
export function commonLength(texts: readonly string[]): number {
  const lengths = texts
    .map((text) => unicodeWords(text).length)
    .filter((words) => words >= LEAST_WORDS);
  return lengths.length === 0 ? 0 : Math.min(...lengths);
}

function firstWords(text: string, words: number): string {
  const next = unicodeWordStarts(text)[words];
  return next === undefined ? text : text.slice(0, next).trimEnd();
}
