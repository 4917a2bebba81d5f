import type { PlanNode } from "../../records/index.ts";
import type { Relevance } from "../draft/relevance.ts";
import { nodeLine } from "../prompts/phrases.ts";

/**
 * Gives each keyword to the part whose brief is closest to it. Those that are close to none go, one after
 * the other, to the part that has fewest.
 *
 * @param keywords - The keywords.
 * @param leaves - Parts that can still take one, in reading order.
 * @param relevance - Likeness of texts.
 * @returns Keywords by id of the part.
 */
export function assignKeywords(
  keywords: readonly string[],
  leaves: readonly PlanNode[],
  relevance: Relevance,
): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, string[]>(leaves.map(({ id }) => [id, []]));
  const homeless: string[] = [];
  for (const keyword of keywords) {
    let best: { readonly id: string; readonly likeness: number } | undefined;
    for (const leaf of leaves) {
      const likeness = relevance.cosine(keyword, nodeLine(leaf));
      if (likeness > (best?.likeness ?? 0)) best = { id: leaf.id, likeness };
    }
    if (best === undefined) homeless.push(keyword);
    else given.get(best.id)?.push(keyword);
  }
  for (const keyword of homeless) {
    const fewest = [...given.values()].reduce<string[] | undefined>(
      (least, other) => (least === undefined || other.length < least.length ? other : least),
      undefined,
    );
    fewest?.push(keyword);
  }
  return given;
}
