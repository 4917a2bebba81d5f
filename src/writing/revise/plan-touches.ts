import type { PlanNode } from "../../records/index.ts";
import { mentions, stemsOf } from "../draft/mentions.ts";
import type { TouchReason } from "../run/revision-state.ts";
import type { ReadRun } from "../run/writer.ts";
import { type Touches, touch } from "./run-change.ts";

/** A leaf that is this far from its new target is too long or too short, as shares of the target. */
const LEAST_OF_TARGET = 0.75;
const MOST_OF_TARGET = 1.25;

/** A run, and the texts of the author's that an edited plan brings. */
interface PlannedTexts {
  readonly run: ReadRun;
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * The written leaves that an edited plan touches, and why.
 *
 * @param changed - Nodes of the plan that are new or differ.
 * @param planned - The run, and texts that come with the plan: they are as the author wants them.
 * @returns Reasons by leaf.
 */
export function planTouches(changed: readonly PlanNode[], { run, texts }: PlannedTexts): Touches {
  const touches: Touches = new Map();
  for (const node of changed) {
    const before = run.journal.state.tree.get(node.id);
    const text = run.texts.get(node.id);
    if (before === undefined || text === undefined || texts.has(node.id)) continue;
    touch(touches, node.id, leafReasons(before, node, { run, text }));
  }
  for (const { id } of changed.filter((node) => isToldOtherwise(node, run)))
    for (const leaf of writtenBelow(id, run))
      if (!texts.has(leaf)) touch(touches, leaf, [BELONGS_ELSEWHERE]);
  return touches;
}

const BELONGS_ELSEWHERE: TouchReason = {
  kind: "plan",
  strength: "soft",
  message: "what it belongs to is told otherwise",
};

/** A section above others whose brief changed: what stands below was written with the old one in view. */
function isToldOtherwise({ id, brief }: PlanNode, run: ReadRun): boolean {
  const before = run.journal.state.tree.get(id);
  return before !== undefined && before.brief !== brief && !run.texts.has(id);
}

function writtenBelow(id: string, { journal, texts }: ReadRun): string[] {
  const { tree } = journal.state;
  return [...texts.keys()].filter((leaf) => {
    const node = tree.get(leaf);
    return node !== undefined && tree.ancestorsOf(node).some((above) => above.id === id);
  });
}

interface Written {
  readonly run: ReadRun;
  readonly text: string;
}

function leafReasons(before: PlanNode, node: PlanNode, { run, text }: Written): TouchReason[] {
  const hard = (kind: TouchReason["kind"], message: string): TouchReason => ({
    kind,
    strength: "hard",
    message,
  });
  const stems = stemsOf(text);
  const missing = node.must
    .filter((id) => !before.must.includes(id))
    .flatMap((id) => run.hits.get(id) ?? [])
    .filter(({ item }) => !mentions(stems, item.accept));
  const words = run.journal.state.accepted.get(node.id)?.words ?? 0;
  const isOff =
    before.targetWords !== node.targetWords &&
    node.lock === undefined &&
    (words < LEAST_OF_TARGET * node.targetWords || words > MOST_OF_TARGET * node.targetWords);
  return [
    ...(before.brief === node.brief
      ? []
      : [hard("plan", "what belongs there is told otherwise now")]),
    ...missing.map(({ item }) => hard("plan", `has to mention “${item.text}” now`)),
    ...(isOff ? [hard("length", `has ${words} words instead of ${node.targetWords}`)] : []),
    ...(before.parent === node.parent && before.order === node.order
      ? []
      : [{ kind: "join", strength: "soft", message: "stands at another place" } as const]),
  ];
}
