import type { PlanNode } from "../../records/index.ts";
import { nodeLine } from "../prompts/phrases.ts";
import type { Writer } from "../run/writer.ts";

/** Where a leaf stands among those that are written. */
export type LeafPlace = "only" | "first" | "middle" | "last";

/** Lines of what came before that are looked at, at most: a prompt shows fewer. */
const MOST_EARLIER_LINES = 40;

/**
 * Where a leaf stands. Only the last leaf of the document is asked to close it.
 *
 * @param node - The leaf.
 * @param writer - The run; its plan is complete.
 * @returns The place.
 */
export function placeOf(node: PlanNode, writer: Writer): LeafPlace {
  const { leaves } = leafOrder(writer);
  const isFirst = leaves[0]?.id === node.id;
  const isLast = leaves.at(-1)?.id === node.id;
  if (isFirst && isLast) return "only";
  if (isLast) return "last";
  return isFirst ? "first" : "middle";
}

/** What stands before and after a leaf. */
export interface Neighbours {
  /** The leaf before it. */
  readonly previous?: PlanNode;
  /** Its text, once it is accepted. */
  readonly previousText?: string;
  /** The leaf after it, unless the author has written it. */
  readonly next?: PlanNode;
  /** The leaf after it, whoever writes it. */
  readonly after?: PlanNode;
  /** The text after it, once it is accepted. */
  readonly nextText?: string;
  /** The nearest text further on, where the next leaf has none. */
  readonly laterText?: string;
}

/**
 * The leaves beside a leaf.
 *
 * @param node - The leaf.
 * @param writer - The run; its plan is complete.
 * @returns What is there.
 */
export function neighboursOf(node: PlanNode, writer: Writer): Neighbours {
  const { leaves, places } = leafOrder(writer);
  const place = places.get(node.id) ?? 0;
  const previous = leaves[place - 1];
  const next = leaves[place + 1];
  const previousText = previous === undefined ? undefined : writer.texts.get(previous.id);
  const nextText = next === undefined ? undefined : writer.texts.get(next.id);
  const laterText = nextText === undefined ? laterTextOf(leaves, place, writer) : undefined;
  return {
    ...(previous === undefined ? {} : { previous }),
    ...(previousText === undefined ? {} : { previousText }),
    ...(next === undefined || next.lock !== undefined ? {} : { next }),
    ...(next === undefined ? {} : { after: next }),
    ...(nextText === undefined ? {} : { nextText }),
    ...(laterText === undefined ? {} : { laterText }),
  };
}

/** Where anchors stand, a leaf lies between two texts; in other orders nothing further on is written. */
function laterTextOf(
  leaves: readonly PlanNode[],
  place: number,
  { brief, texts }: Writer,
): string | undefined {
  if (brief.order !== "anchors") return undefined;
  const later = leaves.slice(place + 2).find(({ id }) => texts.has(id));
  return later === undefined ? undefined : texts.get(later.id);
}

/**
 * What was told before a leaf, the nearest first: summaries of its siblings, or their briefs where they
 * are still being written, then the briefs of the parts before its own, up to the document, then
 * summaries of the leaves in those parts.
 *
 * @param node - The leaf.
 * @param writer - The run; its plan is complete.
 * @returns Lines.
 */
export function earlierLines(node: PlanNode, writer: Writer): string[] {
  const { tree, accepted } = writer.journal.state;
  const near = [node, ...tree.ancestorsOf(node)].flatMap((at) =>
    tree
      .childrenOf(at.parent ?? "")
      .filter(({ order, lock }) => order < at.order && lock === undefined)
      .toReversed(),
  );
  const shown = new Set(near.map(({ id }) => id));
  const { leaves, places } = leafOrder(writer);
  const place = places.get(node.id) ?? 0;
  const far = leaves
    .slice(Math.max(0, place - MOST_EARLIER_LINES), place)
    .filter(({ id, lock }) => !shown.has(id) && lock === undefined && accepted.has(id))
    .toReversed();
  return [...near, ...far].slice(0, MOST_EARLIER_LINES).map((earlier) => {
    const planned = writer.scale === "tiny" ? earlier.brief : nodeLine(earlier);
    return accepted.get(earlier.id)?.summary ?? planned;
  });
}

interface LeafOrder {
  readonly version: number;
  readonly leaves: readonly PlanNode[];
  readonly places: ReadonlyMap<string, number>;
}

const orders = new WeakMap<object, LeafOrder>();

/** The leaves in reading order; worked out once for each version of the plan. */
function leafOrder({ journal }: Writer): LeafOrder {
  const { tree } = journal.state;
  const known = orders.get(tree);
  const { version } = tree;
  if (known?.version === version) return known;
  const leaves = tree.leaves();
  const places = new Map(leaves.map(({ id }, place) => [id, place]));
  const order = { version, leaves, places };
  orders.set(tree, order);
  return order;
}
