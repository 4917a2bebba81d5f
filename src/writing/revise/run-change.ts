import type { PlanNode } from "../../records/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import type { Brief } from "../brief/brief.ts";
import type { LockedSpan, TouchReason } from "../run/revision-state.ts";
import type { ReadRun } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import type { BriefChange } from "./brief-changes.ts";

/** A leaf that a change touches. */
export interface TouchedLeaf {
  /** Its id. */
  readonly node: string;
  /** Its heading, or what belongs there where it has none. */
  readonly name: string;
  /** Its place among the leaves, from 1. */
  readonly place: number;
  /** Whether it stands before or after the place of the change. */
  readonly side: "earlier" | "later";
  /** Words that it has. */
  readonly words: number;
  /** Whether its text is the author's, as a whole or in part. */
  readonly lock: "none" | "part" | "whole";
  /** Why it is touched, hard reasons first. */
  readonly reasons: readonly TouchReason[];
}

/** What a change comes to, worked out before anything is written or spent. */
export interface RunChange {
  /** The change in one line. */
  readonly change: string;
  /** What differs in the brief. */
  readonly differences: readonly BriefChange[];
  /** What the author should know. */
  readonly notes: readonly string[];
  /** The changed brief; absent if it stays. */
  readonly brief?: Brief;
  /** Nodes that change or are new. */
  readonly nodes: readonly PlanNode[];
  /** Ids of nodes that go. */
  readonly removed: readonly string[];
  /** Leaves with the author's text. */
  readonly leaves: readonly AcceptedLeaf[];
  /** The author's texts by leaf. */
  readonly texts: ReadonlyMap<string, string>;
  /** Locked words by leaf. */
  readonly spans: Readonly<Record<string, readonly LockedSpan[]>>;
  /** Leaves that waited for a decision and need none any longer. @defaultValue none */
  readonly settled?: readonly string[];
  /** SHA-256 of the plan file that it was read from; absent if it was read from none. */
  readonly planFile?: string;
  /** Leaves that are touched, in reading order. */
  readonly touched: readonly TouchedLeaf[];
}

/**
 * Tells whether a change would change anything.
 *
 * @param change - The change.
 * @returns Whether it is empty.
 */
export function isNoChange({ brief, nodes, removed, leaves, spans }: RunChange): boolean {
  if (brief !== undefined) return false;
  return nodes.length + removed.length + leaves.length + Object.keys(spans).length === 0;
}

/**
 * Tells whether a leaf is wrong after a change, not only near it.
 *
 * @param touched - The leaf.
 * @returns Whether one of its reasons is hard.
 */
export function isHard({ reasons }: Pick<TouchedLeaf, "reasons">): boolean {
  return reasons.some(({ strength }) => strength === "hard");
}

/** Reasons by leaf. */
export type Touches = Map<string, TouchReason[]>;

/**
 * Adds a reason for a leaf.
 *
 * @param touches - The reasons so far; it is changed.
 * @param node - The leaf.
 * @param reasons - What is added.
 */
export function touch(touches: Touches, node: string, reasons: readonly TouchReason[]): void {
  const known = touches.get(node) ?? [];
  const fresh = reasons.filter((reason) => !known.some((other) => isSame(reason, other)));
  if (fresh.length > 0) touches.set(node, [...known, ...distinct(fresh)]);
}

function distinct(reasons: readonly TouchReason[]): TouchReason[] {
  return reasons.filter(
    (reason, place) => reasons.findIndex((other) => isSame(reason, other)) === place,
  );
}

function isSame(left: TouchReason, right: TouchReason): boolean {
  return left.message === right.message && left.quote === right.quote;
}

/**
 * The nodes that are unlike what they were.
 *
 * @param run - The run.
 * @param nodes - All nodes as they are to be.
 * @returns Those that are new or changed.
 */
export function changedNodes({ journal }: ReadRun, nodes: readonly PlanNode[]): PlanNode[] {
  return nodes.filter((node) => {
    const before = journal.state.tree.get(node.id);
    return before === undefined || canonicalJson(before) !== canonicalJson(node);
  });
}

/**
 * Leaves with their reasons, and those beside them whose joins have to be looked at.
 *
 * @param run - The run.
 * @param touches - Reasons by leaf.
 * @param from - Where the change is made, as a place among the leaves from 0.
 * @returns The leaves in reading order.
 */
export function touchedLeaves(run: ReadRun, touches: Touches, from: number): TouchedLeaf[] {
  const { tree, accepted, revision } = run.journal.state;
  const leaves = tree.leaves();
  const all: Touches = new Map(touches);
  for (const [place, { id }] of leaves.entries()) {
    const previous = leaves[place - 1];
    if (previous === undefined || !accepted.has(id)) continue;
    if (!isHard({ reasons: touches.get(previous.id) ?? [] })) continue;
    touch(all, id, [
      { kind: "join", strength: "soft", message: "follows a part that would be written anew" },
    ]);
  }
  return leaves.flatMap((node, place) => {
    const reasons = all.get(node.id);
    if (reasons === undefined) return [];
    const part = revision.spans.has(node.id) ? "part" : "none";
    return [
      {
        node: node.id,
        name: node.heading === "" ? node.brief : node.heading,
        place: place + 1,
        side: place < from ? "earlier" : "later",
        words: accepted.get(node.id)?.words ?? 0,
        lock: node.lock === undefined ? part : "whole",
        reasons: reasons.toSorted((left, right) => rank(left) - rank(right)),
      } as const,
    ];
  });
}

function rank({ strength }: TouchReason): number {
  return strength === "hard" ? 0 : 1;
}
