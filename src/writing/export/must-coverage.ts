import { mentionPlaces, mentions, stemsOf } from "../draft/mentions.ts";
import type { MustHit } from "../plan/must-hits.ts";
import type { Writer } from "../run/writer.ts";

/** How a document holds what it had to mention. */
export interface MustCoverage {
  /** Mentions found in their place. */
  readonly hit: number;
  /** Mentions required. */
  readonly required: number;
  /** Those missed. */
  readonly misses: readonly {
    /** Id of the mention. */
    readonly id: string;
    /** What had to be mentioned. */
    readonly text: string;
    /** The leaf that should hold it. */
    readonly node: string;
    /** Where in the document that is, 0–1. */
    readonly at: number;
  }[];
  /** Keywords found and asked for. */
  readonly keywords: { readonly found: number; readonly asked: number };
}

/**
 * Looks for every required mention: in the leaf that it was planned for, or anywhere in its stretch of the
 * document.
 *
 * @param writer - The run.
 * @returns What was found and what was missed.
 */
export function mustCoverage(
  writer: Pick<Writer, "journal" | "texts" | "hits" | "brief">,
): MustCoverage {
  const leaves = writer.journal.state.tree.leaves();
  const stems = leaves.map(({ id }) => stemsOf(writer.texts.get(id) ?? ""));
  const all = stems.flat();
  const hits = [...writer.hits.values()];
  const misses = hits.flatMap((hit) => {
    const place = leaves.findIndex(({ must }) => must.includes(hit.id));
    if (mentions(stems[place] ?? [], hit.item.accept) || isInWindow(hit, all)) return [];
    return [{ id: hit.id, text: hit.item.text, node: leaves[place]?.id ?? "", at: hit.at }];
  });
  const { keywords } = writer.brief;
  return {
    hit: hits.length - misses.length,
    required: hits.length,
    misses,
    keywords: {
      found: keywords.filter((word) => mentions(all, [word])).length,
      asked: keywords.length,
    },
  };
}

function isInWindow({ item, window: [from, to] }: MustHit, all: readonly string[]): boolean {
  return mentionPlaces(all, item.accept).some((place) => {
    const at = (place + 0.5) / all.length;
    return at >= from && at <= to;
  });
}
