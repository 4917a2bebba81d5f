import { issueKey, type MeasuredText } from "./measure-leaf.ts";

/** Severity from which a new issue speaks against a repair. */
const GRAVE = 3;
/** How much further from the author's style a repaired text may be. */
const MOST_STYLE_RISE = 0.1;

/** Why a repaired text is not taken. */
export type KeepFault =
  | "unchanged"
  | "refused"
  | "no-better"
  | "new-issue"
  | "out-of-length"
  | "lost-mention"
  | "style";

/**
 * Tells whether a repaired text may stand in place of the one before it: only if what is wrong weighs
 * less and nothing that is measured got worse.
 *
 * @param before - The text as it stands.
 * @param after - The text that could stand there.
 * @param gain - Severity that the change takes away from other leaves. @defaultValue 0
 * @returns The first reason against it; `undefined` if it may.
 */
export function faultOf(
  before: MeasuredText,
  after: MeasuredText,
  gain: number = 0,
): KeepFault | undefined {
  if (after.text === before.text) return "unchanged";
  if (after.refused.some((reason) => !before.refused.includes(reason))) return "refused";
  if (after.severity - gain >= before.severity) return "no-better";
  const known = new Set(before.issues.map(issueKey));
  const isNewAndGrave = after.issues.some(
    (issue) => issue.severity >= GRAVE && !known.has(issueKey(issue)),
  );
  if (isNewAndGrave) return "new-issue";
  if (outside(after) > outside(before)) return "out-of-length";
  if (after.mustHits < before.mustHits) return "lost-mention";
  const rise = (after.styleDelta ?? 0) - (before.styleDelta ?? 0);
  const isKnown = after.styleDelta !== undefined && before.styleDelta !== undefined;
  return isKnown && rise >= MOST_STYLE_RISE ? "style" : undefined;
}

/** Words outside of the window: a text that was outside already may not go further. */
function outside({ words, window }: MeasuredText): number {
  return Math.max(0, window.least - words, words - window.most);
}
