import { formatCount } from "../../format-number.ts";
import { MARKS } from "../../shown-score.ts";
import type { TablePlace } from "../result-table.ts";

/**
 * The marks of a place as one text, as {@link MARKS} defines them.
 *
 * @param place - The place.
 * @returns For instance `†ᶠ3`, or an empty text.
 */
export function placeMarks({ state, significant, top, failed = 0 }: TablePlace): string {
  if (state === "not-run" || state === "text") return "";
  return [
    significant ? MARKS.significant : "",
    top ? MARKS.top : "",
    failed > 0 ? `${MARKS.failed}${formatCount(failed)}` : "",
  ].join("");
}

/**
 * What stands behind a number in brackets: the choice, why a number is missing, and the counts
 * where they are asked for.
 *
 * @param place - The place.
 * @param counts - Whether to add how many texts were planned, scored and failed.
 * @returns The words, or `undefined` if there is nothing to say.
 */
export function placeWords(place: TablePlace, counts: boolean): string | undefined {
  const { detail, reason, planned, scored, failed = 0 } = place;
  const said = reason === undefined || detail === undefined || !reason.includes(detail);
  const parts = [
    said ? detail : undefined,
    reason,
    counts && planned !== undefined
      ? `n = ${formatCount(scored ?? 0)} of ${formatCount(planned)}, ${formatCount(failed)} failed`
      : undefined,
  ].filter((part) => part !== undefined && part !== "");
  return parts.length === 0 ? undefined : parts.join("; ");
}
