import type { PlanNode } from "../../records/index.ts";
import type { Bible } from "../bible/bible.ts";
import { countWords } from "../brief/brief-words.ts";
import { mentionsFound } from "../draft/candidate-score.ts";
import type { MustHit } from "../plan/must-hits.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import { reviewText } from "./review-text.ts";

/** A leaf this far from its target is an open issue, as a share of the target. */
const LENGTH_ISSUE = 0.15;

/** What a leaf's text is checked against. */
export interface CheckGround {
  /** Words wanted. */
  readonly targetWords: number;
  /** Mentions that the leaf has to hold. */
  readonly hits: readonly MustHit[];
  /** Faults of repetition that it was taken with. @defaultValue none */
  readonly repeats?: readonly string[];
  /** What holds in the document. @defaultValue facts are not looked at */
  readonly bible?: Bible | undefined;
}

/**
 * What is wrong with the text of a leaf, by rules alone.
 *
 * @param node - The leaf.
 * @param text - Its text, or one that is to stand in its place.
 * @param ground - What it is checked against.
 * @returns Every issue.
 */
export function checkLeaf(
  node: Pick<PlanNode, "id" | "span">,
  text: string,
  ground: CheckGround,
): OpenIssue[] {
  return [
    ...factIssues(node, text, ground),
    ...mustIssues(text, ground),
    ...repetitionIssues(ground),
    ...lengthIssues(text, ground),
  ];
}

function factIssues(
  { id, span }: Pick<PlanNode, "id" | "span">,
  text: string,
  { bible }: CheckGround,
): readonly OpenIssue[] {
  if (bible === undefined) return [];
  return reviewText(text, { node: id, span, bible }).issues;
}

function mustIssues(text: string, { hits }: CheckGround): OpenIssue[] {
  const found = new Set(mentionsFound(text, hits));
  return hits
    .filter((hit) => !found.has(hit))
    .map(({ id, item }) => ({
      type: "must",
      severity: 3,
      message: `"${item.text}" (${id}) is not mentioned.`,
    }));
}

function repetitionIssues({ repeats = [] }: CheckGround): OpenIssue[] {
  return repeats.map((reason) => ({
    type: "repetition",
    severity: 2,
    message: `No draft without this fault could be had: ${reason}.`,
  }));
}

function lengthIssues(text: string, { targetWords }: CheckGround): OpenIssue[] {
  const words = countWords(text);
  if (Math.abs(words / targetWords - 1) <= LENGTH_ISSUE) return [];
  return [{ type: "length", severity: 2, message: `${words} words instead of ${targetWords}.` }];
}
