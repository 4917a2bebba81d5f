import type { PlanNode } from "../../records/index.ts";
import {
  type Conflict,
  type DirtyLeaf,
  outcomeOf,
  type ReadRun,
  type Reestimate,
  reestimateWriting,
  type Waiver,
  type WritingOutcome,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { planPath } from "./take-over.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** How far a node is. */
export type NodeState = "planned" | "accepted" | "failed" | "dirty";

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
  /** Words written at and below it. */
  readonly words: number;
  /** How far it is; a node with children is as far as the least of them. */
  readonly state: NodeState;
  /** What of its text is never rewritten. */
  readonly lock: "none" | "part" | "whole";
}

/** How far a run is. */
export interface WritingRunStatus extends WritingOutcome {
  /** Name of the run. */
  readonly run: string;
  /** Whether its plan is complete. */
  readonly planned: boolean;
  /** Whether it was given up. */
  readonly cancelled: boolean;
  /** Calls that came to their end, and those that gave nothing usable. */
  readonly calls: { readonly finished: number; readonly failed: number };
  /** What it will have taken in the end, from what it took so far; absent before five leaves are written. */
  readonly reestimate?: Reestimate;
  /** Words of the text so far that steps of an `outline` were not shown, all steps together. */
  readonly droppedWords: number;
  /** Leaves that the next `resume` writes anew, with the reasons. */
  readonly dirty: readonly DirtyLeaf[];
  /** Leaves that a change touched and about which nobody has decided. */
  readonly undecided: readonly Conflict[];
  /** What the author accepts as it is. */
  readonly waivers: readonly Waiver[];
  /** Whether the author has closed the document. */
  readonly closed: boolean;
  /** Path of the plan as a file. */
  readonly plan: string;
  /** The plan, in reading order. */
  readonly nodes: readonly NodeStatus[];
}

/**
 * How far a run is. It may be at work meanwhile.
 *
 * @param name - The run.
 * @param context - Where runs are.
 * @returns Its state.
 * @throws LonghandError `unknown-run`, `damaged-run`.
 */
export async function writingStatus(name: string, context: RunContext): Promise<WritingRunStatus> {
  const run = await findWritingRun(name, context);
  const read = await readWritingRun(run, context);
  const { planned, cancelled, calls, failedCalls, revision, accepted } = read.journal.state;
  const reestimate = reestimateWriting(read.brief, read.journal.state);
  return {
    run: run.folder.name,
    ...outcomeOf(read),
    planned,
    cancelled,
    calls: { finished: calls, failed: failedCalls },
    ...(reestimate === undefined ? {} : { reestimate }),
    droppedWords: [...accepted.values()].reduce((sum, leaf) => sum + (leaf.droppedWords ?? 0), 0),
    dirty: [...revision.dirty.values()],
    undecided: [...revision.conflicts.values()],
    waivers: revision.waivers,
    closed: revision.closed,
    plan: planPath(run),
    nodes: nodesOf(read),
  };
}

function nodesOf({ journal }: ReadRun): NodeStatus[] {
  const { tree, accepted, failed, revision } = journal.state;
  const found: NodeStatus[] = [];
  const stateOf = (node: PlanNode, below: readonly NodeStatus[]): NodeState => {
    if (revision.dirty.has(node.id) || below.some(({ state }) => state === "dirty")) return "dirty";
    if (failed.has(node.id) || below.some(({ state }) => state === "failed")) return "failed";
    if (accepted.has(node.id)) return "accepted";
    const isDone = below.length > 0 && below.every(({ state }) => state === "accepted");
    return isDone ? "accepted" : "planned";
  };
  const walk = (node: PlanNode, depth: number): NodeStatus => {
    const place = found.length;
    const { id, level, heading, brief, targetWords } = node;
    const part = revision.spans.has(id) ? ("part" as const) : ("none" as const);
    const lock = node.lock === undefined ? part : ("whole" as const);
    const shown = { id, level, depth, heading, brief, targetWords, lock };
    found.push({ ...shown, words: 0, state: "planned" });
    const below = tree.childrenOf(id).map((child) => walk(child, depth + 1));
    const own = accepted.get(id)?.words ?? 0;
    const words = below.reduce((sum, child) => sum + child.words, own);
    const status = { ...shown, words, state: stateOf(node, below) };
    found[place] = status;
    return status;
  };
  if (tree.root !== undefined) walk(tree.root, 0);
  return found;
}

const MARKS: Readonly<Record<NodeState, string>> = {
  planned: "·",
  accepted: "✓",
  failed: "✗",
  dirty: "~",
};

const LOCKS: Readonly<Record<NodeStatus["lock"], string>> = {
  none: "",
  part: ", locked in part",
  whole: ", locked",
};

/**
 * A plan as lines of text.
 *
 * @param nodes - The nodes in reading order.
 * @returns One indented line a node: mark, heading or brief, words of target.
 */
export function planLines(nodes: readonly NodeStatus[]): string[] {
  return nodes.map(({ depth, heading, brief, words, targetWords, state, lock }) => {
    const name = heading === "" ? brief : heading;
    const short = name.length > 70 ? `${name.slice(0, 69)}…` : name;
    return `${"  ".repeat(depth)}${MARKS[state]} ${short} — ${words} of ${targetWords} words${LOCKS[lock]}`;
  });
}
