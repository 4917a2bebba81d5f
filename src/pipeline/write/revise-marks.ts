import { LonghandError } from "../../foundation/index.ts";
import {
  type ExportFormat,
  outcomeOf,
  type ReadRun,
  type WritingOutcome,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { exportWriting, type RunExports } from "./export-writing.ts";
import { nodeNamed } from "./revise-request.ts";
import { withRun } from "./revise-run.ts";

/** Below this an issue does not keep a document from being closed: 3 is a mention that is missing. */
const CLOSING_SEVERITY = 3;

/** What to lock or unlock. */
export interface LockRequest {
  /** One or more nodes: their ids, or the beginnings of them. A node above leaves stands for all of them. */
  readonly parts: readonly string[];
  /** Words of the leaf; absent for all of it. */
  readonly quote?: string;
}

/** What was locked or unlocked. */
export interface LockReport {
  /** Name of the run. */
  readonly run: string;
  /** Ids of the leaves. */
  readonly nodes: readonly string[];
  /** Words that it is about; absent for whole leaves. */
  readonly quote?: string;
}

/**
 * Locks texts against rewriting, or unlocks them. Both are kept in the journal.
 *
 * @param name - The run.
 * @param request - What, and which of both.
 * @param context - Where runs are.
 * @returns The leaves.
 * @throws LonghandError `unknown-node`; nothing is locked or unlocked unless all parts can be; `invalid-option` for a leaf without text, for words that it does
 *   not hold, and for unlocking what is not locked.
 */
export async function lockRun(
  name: string,
  request: LockRequest & { readonly action: "lock" | "unlock" },
  context: RunContext,
): Promise<LockReport> {
  const { action, quote } = request;
  return await withRun(name, context, async (run, runName) => {
    const named = request.parts.map((part) => nodeNamed(run, part).id);
    const all = named.flatMap((node) => {
      const below = leavesBelow(run, node);
      const leaves = below.filter((id) => action === "unlock" || run.texts.has(id));
      if (action === "lock")
        checkLock(run, leaves, { node, ...(quote === undefined ? {} : { quote }) });
      else checkUnlock(run, leaves, { node, ...(quote === undefined ? {} : { quote }) });
      return leaves;
    });
    const nodes = [...new Set(all)];
    const text = run.texts.get(named[0] ?? "") ?? "";
    const span =
      quote === undefined ? undefined : { quote, start: Math.max(0, text.indexOf(quote)) };
    const body = { nodes, action, ...(span === undefined ? {} : { span }) };
    await run.journal.record([{ type: "lock", body }]);
    return { run: runName, nodes, ...(quote === undefined ? {} : { quote }) };
  });
}

function leavesBelow(run: ReadRun, id: string): string[] {
  const { tree } = run.journal.state;
  const below = tree.childrenOf(id);
  return below.length === 0 ? [id] : below.flatMap((child) => leavesBelow(run, child.id));
}

/** A node that was named, and words of it. */
interface NamedPart {
  readonly node: string;
  readonly quote?: string;
}

function checkLock(run: ReadRun, nodes: readonly string[], { node, quote }: NamedPart): void {
  if (nodes.length === 0) {
    throw new LonghandError(`${node} has no text yet that could be locked.`, {
      code: "invalid-option",
      hint: "Lock it once it is written, or give it a text in plan.yaml.",
    });
  }
  if (quote === undefined || (nodes.length === 1 && run.texts.get(node)?.includes(quote))) return;
  throw new LonghandError(
    nodes.length === 1
      ? `The text of ${node} does not hold “${quote}”.`
      : `${node} is no leaf: words are locked in the leaf that holds them.`,
    { code: "invalid-option", hint: "Give the words exactly as they stand in the text." },
  );
}

function checkUnlock(run: ReadRun, nodes: readonly string[], { node, quote }: NamedPart): void {
  const { tree, revision } = run.journal.state;
  const isLocked = (id: string): boolean => {
    const spans = revision.spans.get(id) ?? [];
    if (quote !== undefined) return spans.some((span) => span.quote === quote);
    return tree.get(id)?.lock !== undefined || spans.length > 0;
  };
  if (nodes.some(isLocked)) return;
  throw new LonghandError(
    quote === undefined ? `${node} is not locked.` : `These words of ${node} are not locked.`,
    { code: "invalid-option", hint: "`longhand writing status RUN` marks locked parts." },
  );
}

/** What was waived. */
export interface WaiveReport {
  /** Name of the run. */
  readonly run: string;
  /** The leaf. */
  readonly node: string;
  /** What was wrong with it. */
  readonly message: string;
  /** Why it is meant. */
  readonly reason: string;
}

/**
 * Waives an open issue: it is meant as it is.
 *
 * @param name - The run.
 * @param request - Number of the issue in `status`, from 1, and why.
 * @param context - Where runs are.
 * @returns What was waived.
 * @throws LonghandError `invalid-option` for a number that there is not, or an empty reason.
 */
export async function waiveIssue(
  name: string,
  { issue, reason }: { readonly issue: number; readonly reason: string },
  context: RunContext,
): Promise<WaiveReport> {
  return await withRun(name, context, async (run, runName) => {
    const { issues } = outcomeOf(run);
    const found = issues[issue - 1];
    if (found === undefined || found.type === "missing" || reason.trim() === "") {
      throw new LonghandError(waiveFault(issue, issues.length, found?.type), {
        code: "invalid-option",
        hint: "`longhand writing status RUN` numbers the open issues.",
      });
    }
    const { node, type, message } = found;
    await run.journal.record([{ type: "waive", body: { node, type, message, reason } }]);
    return { run: runName, node, message, reason };
  });
}

function waiveFault(issue: number, issues: number, type: string | undefined): string {
  if (type === undefined) {
    return `There is no issue ${issue}: the run has ${issues} open ${issues === 1 ? "issue" : "issues"}.`;
  }
  if (type === "missing")
    return "A part that is missing cannot be waived: take it out of plan.yaml.";
  return "--reason must not be empty.";
}

/** What keeps a document from being closed, or where it was exported to. */
export interface CloseReport extends RunExports {
  /** Whether it is closed now. */
  readonly closed: boolean;
  /** What is still open, line by line; empty for a closed run. */
  readonly open: readonly string[];
}

/**
 * Closes a document: nothing is left to write, to decide or to mend. An edit opens it again.
 *
 * @param name - The run.
 * @param formats - Formats to export.
 * @param context - Where runs are.
 * @returns Whether it is closed; if not, what is open.
 * @throws LonghandError `unknown-run`, `run-locked`, `damaged-run`.
 */
export async function closeWriting(
  name: string,
  formats: readonly ExportFormat[],
  context: RunContext,
): Promise<CloseReport> {
  const { open, runName } = await withRun(name, context, async (run, runName) => {
    const found = openLines(run);
    if (found.length === 0) await run.journal.record([{ type: "close", body: {} }]);
    return { open: found, runName };
  });
  const closed = open.length === 0;
  const report = closed
    ? await exportWriting(runName, { formats }, context)
    : { run: runName, exports: {}, failures: [] };
  return { closed, open, ...report };
}

function openLines(run: ReadRun): string[] {
  const outcome = outcomeOf(run);
  const { dirty, conflicts } = run.journal.state.revision;
  const issues = outcome.issues.filter(({ severity }) => severity >= CLOSING_SEVERITY);
  return [
    ...statusLine(outcome),
    ...[...dirty.values()].map(({ node, change }) => `${node}: to be written anew (${change})`),
    ...[...conflicts.values()].map(({ node, change }) => `${node}: undecided (${change})`),
    ...issues.map(
      (issue) => `#${outcome.issues.indexOf(issue) + 1} ${issue.node}: ${issue.message}`,
    ),
  ];
}

function statusLine({ status }: WritingOutcome): string[] {
  return status === "open" ? ["Not every part is written."] : [];
}
