import type { PlanNode } from "../../records/index.ts";
import type { WritingState } from "../../writing/index.ts";

/** How far a node is. */
export type NodeState = "planned" | "drafting" | "accepted" | "failed" | "dirty";

/** A node as a status shows it. */
export interface NodeStatus {
  /** Its id. */
  readonly id: string;
  /** Its rank. */
  readonly level: PlanNode["level"];
  /** Levels above it. */
  readonly depth: number;
  /** Its heading. */
  readonly heading: string;
  /** What belongs there. */
  readonly brief: string;
  /** Words planned. */
  readonly targetWords: number;
  /**
   * Words asked of a leaf when its text was written: the planned ones, with what leaves before it were over or under.
   * Absent before that, and for nodes above leaves.
   */
  readonly askedWords?: number;
  /** Words written at and below it. */
  readonly words: number;
  /** How far it is; a node with children is as far as the least of them. */
  readonly state: NodeState;
  /** What of its text is never rewritten. */
  readonly lock: "none" | "part" | "whole";
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The plan of a run with the state of every part.
 *
 * @param state - The run.
 * @param atWork - Ids of the parts that a call is being made for. @defaultValue none
 * @returns The nodes in reading order.
 */
export function nodeStatuses(
  state: WritingState,
  atWork: ReadonlySet<string> = NOBODY,
): NodeStatus[] {
  const { tree, accepted, revision } = state;
  const found: NodeStatus[] = [];
  const walk = (node: PlanNode, depth: number): NodeStatus => {
    const place = found.length;
    const { id, level, heading, brief, targetWords } = node;
    const part = revision.spans.has(id) ? ("part" as const) : ("none" as const);
    const lock = node.lock === undefined ? part : ("whole" as const);
    const shown = { id, level, depth, heading, brief, targetWords, lock };
    found.push({ ...shown, words: 0, state: "planned" });
    const below = tree.childrenOf(id).map((child) => walk(child, depth + 1));
    const leaf = accepted.get(id);
    const own = leaf?.words ?? 0;
    const words = below.reduce((sum, child) => sum + child.words, own);
    const at = ownState(id, state, atWork) ?? stateBelow(below);
    const asked = leaf === undefined ? {} : { askedWords: leaf.targetWords };
    const status = { ...shown, words, ...asked, state: at };
    found[place] = status;
    return status;
  };
  if (tree.root !== undefined) walk(tree.root, 0);
  return found;
}

/** States that say more about a node than those after them. */
const GRAVEST_FIRST = ["drafting", "dirty", "failed"] as const;

function ownState(
  id: string,
  { accepted, failed, revision }: WritingState,
  atWork: ReadonlySet<string>,
): NodeState | undefined {
  if (atWork.has(id)) return "drafting";
  if (revision.dirty.has(id)) return "dirty";
  if (failed.has(id)) return "failed";
  return accepted.has(id) ? "accepted" : undefined;
}

function stateBelow(below: readonly NodeStatus[]): NodeState {
  const gravest = GRAVEST_FIRST.find((wanted) => below.some(({ state }) => state === wanted));
  if (gravest !== undefined) return gravest;
  const isDone = below.length > 0 && below.every(({ state }) => state === "accepted");
  return isDone ? "accepted" : "planned";
}
