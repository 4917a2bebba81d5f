import type { PlanNode } from "../../records/index.ts";
import { acceptLeaf } from "../bible/accept-leaf.ts";
import type { Writer } from "../run/writer.ts";
import { nextVersion } from "../run/writing-state.ts";
import type { DraftedLeaf } from "./draft-leaf.ts";
import type { DraftMemory } from "./draft-memory.ts";

/** What drafting works with. */
export interface Drafter {
  /** The run. */
  readonly writer: Writer;
  /** What grows with the document. */
  readonly memory: DraftMemory;
}

/**
 * Takes a drafted leaf into the document, or records that there is none.
 *
 * @param node - The leaf.
 * @param drafted - What came of it.
 * @param drafter - Run and memory.
 */
export async function commitLeaf(
  node: PlanNode,
  { entries, text, accepted, reason }: DraftedLeaf,
  { writer, memory }: Drafter,
): Promise<void> {
  if (text === undefined || accepted === undefined) {
    const why = reason ?? "empty";
    const fail = { type: "fail", body: { node: node.id, reason: why } } as const;
    await writer.journal.record([...entries, fail]);
    writer.onLeaf?.({ node, reason: why });
    return;
  }
  const version = nextVersion(writer.journal.state, node.id);
  await acceptLeaf(writer, { text, accepted: { ...accepted, version }, entries });
  memory.accepted(node);
  writer.onLeaf?.({ node, accepted: { ...accepted, version } });
}
