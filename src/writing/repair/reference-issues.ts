import type { PlanNode } from "../../records/index.ts";
import type { Writer } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";

const REFERENCE = /\b(?:chapter|section|part)\s+(\d{1,3})\b/gi;

/**
 * Finds references to chapters and sections by numbers that the document does not have. Its severity
 * is 2.
 *
 * @param node - The leaf.
 * @param text - Its text, or one that could stand there.
 * @param writer - The run.
 * @returns Issues of type `reference`.
 */
export function referenceIssues(node: PlanNode, text: string, { journal }: Writer): OpenIssue[] {
  const { tree } = journal.state;
  const parts = tree.childrenOf(tree.root?.id ?? "").length;
  return [...text.matchAll(REFERENCE)].flatMap(({ 0: words, 1: number, index: start }) => {
    if (Number(number) >= 1 && Number(number) <= parts) return [];
    const quote = { node: node.id, text: words, start, end: start + words.length };
    const message = `It points to "${words}", but the text has ${parts} parts.`;
    return [{ type: "reference", severity: 2, message, quotes: [quote] }];
  });
}
