import type { PlanNode } from "../../records/index.ts";
import type { Bible } from "../bible/bible.ts";
import type { Brief, ModelSize } from "../brief/brief.ts";
import { countWords } from "../brief/brief-words.ts";
import { mentionsFound } from "../draft/candidate-score.ts";
import type { MustHit } from "../plan/must-hits.ts";
import type { OpenIssue } from "../run/writing-state.ts";
import { checksOf } from "./check-switches.ts";
import { quotationIssues } from "./quotation-issues.ts";
import { reviewText } from "./review-text.ts";
import { summaryIssues } from "./summary-issues.ts";
import { topicIssues } from "./topic-issues.ts";

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
  /** The brief and the size of the writer's model. @defaultValue topics, quotations and summaries are not looked at */
  readonly asked?: { readonly brief: Brief; readonly scale: ModelSize } | undefined;
  /** What the text says, in short. @defaultValue not compared with the leaf's brief */
  readonly summary?: string | undefined;
}

/** What a check needs to know of a leaf. */
export type CheckedNode = Pick<PlanNode, "id" | "span" | "brief" | "storyTime">;

/**
 * What is wrong with the text of a leaf, by rules alone.
 *
 * @param node - The leaf.
 * @param text - Its text, or one that is to stand in its place.
 * @param ground - What it is checked against.
 * @returns Every issue.
 */
export function checkLeaf(node: CheckedNode, text: string, ground: CheckGround): OpenIssue[] {
  return [
    ...factIssues(node, text, ground),
    ...askedIssues(node, text, ground),
    ...mustIssues(text, ground),
    ...repetitionIssues(ground),
    ...lengthIssues(text, ground),
  ];
}

/** What the brief asks for beside facts, mentions and length. */
function askedIssues(
  { id, brief: nodeBrief }: CheckedNode,
  text: string,
  { asked, summary }: CheckGround,
): OpenIssue[] {
  if (asked === undefined) return [];
  const { brief, scale } = asked;
  const { topics, quotations, summaries } = checksOf(brief, scale);
  return [
    ...(topics ? topicIssues(text, brief, id) : []),
    ...(quotations ? quotationIssues(text, brief, id) : []),
    ...(summaries ? summaryIssues({ brief: nodeBrief }, summary) : []),
  ];
}

function factIssues(
  { id, span, storyTime }: CheckedNode,
  text: string,
  { bible }: CheckGround,
): readonly OpenIssue[] {
  if (bible === undefined) return [];
  return reviewText(text, { node: id, span, storyTime, bible }).issues;
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

/** Faults of a draft that are none of repetition. */
const SLIPS: ReadonlySet<string> = new Set([
  "language-drift",
  "placeholder",
  "task-echo",
  "list",
  "task-talk",
  "avoid",
  "copied-source",
]);

function repetitionIssues({ repeats = [] }: CheckGround): OpenIssue[] {
  return repeats.map((reason) => ({
    type: SLIPS.has(reason) ? "draft" : "repetition",
    severity: 2,
    message: `No draft without this fault could be had: ${reason}.`,
  }));
}

function lengthIssues(text: string, { targetWords }: CheckGround): OpenIssue[] {
  const words = countWords(text);
  if (Math.abs(words / targetWords - 1) <= LENGTH_ISSUE) return [];
  return [{ type: "length", severity: 2, message: `${words} words instead of ${targetWords}.` }];
}
