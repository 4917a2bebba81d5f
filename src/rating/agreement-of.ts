import { LonghandError, type Random } from "../foundation/index.ts";
import {
  type AgreementValue,
  type DimensionAgreement,
  HIGHEST_MARK,
  LOWEST_MARK,
} from "../records/index.ts";
import {
  type AlphaUndefined,
  type Coefficient,
  kendallTauB,
  krippendorffAlpha,
  krippendorffInterval,
  type PairedValues,
  type RatingTable,
  spearman,
} from "../statistics/index.ts";

/** Alpha below which means stand beside a warning (Krippendorff 2004, section 11.4). */
export const LOWEST_ALPHA = 0.667;

/** Marks of one dimension. */
export interface AgreementInput {
  /** Id of the dimension. */
  readonly dimension: string;
  /** One row per rater, one column per text; `null` where a rater gave no mark. */
  readonly marks: readonly (readonly (number | null)[])[];
  /** Answers `cannot judge`, which stand as `null` among the marks. @defaultValue 0 */
  readonly cannotJudge?: number;
  /** Resamples of the texts for the interval of alpha, 1 or more; 10,000 is usual. */
  readonly resamples: number;
  /** Chance; open a stream of its own for every dimension. */
  readonly random: Random;
}

/**
 * How far raters agree about one dimension: Krippendorff's alpha for ordinal data, mean correlations
 * of pairs of raters, shares of equal marks and of marks at most 1 apart. What does not exist is said
 * so, with its reason: `no-ratings`, `one-rater`, `no-overlap` (no text has two marks), `no-variation`.
 *
 * Quote alpha together with a correlation (Amidei, Piwek and Willis 2019): alpha falls where raters
 * use the scale differently though they order the texts alike.
 *
 * @param input - The marks.
 * @returns The agreement.
 * @throws LonghandError `out-of-scale` for a mark that is no whole number from 1 to 5;
 * `invalid-option` for resamples out of range.
 *
 * @example
 * ```ts
 * import { randomStream } from "longhand";
 * import { agreementOf } from "longhand/rating";
 *
 * const { alpha, exact } = agreementOf({
 *   dimension: "fluency",
 *   marks: [
 *     [4, 2, 5, 3, 1, 4],
 *     [4, 3, 5, 3, 2, null],
 *   ],
 *   resamples: 10_000,
 *   random: randomStream(7, "agreement", "fluency"),
 * });
 * console.log(alpha, exact);
 * ```
 */
export function agreementOf(input: AgreementInput): DimensionAgreement {
  checkScale(input);
  const { marks, resamples, random } = input;
  const table: RatingTable = { ratings: marks, measurement: "ordinal" };
  const alpha = krippendorffAlpha(table);
  const interval = krippendorffInterval(table, { resamples, random });
  const given = marks.map((row) => row.filter((mark) => mark !== null).length);
  const columns = Math.max(0, ...marks.map((row) => row.length));
  const hasMark = Array.from({ length: columns }, (_, column) =>
    marks.some((row) => (row[column] ?? null) !== null),
  );
  const reason = alpha.status === "undefined" ? alpha.reason : undefined;
  return {
    dimension: input.dimension,
    raters: given.filter((count) => count > 0).length,
    texts: hasMark.filter(Boolean).length,
    ratings: given.reduce((sum, count) => sum + count, 0),
    cannotJudge: input.cannotJudge ?? 0,
    alpha: alpha.status === "undefined" ? alpha : { ...alpha, ...endsOf(interval) },
    meanSpearman: meanOverPairs(marks, reason, spearman),
    meanKendallTauB: meanOverPairs(marks, reason, kendallTauB),
    exact: shareWithin(marks, 0, reason),
    withinOne: shareWithin(marks, 1, reason),
    isLow: alpha.status === "undefined" || alpha.value < LOWEST_ALPHA,
  };
}

function endsOf({ ciLow, ciHigh }: { readonly ciLow?: number; readonly ciHigh?: number }): {
  readonly ciLow?: number;
  readonly ciHigh?: number;
} {
  return ciLow === undefined || ciHigh === undefined ? {} : { ciLow, ciHigh };
}

function checkScale({ marks, dimension }: AgreementInput): void {
  for (const [rater, row] of marks.entries()) {
    const text = row.findIndex((mark) => mark !== null && !isMark(mark));
    if (text === -1) continue;
    throw new LonghandError(
      `A mark for ${dimension} is ${row[text]} (rater ${rater + 1}, text ${text + 1}); marks are whole numbers from ${LOWEST_MARK} to ${HIGHEST_MARK}.`,
      {
        code: "out-of-scale",
        hint: "Mend the mark, or use null for one that was not given.",
        details: { rater, text, value: row[text] },
      },
    );
  }
}

function isMark(mark: number): boolean {
  return Number.isInteger(mark) && mark >= LOWEST_MARK && mark <= HIGHEST_MARK;
}

function meanOverPairs(
  marks: AgreementInput["marks"],
  reason: AlphaUndefined | undefined,
  correlate: (pairs: PairedValues) => Coefficient<string>,
): AgreementValue {
  if (reason !== undefined) return { status: "undefined", reason };
  let sum = 0;
  let pairs = 0;
  for (const [at, row] of marks.entries()) {
    for (const other of marks.slice(at + 1)) {
      const value = correlate(sharedMarks(row, other));
      if (value.status === "undefined") continue;
      sum += value.value;
      pairs++;
    }
  }
  if (pairs === 0) return { status: "undefined", reason: "no-variation" };
  return { status: "defined", value: sum / pairs };
}

function sharedMarks(
  row: readonly (number | null)[],
  other: readonly (number | null)[],
): PairedValues {
  const x: number[] = [];
  const y: number[] = [];
  for (const [column, mark] of row.entries()) {
    const second = other[column] ?? null;
    if (mark === null || second === null) continue;
    x.push(mark);
    y.push(second);
  }
  return { x, y };
}

/** Share of pairs of marks of one text that lie at most so far apart; counted by level, not by pair. */
function shareWithin(
  marks: AgreementInput["marks"],
  distance: number,
  reason: AlphaUndefined | undefined,
): AgreementValue {
  // All marks equal is full agreement, even where alpha does not exist.
  if (reason !== undefined && reason !== "no-variation") return { status: "undefined", reason };
  let near = 0;
  let all = 0;
  const columns = Math.max(0, ...marks.map((row) => row.length));
  for (let column = 0; column < columns; column++) {
    const counts = new Array<number>(HIGHEST_MARK + 1).fill(0);
    for (const row of marks) {
      const mark = row[column] ?? null;
      if (mark !== null) counts[mark] = (counts[mark] as number) + 1;
    }
    const total = counts.reduce((sum, count) => sum + count, 0);
    all += (total * (total - 1)) / 2;
    near += nearPairs(counts, distance);
  }
  return { status: "defined", value: near / all };
}

function nearPairs(counts: readonly number[], distance: number): number {
  let pairs = 0;
  for (const [level, count] of counts.entries()) {
    pairs += (count * (count - 1)) / 2;
    for (let step = 1; step <= distance; step++) pairs += count * (counts[level + step] ?? 0);
  }
  return pairs;
}
