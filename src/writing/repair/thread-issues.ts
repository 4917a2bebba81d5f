import type { PlanNode, WritingThread } from "../../records/index.ts";
import { canonicalJson } from "../../storage/index.ts";
import { threadsOf } from "../bible/threads.ts";
import type { JournalEntry } from "../run/journal.ts";
import type { ReadRun } from "../run/writer.ts";
import type { OpenIssue } from "../run/writing-state.ts";

/**
 * Threads that the document owes by the end of a leaf and has not closed by then. Severity 2.
 *
 * @param node - The leaf.
 * @param run - The run.
 * @returns Issues of type `thread`, in the leaf that holds the thread's due place.
 */
export function threadIssues({ span }: Pick<PlanNode, "span">, run: ReadRun): OpenIssue[] {
  return threadsOf(run, span)
    .filter((thread) => !isKept(thread, run))
    .map(({ subject, resolution, state }) => ({
      type: "thread",
      severity: 2,
      message: `${subject}: “${resolution}” is due by here and ${state === "planned" ? "was never raised" : "is still open"}.`,
    }));
}

function isKept({ state, closedIn, dueBy }: WritingThread, { journal }: ReadRun): boolean {
  if (state === "abandoned") return true;
  const closing = closedIn === undefined ? undefined : journal.state.tree.get(closedIn);
  return state === "closed" && closing !== undefined && closing.span[0] < dueBy;
}

/**
 * What to record about threads: those that are not as the journal has them.
 *
 * @param run - The run.
 * @returns One entry a thread that came on.
 */
export function threadEntries(run: ReadRun): JournalEntry[] {
  const { threads } = run.journal.state;
  return threadsOf(run)
    .filter((thread) => canonicalJson(threads.get(thread.id) ?? null) !== canonicalJson(thread))
    .map((thread) => ({ type: "thread", body: { ...thread } }));
}
