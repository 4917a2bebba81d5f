import Table from "cli-table3";
import { agreementOfRatings, readRatings } from "../../rating/index.ts";
import type { AgreementValue, DimensionAgreement, StudyAgreement } from "../../records/index.ts";
import { readPlacedLines } from "./read-lines.ts";

/**
 * Agreement of the raters of an export.
 *
 * @param path - Ratings as JSON Lines, as `longhand/rating` writes them.
 * @param seed - Seed of the intervals.
 * @returns The agreement, and the same as a table.
 * @throws LonghandError `invalid-ratings`, `not-found`.
 */
export async function ratingAgreementOf(
  path: string,
  seed: number,
): Promise<{ readonly report: StudyAgreement; readonly text: string }> {
  const ratings = readRatings(await readPlacedLines(path), path);
  const dimensions = agreementOfRatings(ratings, { seed });
  return { report: { dimensions }, text: agreementTable(dimensions) };
}

/**
 * Agreement as a table for the terminal.
 *
 * @param dimensions - The agreement.
 * @returns Lines of text.
 */
export function agreementTable(dimensions: readonly DimensionAgreement[]): string {
  const table = new Table({
    head: [
      "dimension",
      "raters",
      "texts",
      "marks",
      "cannot judge",
      "alpha (ordinal)",
      "Spearman",
      "Kendall τ-b",
      "equal",
      "within 1",
    ],
    style: { head: [], border: [] },
  });
  for (const each of dimensions) {
    table.push([
      each.dimension,
      each.raters,
      each.texts,
      each.ratings,
      each.cannotJudge,
      shown(each.alpha),
      shown(each.meanSpearman),
      shown(each.meanKendallTauB),
      shown(each.exact),
      shown(each.withinOne),
    ]);
  }
  const low = dimensions.filter(({ isLow }) => isLow).map(({ dimension }) => dimension);
  const note =
    low.length === 0 ? [] : [`Low agreement (alpha below .667 or undefined): ${low.join(", ")}`];
  return [table.toString(), ...note].join("\n");
}

/**
 * A coefficient in words.
 *
 * @param value - The coefficient.
 * @returns For instance `0.815 [0.7, 0.9]`, or why there is none.
 */
export function shown(value: AgreementValue): string {
  if (value.status === "undefined") return value.reason;
  const ends =
    value.ciLow === undefined || value.ciHigh === undefined
      ? ""
      : ` [${value.ciLow.toFixed(3)}, ${value.ciHigh.toFixed(3)}]`;
  return `${value.value.toFixed(3)}${ends}`;
}
