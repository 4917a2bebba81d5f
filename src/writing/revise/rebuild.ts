import type { PlanNode } from "../../records/index.ts";
import { MAKERS, type MadeWith, type Maker } from "../run/made-with.ts";
import type { DirtyLeaf, TouchReason } from "../run/revision-state.ts";
import type { ReadRun } from "../run/writer.ts";
import type { AcceptedLeaf } from "../run/writing-state.ts";
import type { ChangeableRun } from "./apply-change.ts";

/** A leaf that was written with other templates or by another model than the run goes on with. */
export interface OutdatedLeaf {
  /** The leaf. */
  readonly node: PlanNode;
  /** What is another one now. */
  readonly makers: readonly Maker[];
  /** SHA-256 of its text. */
  readonly textHash: string;
  /** What it was written with, by maker. */
  readonly before: Readonly<Partial<Record<Maker, string>>>;
}

/**
 * The leaves that were written with other templates, or by another model. The author's own texts are not
 * among them, and neither is what was written before this was recorded.
 *
 * @param run - The run.
 * @param now - What texts would be made with now.
 * @returns The leaves, in reading order.
 */
export function outdatedLeaves(
  { journal }: Pick<ReadRun, "journal">,
  now: MadeWith,
): OutdatedLeaf[] {
  const { tree, accepted } = journal.state;
  return tree.leaves().flatMap((node): OutdatedLeaf[] => {
    const leaf = accepted.get(node.id);
    if (leaf === undefined || leaf.attempts === 0 || node.lock !== undefined) return [];
    const read = MAKERS.map((maker) => [maker, readOf(leaf, maker)] as const);
    const other = read.flatMap(([maker, found]) =>
      found === undefined || found.version === now[maker].version ? [] : [{ maker, found }],
    );
    if (other.length === 0) return [];
    return [
      {
        node,
        makers: other.map(({ maker }) => maker),
        textHash: leaf.textHash,
        before: Object.fromEntries(other.map(({ maker, found }) => [maker, nameOf(found.object)])),
      },
    ];
  });
}

function readOf({ reads }: AcceptedLeaf, maker: Maker): AcceptedLeaf["reads"][number] | undefined {
  return reads.find(({ object }) => object.startsWith(`${maker}:`));
}

/**
 * The name of what a leaf was made with.
 *
 * @param object - For instance `model:gguf:smollm2`.
 * @returns The name without its kind.
 */
export function nameOf(object: string): string {
  return object.slice(object.indexOf(":") + 1);
}

/**
 * Marks leaves to be written anew, from their plan and with draws of their own.
 *
 * @param run - The run, open for writing.
 * @param leaves - The leaves.
 * @param now - What they will be made with.
 */
export async function rebuildLeaves(
  run: ChangeableRun,
  leaves: readonly OutdatedLeaf[],
  now: MadeWith,
): Promise<void> {
  if (leaves.length === 0) return;
  const dirty = leaves.map(({ node, makers, textHash, before }): DirtyLeaf => {
    const reasons = makers.map(
      (maker): TouchReason => ({
        kind: maker,
        strength: "hard",
        message: `was written with the ${maker} ${before[maker] ?? ""}`,
      }),
    );
    const change = makers.map((maker) => `${maker} ${nameOf(now[maker].object)}`).join("; ");
    return { node: node.id, choice: "redo", change, reasons, textHash };
  });
  await run.journal.record([{ type: "dirty", body: { leaves: dirty } }]);
}

/**
 * Records that a run goes on with other templates or another model than its texts were written with.
 *
 * @param run - The run, open for writing.
 * @param now - What it goes on with.
 */
export async function goOnWith({ journal }: ChangeableRun, now: MadeWith): Promise<void> {
  const goesOnWith = Object.fromEntries(MAKERS.map((maker) => [maker, now[maker].version]));
  await journal.record([{ type: "waive", body: { goesOnWith } }]);
}

/**
 * Whether it was agreed already that a run goes on with what it would be made with now.
 *
 * @param run - The run.
 * @param now - What it would go on with.
 * @returns Whether it was.
 */
export function isAgreed({ journal }: Pick<ReadRun, "journal">, now: MadeWith): boolean {
  const { goesOnWith } = journal.state.revision;
  return MAKERS.every((maker) => goesOnWith?.[maker] === now[maker].version);
}
