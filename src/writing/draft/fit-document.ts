import type { PlanNode } from "../../records/index.ts";
import { sha256 } from "../../storage/index.ts";
import { type Acceptance, acceptLeaf } from "../bible/accept-leaf.ts";
import { countWords, targetWordsOf } from "../brief/brief-words.ts";
import { nodeLine } from "../prompts/phrases.ts";
import { mayRewrite } from "../run/revision-state.ts";
import type { Writer } from "../run/writer.ts";
import { type AcceptedLeaf, nextVersion } from "../run/writing-state.ts";
import { mentionsFound } from "./candidate-score.ts";
import { trimToWindow } from "./length-control.ts";
import { openRelevance, type Relevance } from "./relevance.ts";

/** No leaf is cut below this share of its target to bring the document into its tolerance. */
const LEAST_SHARE = 0.85;

/**
 * Brings a document that came out too long into its tolerance: the leaves furthest above their target
 * lose sentences first.
 *
 * @param writer - The run; every leaf is closed.
 */
export async function fitDocument(writer: Writer): Promise<void> {
  const { journal, brief } = writer;
  const relevance = openRelevance(journal.state.tree.leaves().map(nodeLine));
  const limit = Math.floor(targetWordsOf(brief) * (1 + brief.length.tolerance));
  for (;;) {
    const surplus = documentWords(writer) - limit;
    if (surplus <= 0) return;
    const shorter = firstShorter(writer, relevance, surplus);
    if (shorter === undefined) return;
    await acceptLeaf(writer, shorter);
  }
}

/**
 * Words of the document so far.
 *
 * @param writer - The run.
 * @returns The words of all accepted leaves.
 */
export function documentWords({ journal }: Pick<Writer, "journal">): number {
  let words = 0;
  for (const leaf of journal.state.accepted.values()) words += leaf.words;
  return words;
}

/** The leaf furthest above its target that can do with fewer words, and its new text. */
function firstShorter(
  writer: Writer,
  relevance: Relevance,
  surplus: number,
): Acceptance | undefined {
  const { state } = writer.journal;
  for (const node of furthestAbove(writer)) {
    const before = state.accepted.get(node.id) as AcceptedLeaf;
    const text = shortened(node, { writer, relevance, before, surplus });
    const words = countWords(text);
    if (words >= before.words) continue;
    const version = nextVersion(state, node.id);
    return { text, accepted: { ...before, version, textHash: sha256(text), words } };
  }
  return undefined;
}

function furthestAbove({ journal }: Writer): PlanNode[] {
  const { state } = journal;
  const { accepted, tree } = state;
  const above = (node: PlanNode): number => {
    const { words = 0, targetWords = 1 } = accepted.get(node.id) ?? {};
    return words / targetWords;
  };
  return tree
    .leaves()
    .filter(({ id }) => accepted.has(id) && mayRewrite(state, id))
    .toSorted((left, right) => above(right) - above(left));
}

interface Shortening {
  readonly writer: Writer;
  readonly relevance: Relevance;
  readonly before: AcceptedLeaf;
  readonly surplus: number;
}

function shortened(node: PlanNode, { writer, relevance, before, surplus }: Shortening): string {
  const text = writer.texts.get(node.id) ?? "";
  const least = Math.ceil(LEAST_SHARE * before.targetWords);
  const window = { least, most: Math.max(least, before.words - surplus) };
  const hits = node.must.flatMap((id) => writer.hits.get(id) ?? []);
  return trimToWindow(text, window, (sentence) => ({
    keep: mentionsFound(sentence, hits).length > 0,
    worth: relevance.cosine(sentence, nodeLine(node)),
  }));
}
