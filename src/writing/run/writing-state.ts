import type { JournalLine, PlanNode, WritingThread } from "../../records/index.ts";
import { type FactBook, openFactBook, type SaidFacts } from "../bible/fact-book.ts";
import { PlanTree } from "../plan/plan-tree.ts";
import type { AcceptedLeaf, OpenIssue, WritingPhase } from "./accepted-leaf.ts";
import {
  applyRevision,
  emptyRevision,
  failDirty,
  type RevisionState,
  settleDirty,
} from "./revision-state.ts";

export type { AcceptedLeaf, OpenIssue, TextQuote, WritingPhase } from "./accepted-leaf.ts";

/** Everything that a journal says, up to its last whole decision. */
export interface WritingState {
  /** The plan so far. */
  readonly tree: PlanTree;
  /** Accepted leaves by id. */
  readonly accepted: Map<string, AcceptedLeaf>;
  /** Leaves that could not be written, with the reason. */
  readonly failed: Map<string, string>;
  /** What accepted texts say. */
  readonly book: FactBook;
  /** Tokens read and written by all calls. */
  readonly tokens: { in: number; out: number };
  /** Of these, those of making the plan. */
  readonly planTokens: { in: number; out: number };
  /** Of these, those of checks by the model. */
  readonly checkTokens: { in: number; out: number };
  /** Highest version of each leaf's text so far, by id. */
  readonly versions: Map<string, number>;
  /** How often in a row each leaf could not be written, by id. */
  readonly failures: Map<string, number>;
  /** Leaves that were written anew because the one after them failed, by the id of that one. */
  readonly reopened: Map<string, string>;
  /** Tries to mend since drafting ended, by leaf and issue. */
  readonly tries: Map<string, number>;
  /** Leaves whose text changed after drafting, until what depends on it is checked again. */
  readonly recheck: Set<string>;
  /** Rounds of changes to earlier text, and the issues that this one is about, by leaf and issue. */
  back: { readonly round: number; readonly issues: ReadonlySet<string>; readonly kept: number };
  /** Words of earlier text changed for later text since drafting ended. */
  editedWords: number;
  /** Whether the budget is so far spent that one draft of each leaf must do. */
  saving: boolean;
  /** What the run is at. */
  phase: WritingPhase;
  /** Calls that came to their end. */
  calls: number;
  /** Calls that gave nothing usable. */
  failedCalls: number;
  /** Whether the plan is complete. */
  planned: boolean;
  /** Whether the whole document was exported after its last leaf. */
  finished: boolean;
  /** Whether the run was given up. */
  cancelled: boolean;
  /** What the model was asked about each leaf's text last, by id: the name of the question. */
  readonly modelChecks: Map<string, string>;
  /** Promises of the document by id, as far as they had come when they were last recorded. */
  readonly threads: Map<string, WritingThread>;
  /** What was changed by hand, and what is to be done about it. */
  readonly revision: RevisionState;
}

/**
 * A run of which nothing is known yet.
 *
 * @returns The empty state.
 */
export function emptyState(): WritingState {
  return {
    tree: new PlanTree(),
    accepted: new Map(),
    failed: new Map(),
    book: openFactBook(),
    tokens: { in: 0, out: 0 },
    planTokens: { in: 0, out: 0 },
    checkTokens: { in: 0, out: 0 },
    versions: new Map(),
    failures: new Map(),
    reopened: new Map(),
    tries: new Map(),
    recheck: new Set(),
    back: { round: 0, issues: new Set(), kept: 0 },
    editedWords: 0,
    saving: false,
    phase: "draft",
    calls: 0,
    failedCalls: 0,
    planned: false,
    finished: false,
    cancelled: false,
    modelChecks: new Map(),
    threads: new Map(),
    revision: emptyRevision(),
  };
}

/** Tries to mend an issue, at most. */
export const MAX_TRIES = 2;

/** Types that only prepare a decision: without the decision after them they count for nothing yet. */
const PREPARING: ReadonlySet<string> = new Set([
  "call",
  "candidate",
  "score",
  "check",
  "repair",
  "fact",
  "thread",
]);

/**
 * Tells whether a line completes a decision.
 *
 * @param line - A line of the journal.
 * @returns Whether everything up to it is to be taken as done.
 */
export function isDecision({ type }: Pick<JournalLine, "type">): boolean {
  return !PREPARING.has(type);
}

/**
 * Takes over what a line says.
 *
 * @param state - The state; it is changed.
 * @param line - The line.
 */
export function applyLine(state: WritingState, line: Pick<JournalLine, "type" | "body">): void {
  const { type, body } = line;
  switch (type) {
    case "node":
      for (const node of body["nodes"] as readonly PlanNode[]) state.tree.put(node);
      return;
    case "planned":
      state.planned = true;
      return;
    case "call":
      applyCall(state, body);
      return;
    case "accept":
      applyAcceptance(state, body as unknown as AcceptedLeaf);
      return;
    case "thread":
      state.threads.set(String(body["id"]), body as unknown as WritingThread);
      return;
    case "fact":
      state.book.propose(String(body["node"]), body as unknown as SaidFacts);
      return;
    case "fail":
      applyFailure(state, body);
      return;
    case "phase":
      applyPhase(state, body);
      return;
    case "repair":
      applyRepair(state, body);
      return;
    case "check":
      applyCheck(state, body);
      return;
    case "edit":
      applyRevision(state, line);
      for (const { node } of (body["leaves"] ?? []) as readonly AcceptedLeaf[]) {
        state.book.accept(node);
      }
      for (const id of (body["removed"] ?? []) as readonly string[]) state.book.retire(id);
      return;
    case "lock":
    case "dirty":
    case "waive":
    case "close":
      applyRevision(state, line);
      return;
    case "spend":
      state.saving = body["saving"] === true;
      return;
    case "export":
      state.finished = true;
      return;
    case "cancel":
      state.cancelled = true;
      return;
    default:
      return;
  }
}

function applyAcceptance(state: WritingState, leaf: AcceptedLeaf): void {
  state.accepted.set(leaf.node, leaf);
  state.versions.set(leaf.node, leaf.version);
  state.failed.delete(leaf.node);
  state.failures.delete(leaf.node);
  settleDirty(state, leaf.node);
  state.book.accept(leaf.node);
  if (state.phase !== "draft") state.recheck.add(leaf.node);
  state.finished = false;
}

function applyFailure(state: WritingState, body: JournalLine["body"]): void {
  const node = String(body["node"]);
  if (failDirty(state, node, String(body["reason"]))) return;
  state.failed.set(node, String(body["reason"]));
  state.failures.set(node, (state.failures.get(node) ?? 0) + 1);
}

function applyPhase(state: WritingState, body: JournalLine["body"]): void {
  state.phase = body["name"] as WritingPhase;
  if (state.phase === "back") {
    const issues = new Set(body["issues"] as readonly string[]);
    state.back = { round: Number(body["round"]), issues, kept: 0 };
  }
  if (state.phase !== "draft") return;
  // Leaves are open again: what was tried before says nothing about their new texts.
  state.tries.clear();
  state.reopened.clear();
  state.failures.clear();
  state.recheck.clear();
  state.editedWords = 0;
}

function applyRepair(state: WritingState, body: JournalLine["body"]): void {
  const node = String(body["node"]);
  if (body["reopenedFor"] !== undefined) {
    state.reopened.set(String(body["reopenedFor"]), node);
    return;
  }
  const tried = triesKey(node, String(body["issue"]));
  const before = state.tries.get(tried) ?? 0;
  state.tries.set(tried, body["last"] === true ? MAX_TRIES : before + 1);
  if (body["kept"] !== true || body["backward"] !== true) return;
  state.editedWords += Number(body["words"]);
  state.back = { ...state.back, kept: state.back.kept + 1 };
}

/** Issues as they are now; they may have changed with another leaf. */
function applyCheck(state: WritingState, { node, issues, model }: JournalLine["body"]): void {
  if (model !== undefined) {
    state.modelChecks.set(String(node), String((model as { readonly asked: string }).asked));
  }
  if (issues === undefined) {
    state.recheck.delete(String(node));
    return;
  }
  const leaf = state.accepted.get(String(node));
  if (leaf === undefined) return;
  state.accepted.set(leaf.node, { ...leaf, issues: issues as readonly OpenIssue[] });
}

/**
 * Number of the next version of a leaf's text.
 *
 * @param state - The run.
 * @param node - Id of the leaf.
 * @returns 1 for a leaf that never had a text.
 */
export function nextVersion(
  { versions, accepted }: Pick<WritingState, "versions" | "accepted">,
  node: string,
): number {
  return Math.max(versions.get(node) ?? 0, accepted.get(node)?.version ?? 0) + 1;
}

/**
 * Under which name tries to mend an issue are counted.
 *
 * @param node - Id of the leaf.
 * @param issue - Name of the issue in it.
 * @returns The name.
 */
export function triesKey(node: string, issue: string): string {
  return `${node}|${issue}`;
}

function applyCall(state: WritingState, body: JournalLine["body"]): void {
  if (body["status"] !== "generated") {
    state.failedCalls += 1;
    return;
  }
  state.calls += 1;
  const own = { plan: state.planTokens, check: state.checkTokens }[String(body["stage"])];
  const sums = own === undefined ? [state.tokens] : [state.tokens, own];
  for (const sum of sums) {
    sum.in += Number(body["in"]);
    sum.out += Number(body["out"]);
  }
}
