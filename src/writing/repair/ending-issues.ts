import type { PlanNode } from "../../records/index.ts";
import { placeOf } from "../draft/leaf-place.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import type { Writer } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";

/** Fewest leaves of a document whose ending can come out of nowhere. */
const LEAST_LEAVES = 3;

/**
 * Finds what the ending speaks of although nothing before it does: subjects of facts and mentions. Its
 * severity is 2.
 *
 * @param node - The leaf; only the document's last one has such issues.
 * @param text - Its text, or one that could stand there.
 * @param writer - The run.
 * @returns Issues of type `unplanted`.
 */
export function endingIssues(node: PlanNode, text: string, writer: Writer): OpenIssue[] {
  if (placeOf(node, writer) !== "last") return [];
  const leaves = writer.journal.state.tree.leaves();
  if (leaves.length < LEAST_LEAVES) return [];
  const own = stemsOf(text);
  const named = endingNames(node, writer).filter((name) => mentions(own, [name]));
  if (named.length === 0) return [];
  const earlier = leaves
    .slice(0, -1)
    .map(({ id }) => writer.texts.get(id) ?? "")
    .join("\n")
    .toLowerCase();
  return named
    .filter((name) => !earlier.includes(name.toLowerCase()))
    .map((name) => ({
      type: "unplanted",
      severity: 2,
      message: `"${name}" comes up at the end only.`,
    }));
}

/**
 * What an ending may speak of and what should be known by then.
 *
 * @param node - The last leaf.
 * @param writer - The run.
 * @returns Names; mentions that the ending itself has to hold are left out.
 */
function endingNames(node: PlanNode, { brief, hits }: Writer): string[] {
  const due = new Set(node.must.flatMap((id) => hits.get(id)?.item.accept ?? []));
  const subjects = brief.facts.map(({ subject }) => subject);
  return [...new Set(subjects)].filter((name) => !due.has(name));
}
