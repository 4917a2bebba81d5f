import { mayRewrite } from "../run/revision-state.ts";
import { spentShare } from "../run/spending.ts";
import type { Writer } from "../run/writer.ts";
import { MAX_TRIES, type OpenIssue, triesKey } from "../run/writing-state.ts";
import type { Mending } from "./code-repairs.ts";
import { issueKey, type RepairGround } from "./measure-leaf.ts";
import { mendIssue } from "./mend-issue.ts";
import { recheckChanged } from "./recheck.ts";

/** Issues of the joins between leaves, which the closing pass looks after. */
const CLOSING_ISSUES: ReadonlySet<string> = new Set(["join", "reference"]);
/** Issues that a change of the leaf itself cannot mend. */
const BEYOND_REPAIR: ReadonlySet<string> = new Set([
  "missing",
  "stale",
  "unplanted",
  "brief",
  "thread",
  "unchecked",
]);

/** Which issues are mended, and how far the budget may be spent. */
export interface RepairScope {
  /** Whether an issue belongs to it. */
  readonly takes: (issue: OpenIssue) => boolean;
  /** Share of the budget from which no try begins. */
  readonly mostSpent: number;
}

/** What is mended before the closing pass. */
export const REPAIRS: RepairScope = {
  takes: ({ type }) => !(CLOSING_ISSUES.has(type) || BEYOND_REPAIR.has(type)),
  mostSpent: 0.97,
};

/** What the closing pass mends. */
export const CLOSING_REPAIRS: RepairScope = {
  takes: ({ type }) => CLOSING_ISSUES.has(type),
  mostSpent: 1,
};

/**
 * Mends open issues, the gravest first, until none is left that was not tried twice or the budget says
 * so. What is next follows from the journal alone, so that a killed run goes on as it would have.
 *
 * @param ground - Run and index.
 * @param scope - Which issues.
 * @throws LonghandError `interrupted`; ModelCallError if the model cannot be reached.
 */
export async function repairDocument(ground: RepairGround, scope: RepairScope): Promise<void> {
  const { writer } = ground;
  for (;;) {
    await recheckChanged(ground);
    const mending = nextMending(writer, scope);
    if (mending === undefined || spentShare(writer) >= scope.mostSpent) return;
    await mendIssue(mending, ground);
  }
}

/** The gravest issue that may still be tried; the first of those that are alike. */
function nextMending(writer: Writer, { takes }: RepairScope): Mending | undefined {
  const { state } = writer.journal;
  const isOpen = (node: string, issue: OpenIssue): boolean =>
    takes(issue) && (state.tries.get(triesKey(node, issueKey(issue))) ?? 0) < MAX_TRIES;
  const open = state.tree.leaves().flatMap((node) => {
    const issues = state.accepted.get(node.id)?.issues ?? [];
    if (issues.length === 0 || !mayRewrite(state, node.id)) return [];
    const text = writer.texts.get(node.id) ?? "";
    return issues.filter((issue) => isOpen(node.id, issue)).map((issue) => ({ node, text, issue }));
  });
  return open.toSorted((left, right) => right.issue.severity - left.issue.severity)[0];
}
