import type { PlanNode } from "../../records/index.ts";
import { countWords } from "../brief/brief-words.ts";
import { paragraphsOf } from "../draft/clean-reply.ts";
import { tailOf } from "../prompts/cut-text.ts";
import type { Writer } from "../run/writer.ts";

/** The newest part of the text before a step. */
export interface TextSoFar {
  /** The text, paragraphs set apart by blank lines. */
  readonly text: string;
  /** Its words. */
  readonly words: number;
  /** Words before it that are left out. */
  readonly droppedWords: number;
  /** Steps of which some text is shown, in reading order. */
  readonly nodes: readonly string[];
}

/** A paragraph of which fewer words would be left is left out whole. */
const LEAST_PARAGRAPH_WORDS = 12;

/**
 * The newest words of the text before a step; the oldest ones are dropped, by whole paragraphs and, in the
 * last one, by sentences.
 *
 * @param node - The step.
 * @param writer - The run; its plan is complete.
 * @param maxWords - Words to show at most.
 * @returns The text.
 */
export function newestText(
  node: Pick<PlanNode, "id">,
  { journal, texts }: Writer,
  maxWords: number,
): TextSoFar {
  const leaves = journal.state.tree.leaves();
  const place = leaves.findIndex(({ id }) => id === node.id);
  const before = leaves.slice(0, place).filter(({ id }) => texts.has(id));
  const total = before.reduce(
    (sum, { id }) => sum + (journal.state.accepted.get(id)?.words ?? 0),
    0,
  );
  const kept: string[] = [];
  const nodes: string[] = [];
  let words = 0;
  for (const { id } of before.toReversed()) {
    const paragraphs = paragraphsOf(texts.get(id) ?? "").toReversed();
    const shown = newestParagraphs(paragraphs, maxWords - words);
    kept.push(...shown);
    words += shown.reduce((sum, text) => sum + countWords(text), 0);
    if (shown.length > 0) nodes.push(id);
    if (shown.length < paragraphs.length || words >= maxWords) break;
  }
  return {
    text: kept.toReversed().join("\n\n"),
    words,
    droppedWords: Math.max(0, total - words),
    nodes: nodes.toReversed(),
  };
}

function newestParagraphs(paragraphs: readonly string[], maxWords: number): string[] {
  const kept: string[] = [];
  let left = maxWords;
  for (const paragraph of paragraphs) {
    const words = countWords(paragraph);
    if (words > left) {
      if (left >= LEAST_PARAGRAPH_WORDS) kept.push(tailOf(paragraph, Math.floor(left)));
      break;
    }
    kept.push(paragraph);
    left -= words;
  }
  return kept;
}
