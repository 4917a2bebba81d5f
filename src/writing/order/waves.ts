import type { PlanNode } from "../../records/index.ts";
import type { WritingOrder } from "../brief/brief.ts";
import type { PlanTree } from "../plan/plan-tree.ts";

/** Leaves that are drafted side by side at most; fixed, so that parallel calls change nothing. */
const LEAVES_PER_WAVE = 8;
/** Fewest leaves of a document without parts for one in its middle to be an anchor. */
const LEAST_LEAVES_FOR_MIDDLE = 5;

/**
 * Cuts a plan into waves: the leaves of one are drafted side by side and see only what earlier waves
 * gave. Waves depend on the plan alone, so that a resumed run has the same ones.
 *
 * @param tree - The complete plan.
 * @param order - `ltr`: one leaf a wave, in reading order. `bfs`: eight neighbours a wave. `anchors`: the
 *   opening, the ending, the turning points; then the first leaf of every gap, the second one, and so on.
 * @returns Every leaf in exactly one wave.
 */
export function wavesOf(tree: PlanTree, order: WritingOrder): PlanNode[][] {
  const leaves = tree.leaves();
  switch (order) {
    case "ltr":
      return leaves.map((leaf) => [leaf]);
    case "bfs":
      return inGroups(leaves);
    case "anchors":
      return anchorWaves(leaves, turningPoints(tree, leaves));
  }
}

function inGroups(leaves: readonly PlanNode[]): PlanNode[][] {
  return Array.from({ length: Math.ceil(leaves.length / LEAVES_PER_WAVE) }, (_, index) =>
    leaves.slice(index * LEAVES_PER_WAVE, (index + 1) * LEAVES_PER_WAVE),
  );
}

/** Where a part of the document gives way to the next one; without parts, the middle of the document. */
function turningPoints(tree: PlanTree, leaves: readonly PlanNode[]): PlanNode[] {
  const ends: ReadonlySet<string> = new Set([leaves[0]?.id ?? "", leaves.at(-1)?.id ?? ""]);
  const parts = tree.childrenOf(tree.root?.id ?? "").filter(({ level }) => level !== "leaf");
  const firsts = parts.map((part) => firstLeafOf(tree, part));
  const middle = leaves.find(({ span }) => span[1] > 0.5);
  const points =
    parts.length > 0 || leaves.length < LEAST_LEAVES_FOR_MIDDLE || middle === undefined
      ? firsts
      : [middle];
  return points.filter(({ id }) => !ends.has(id));
}

function firstLeafOf(tree: PlanTree, node: PlanNode): PlanNode {
  const [first] = tree.childrenOf(node.id);
  return first === undefined ? node : firstLeafOf(tree, first);
}

function anchorWaves(leaves: readonly PlanNode[], points: readonly PlanNode[]): PlanNode[][] {
  const [first] = leaves;
  const last = leaves.at(-1);
  if (first === undefined || last === undefined) return [];
  const ends = first === last ? [[first]] : [[first], [last]];
  const anchors = new Set([first, last, ...points]);
  return [...ends, ...inGroups(points), ...gapWaves(gapsBetween(leaves, anchors))];
}

function gapsBetween(
  leaves: readonly PlanNode[],
  anchors: ReadonlySet<PlanNode>,
): (readonly PlanNode[])[] {
  const gaps: PlanNode[][] = [];
  for (const leaf of leaves) {
    if (anchors.has(leaf)) gaps.push([]);
    else gaps.at(-1)?.push(leaf);
  }
  return gaps;
}

/** Gaps are filled from the left, all of them side by side. */
function gapWaves(gaps: readonly (readonly PlanNode[])[]): PlanNode[][] {
  const longest = Math.max(0, ...gaps.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) =>
    inGroups(gaps.flatMap((gap) => gap[place] ?? [])),
  ).flat();
}
