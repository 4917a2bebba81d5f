import type { PlanNode } from "../../records/index.ts";
import { nodeLine } from "../prompts/phrases.ts";
import type { Writer } from "../run/writer.ts";
import { assignKeywords } from "../techniques/assign-keywords.ts";
import { techniquesOf } from "../techniques/techniques.ts";
import { openRelevance, type Relevance } from "./relevance.ts";
import { openSaidIndex, type SaidIndex } from "./said-index.ts";

/** What grows with the document, outside of prompts. It is a function of the accepted texts alone. */
export interface DraftMemory {
  /** Likeness of texts. */
  readonly relevance: Relevance;
  /** Keywords by the id of the part that each fits best. */
  readonly keywords: ReadonlyMap<string, readonly string[]>;
  /**
   * What the document says already, in the order in which its leaves are drafted.
   *
   * @param without - Ids of leaves that do not count.
   * @returns The index.
   */
  saidWithout(without: ReadonlySet<string>): SaidIndex;
  /**
   * Takes over a text that was accepted.
   *
   * @param node - Its leaf.
   */
  accepted(node: PlanNode): void;
}

/** Which keywords each part is to hold; the author's own text is asked for none. */
function keywordsOf({ brief, journal }: Writer, relevance: Relevance): DraftMemory["keywords"] {
  if (brief.keywords.length === 0 || !techniquesOf(brief).keywords) return new Map();
  const free = journal.state.tree.leaves().filter(({ lock }) => lock === undefined);
  return assignKeywords(brief.keywords, free, relevance);
}

/**
 * Opens the memory of a run.
 *
 * @param writer - The run.
 * @param leaves - Its leaves in the order in which they are drafted.
 * @returns The memory.
 */
export function openDraftMemory(writer: Writer, leaves: readonly PlanNode[]): DraftMemory {
  const places = new Map(leaves.map(({ id }, place) => [id, place]));
  let said: SaidIndex | undefined;
  let lastPlace = -1;

  const build = (without: ReadonlySet<string>): SaidIndex => {
    const index = openSaidIndex();
    for (const { id } of leaves) {
      const text = without.has(id) ? undefined : writer.texts.get(id);
      if (text !== undefined) index.add(text);
    }
    return index;
  };

  const relevance = openRelevance(leaves.map(nodeLine));
  return {
    relevance,
    keywords: keywordsOf(writer, relevance),
    saidWithout: (without) => {
      // Leaves that have a text already stand in the index; it has to be built without them.
      if ([...without].some((id) => writer.texts.has(id))) return build(without);
      if (said === undefined) {
        said = build(new Set());
        lastPlace = leaves.findLastIndex(({ id }) => writer.texts.has(id));
      }
      return said;
    },
    accepted: (node) => {
      const place = places.get(node.id) ?? -1;
      const text = writer.texts.get(node.id);
      if (said === undefined || text === undefined) return;
      // A text in place of an earlier one, or before a later one: the index is built anew.
      if (place <= lastPlace) {
        said = undefined;
        return;
      }
      said.add(text);
      lastPlace = place;
    },
  };
}
