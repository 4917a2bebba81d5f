import type { Writer } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";

/**
 * What a model found in an earlier version of a text and what still stands: both quotations are where they
 * were, or have moved.
 *
 * @param text - The text as it is to stand.
 * @param before - Issues of the leaf so far.
 * @param writer - The run.
 * @returns Issues of type `contradiction`, with their places in this text.
 */
export function standingIssues(
  text: string,
  before: readonly OpenIssue[],
  { texts, brief }: Pick<Writer, "texts" | "brief">,
): OpenIssue[] {
  return before.flatMap((issue) => {
    const { type, quotes = [], fact } = issue;
    const [own, other] = quotes;
    if (type !== "contradiction" || own === undefined) return [];
    const start = text.indexOf(own.text);
    const isThere = other === undefined || texts.get(other.node)?.includes(other.text) === true;
    const isLaidDown =
      fact === undefined ||
      brief.facts.some(({ subject, attribute }) => fact === `${subject}/${attribute}`);
    if (start === -1 || !isThere || !isLaidDown) return [];
    const moved = { ...own, start, end: start + own.text.length };
    return [{ ...issue, quotes: [moved, ...(other === undefined ? [] : [other])] }];
  });
}
