import type { ModelSize } from "../brief/brief.ts";
import { SIZE_LIMITS } from "./model-size.ts";

/** Children that depth is reckoned with. */
const REGULAR_FAN_OUT = 6;
/** Most children of a node. */
export const MAX_FAN_OUT = 7;

/** Shape of a plan tree. */
export interface TreeShape {
  /** Leaves. */
  readonly leaves: number;
  /** Levels below the document. */
  readonly depth: number;
  /** Children of the document. */
  readonly fanOut: number;
}

/**
 * Leaves of a document: as many as its words hold leaves of the aimed length, and enough of them that
 * none has to be longer than the longest.
 *
 * @param words - Words of the document.
 * @param size - Size of the model.
 * @returns Leaves, 1 or more.
 */
export function leafCount(words: number, size: ModelSize): number {
  const { leafWords, maxLeafWords } = SIZE_LIMITS[size];
  return Math.max(1, Math.round(words / leafWords), Math.ceil(words / maxLeafWords));
}

/**
 * Levels that so many leaves need.
 *
 * @param leaves - Leaves, 1 or more.
 * @returns The least depth d with 6^d ≥ leaves, and at least 1.
 */
export function depthFor(leaves: number): number {
  let depth = 1;
  for (let room = REGULAR_FAN_OUT; room < leaves; room *= REGULAR_FAN_OUT) depth += 1;
  return depth;
}

/**
 * Children of a node with so many leaves and levels below it.
 *
 * @param leaves - Leaves below the node.
 * @param levels - Levels below the node, 1 or more.
 * @returns The least f with f^levels ≥ leaves, from 2 to 7, but no more than there are leaves.
 */
export function fanOutFor(leaves: number, levels: number): number {
  let fanOut = 2;
  while (fanOut < MAX_FAN_OUT && fanOut ** levels < leaves) fanOut += 1;
  return Math.min(fanOut, leaves);
}

/**
 * Shape of the tree for a document.
 *
 * @param words - Words of the document.
 * @param size - Size of the model.
 * @returns Leaves, depth and children of the document.
 */
export function treeShape(words: number, size: ModelSize): TreeShape {
  const leaves = leafCount(words, size);
  const depth = depthFor(leaves);
  return { leaves, depth, fanOut: fanOutFor(leaves, depth) };
}
