import { LonghandError } from "../../foundation/index.ts";
import type { AuthorFact, Brief } from "../brief/brief.ts";
import { withEarlier } from "../run/revision-state.ts";
import type { ReadRun } from "../run/writer.ts";
import { withFact } from "./change-brief.ts";

/**
 * A brief in which the old value of a changed fact goes on holding up to the end of some leaves, so that
 * they are right as they stand.
 *
 * @param run - The run.
 * @param nodes - Leaves about which is to be decided; at least one of them says an old value.
 * @returns The brief.
 * @throws LonghandError `invalid-option` if no changed fact is behind them.
 */
export function redatedBrief(run: ReadRun, nodes: readonly string[]): Brief {
  const { tree, revision } = run.journal.state;
  const { brief } = run;
  const [first] = nodes;
  const old = nodes
    .flatMap((id) => {
      const conflict = revision.conflicts.get(id);
      return conflict === undefined ? [] : withEarlier(conflict);
    })
    .flatMap(({ reasons }) => reasons)
    .flatMap(({ fact }) => fact ?? [])[0];
  const spans = nodes.flatMap((id) => tree.get(id)?.span ?? []);
  const current = brief.facts.find((fact) => old !== undefined && isOther(fact, old));
  if (old === undefined || current === undefined) throw noFact(first);
  const before = { ...current, value: old.value };
  const facts = brief.facts.map((fact) => (fact === current ? before : fact));
  const redateAt = Math.max(...spans);
  return withFact({ ...brief, facts }, { fact: before, value: current.value, redateAt });
}

function isSame(left: AuthorFact, right: AuthorFact): boolean {
  return left.subject === right.subject && left.attribute === right.attribute;
}

function isOther(fact: AuthorFact, old: AuthorFact): boolean {
  return isSame(fact, old) && String(fact.value) !== String(old.value);
}

function noFact(node: string | undefined): LonghandError {
  if (node === undefined) {
    return new LonghandError("No part waits for a decision, so that nothing can be re-dated.", {
      code: "invalid-option",
      hint: "Name a fact with --fact, --value and --at to re-date it.",
    });
  }
  return new LonghandError(`No changed fact is behind what is wrong with ${node}.`, {
    code: "invalid-option",
    hint: "redate moves the stretch of a fact; choose fix, retcon or waive.",
    details: { node },
  });
}
