import type { PlanNode, WritingFact } from "../../records/index.ts";
import { bibleFor } from "../bible/bible.ts";
import { nodeLine } from "../prompts/phrases.ts";
import type { Writer } from "../run/writer.ts";

/** Facts of texts that a prompt is offered at most; its budget shows fewer. */
const MOST_FACTS = 30;

/**
 * What accepted texts say about those whom a leaf's plan names, the latest first. A tiny model is told
 * nothing: it writes the sentences down again.
 *
 * @param node - The leaf.
 * @param writer - The run.
 * @returns Facts, at most 30.
 */
export function saidFacts(node: PlanNode, writer: Writer): WritingFact[] {
  const bible = writer.scale === "tiny" ? undefined : bibleFor(writer);
  if (bible === undefined) return [];
  const plan = ` ${nodeLine(node).toLowerCase()} `;
  const named = bible.entities.all.filter(({ names }) =>
    names.some(({ kind, words }) => kind === "name" && words.some((word) => plan.includes(word))),
  );
  const facts = named
    .flatMap(({ names }) => names.flatMap((name) => bible.book.about(name)))
    .filter(({ attribute, evidence }) => {
      const isOther = evidence !== undefined && evidence.node !== node.id;
      return isOther && bible.counts(evidence.node) && !attribute.startsWith("change: ");
    });
  const byQuote = new Map(facts.map((fact) => [fact.evidence?.quote ?? "", fact]));
  return [...byQuote.values()]
    .toSorted((left, right) => right.span[0] - left.span[0] || left.id.localeCompare(right.id))
    .slice(0, MOST_FACTS);
}
