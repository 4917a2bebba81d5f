// Checks a text leaf by leaf, as a run would: what an accepted leaf says is known to the next one.
import { bibleOf } from "../src/writing/bible/bible.ts";
import { openFactBook } from "../src/writing/bible/fact-book.ts";
import { proposedFacts } from "../src/writing/bible/propose-facts.ts";
import type { AuthorFact } from "../src/writing/brief/brief.ts";
import { reviewText } from "../src/writing/check/review-text.ts";
import type { OpenIssue } from "../src/writing/run/writing-state.ts";
import type { MarkedText, Planted } from "./planted-contradictions.ts";

export interface CheckedText {
  readonly checked: number;
  readonly issues: readonly OpenIssue[];
  readonly words: number;
}

export function checkText(
  { facts }: Pick<MarkedText, "facts">,
  leaves: readonly string[],
): CheckedText {
  const brief = { facts: facts as unknown as readonly AuthorFact[] };
  const book = openFactBook();
  const issues: OpenIssue[] = [];
  let checked = 0;
  for (const [place, text] of leaves.entries()) {
    const span = [place / leaves.length, (place + 1) / leaves.length] as const;
    const ground = { node: `leaf-${place}`, span, bible: bibleOf(brief, book) };
    const review = reviewText(text, ground);
    issues.push(...review.issues);
    checked += review.checked;
    book.propose(ground.node, proposedFacts(text, ground));
    book.accept(ground.node);
  }
  const words = leaves.join(" ").split(/\s+/).length;
  return { checked, issues, words };
}

/** Whether one of an issue's quotes touches the planted words. */
export function isFound({ mark, text, start }: Planted, issues: readonly OpenIssue[]): boolean {
  return issues.some(({ quotes = [] }) =>
    quotes.some(
      (quote) =>
        quote.node === `leaf-${mark.leaf}` &&
        quote.start < start + text.length &&
        start < quote.end,
    ),
  );
}
