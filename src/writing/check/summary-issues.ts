import type { PlanNode } from "../../records/index.ts";
import { stemsOf } from "../draft/mentions.ts";
import type { OpenIssue } from "../run/writing-state.ts";

/** Least likeness of a summary to the brief of its part. */
const LEAST_LIKENESS = 0.35;
/** Fewest words of a brief that says enough to be compared. */
const LEAST_WORDS = 4;

/**
 * How much of a part's brief its summary takes up: words that both hold, of the shorter one's words;
 * inflection and short words aside.
 *
 * @param brief - What belongs there.
 * @param summary - What is there, in short.
 * @returns 0–1; `undefined` where one of them has fewer than four such words.
 */
export function summaryLikeness(brief: string, summary: string): number | undefined {
  const [one, other] = [wordsOf(brief), wordsOf(summary)];
  const least = Math.min(one.size, other.size);
  if (least < LEAST_WORDS) return undefined;
  return [...one].filter((word) => other.has(word)).length / least;
}

function wordsOf(text: string): Set<string> {
  return new Set(stemsOf(text).filter((stem) => stem.length > 3));
}

/**
 * Tells where a part's summary does not match its brief. Severity 2.
 *
 * @param node - The part.
 * @param summary - Its summary.
 * @returns One issue of type `brief`, or none.
 */
export function summaryIssues(
  { brief }: Pick<PlanNode, "brief">,
  summary: string | undefined,
): OpenIssue[] {
  const likeness = summary === undefined ? undefined : summaryLikeness(brief, summary);
  if (likeness === undefined || likeness >= LEAST_LIKENESS) return [];
  const message = `What is told here (“${summary}”) has little to do with its brief (“${brief}”).`;
  return [{ type: "brief", severity: 2, message }];
}
