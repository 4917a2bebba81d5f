import { unicodeWords } from "../../text/index.ts";
import { EDGE_WORDS, gramsOf, type SaidIndex } from "../draft/said-index.ts";

/** What all leaves say, for finding repeats while texts are changed. */
export interface DocumentIndex {
  /**
   * What the document says outside of one leaf.
   *
   * @param node - Id of the leaf.
   * @returns The rest of the document.
   */
  without(node: string): Pick<SaidIndex, "copiedShare" | "repeatsEdge">;
  /**
   * Puts a text in place of a leaf's earlier one.
   *
   * @param node - Id of the leaf.
   * @param text - Its text.
   */
  put(node: string, text: string): void;
}

interface Traces {
  readonly grams: readonly string[];
  readonly opening: string;
  readonly ending: string;
}

/**
 * Opens the index of a document.
 *
 * @param texts - Texts by id of leaf.
 * @returns The index.
 */
export function openDocumentIndex(texts: ReadonlyMap<string, string>): DocumentIndex {
  const own = new Map<string, Traces>();
  const grams = new Map<string, number>();
  const edges = new Map<string, number>();
  const count = ({ grams: added, opening, ending }: Traces, step: 1 | -1): void => {
    for (const gram of added) grams.set(gram, (grams.get(gram) ?? 0) + step);
    for (const edge of [opening, ending]) edges.set(edge, (edges.get(edge) ?? 0) + step);
  };
  const put = (node: string, text: string): void => {
    const before = own.get(node);
    if (before !== undefined) count(before, -1);
    const traces = tracesOf(text);
    own.set(node, traces);
    count(traces, 1);
  };
  for (const [node, text] of texts) put(node, text);
  return { put, without: (node) => others(own.get(node) ?? NO_TRACES, grams, edges) };
}

const NO_TRACES: Traces = { grams: [], opening: "", ending: "" };

function tracesOf(text: string): Traces {
  const words = unicodeWords(text);
  const edge = (mark: string, part: readonly string[]): string =>
    part.length < EDGE_WORDS ? "" : `${mark} ${part.join(" ")}`;
  return {
    grams: gramsOf(words),
    opening: edge("<", words.slice(0, EDGE_WORDS)),
    ending: edge(">", words.slice(-EDGE_WORDS)),
  };
}

/** Counts of the whole document without those of one leaf. */
function others(
  own: Traces,
  grams: ReadonlyMap<string, number>,
  edges: ReadonlyMap<string, number>,
): Pick<SaidIndex, "copiedShare" | "repeatsEdge"> {
  const ownGrams = new Map<string, number>();
  for (const gram of own.grams) ownGrams.set(gram, (ownGrams.get(gram) ?? 0) + 1);
  const isElsewhere = (gram: string): boolean => (grams.get(gram) ?? 0) > (ownGrams.get(gram) ?? 0);
  const isOtherEdge = (edge: string): boolean => {
    const mine = edge === own.opening || edge === own.ending ? 1 : 0;
    return edge !== "" && (edges.get(edge) ?? 0) > mine;
  };
  return {
    copiedShare: (text) => {
      const found = gramsOf(unicodeWords(text));
      return found.length === 0 ? 0 : found.filter(isElsewhere).length / found.length;
    },
    repeatsEdge: (text) => {
      const { opening, ending } = tracesOf(text);
      return isOtherEdge(opening) || isOtherEdge(ending);
    },
  };
}
