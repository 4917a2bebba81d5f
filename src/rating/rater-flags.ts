import type { ControlRange, ExclusionRule, RaterFlags, RatingAnswer } from "../records/index.ts";

/** Words a minute beyond which nobody reads. */
const FASTEST_WORDS_A_MINUTE = 900;

/** A complete reading with its answers. */
export interface CompleteReading {
  /** Pseudonym. */
  readonly rater: string;
  /** Key of the text. */
  readonly text: string;
  /** Words that were to be read. */
  readonly words: number;
  /** Time for which the text was on the screen and in use, in milliseconds. */
  readonly readMs: number;
  /** By dimension. */
  readonly answers: Readonly<Record<string, RatingAnswer>>;
  /** By dimension: what an attentive rater may answer; absent where the text is no control. */
  readonly expected?: Readonly<Record<string, ControlRange>>;
}

/**
 * Looks for raters who may not have read what they rated.
 *
 * @param readings - Complete readings, controls among them.
 * @param rule - The rule of the plan.
 * @returns One entry for each rater, by pseudonym.
 */
export function flagRaters(
  readings: readonly CompleteReading[],
  rule: ExclusionRule,
): RaterFlags[] {
  const raters = [...new Set(readings.map(({ rater }) => rater))].sort();
  return raters.map((rater) => {
    const own = readings.filter((reading) => reading.rater === rater);
    const rated = own.filter(({ expected }) => expected === undefined);
    const tooFast = rated.filter(isTooFast).map(({ text }) => text);
    const straightLined = rated.filter(isStraightLined).map(({ text }) => text);
    const controlMisses = own.filter(missesControl).map(({ text }) => text);
    const isShareOf = (part: number, share: number): boolean =>
      rated.length >= rule.minTexts && part > 0 && part >= share * rated.length;
    const reasons: RaterFlags["reasons"][number][] = [];
    if (isShareOf(tooFast.length, rule.tooFastShare)) reasons.push("too-fast");
    if (isShareOf(straightLined.length, rule.straightLiningShare)) reasons.push("straight-lining");
    if (controlMisses.length >= rule.controlMisses) reasons.push("control-misses");
    return { rater, texts: rated.length, tooFast, straightLined, controlMisses, reasons };
  });
}

function isTooFast({ words, readMs }: CompleteReading): boolean {
  return readMs / 60_000 < words / FASTEST_WORDS_A_MINUTE;
}

function isStraightLined({ answers }: CompleteReading): boolean {
  const marks = Object.values(answers).map((answer) =>
    "value" in answer ? answer.value : undefined,
  );
  return marks.length >= 2 && marks[0] !== undefined && new Set(marks).size === 1;
}

function missesControl({ answers, expected = {} }: CompleteReading): boolean {
  return Object.entries(expected).some(([dimension, { least = 1, most = 5 }]) => {
    const answer = answers[dimension];
    if (answer === undefined || !("value" in answer)) return false;
    return answer.value < least || answer.value > most;
  });
}
