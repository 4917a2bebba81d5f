import type { JournalLine, PlanNode } from "../../records/index.ts";
import type { AuthorFact, Brief } from "../brief/brief.ts";
import type { PlanTree } from "../plan/plan-tree.ts";
import type { AcceptedLeaf, WritingPhase } from "./accepted-leaf.ts";

/** Why a change touches a leaf. */
export interface TouchReason {
  /**
   * `value`: the text holds what is no longer so. `plan`: what is asked of the leaf changed. `avoid`: the
   * text holds what is forbidden now. `length`: its words do not fit its new target. `language`: it is
   * written in another one. `model`, `template`: it was written with another one. `named`: it names what the change
   * is about, without the old value. `join`: the leaf beside it changed. `above`: what it belongs to changed.
   */
  readonly kind:
    | "value"
    | "plan"
    | "avoid"
    | "length"
    | "language"
    | "model"
    | "template"
    | "named"
    | "join"
    | "above";
  /** `hard`: the text is wrong now. `soft`: only its joins and facts are to be looked at again. */
  readonly strength: "hard" | "soft";
  /** In words. */
  readonly message: string;
  /** The words of the text that it is about; absent if it is about no words. */
  readonly quote?: string;
  /** The fact as it was, for a text that holds its old value. */
  readonly fact?: AuthorFact;
}

/** A leaf that a change touches and about which nobody has decided yet. */
export interface Conflict {
  /** Id of the leaf. */
  readonly node: string;
  /** Number of the edit that touched it, from 1. */
  readonly edit: number;
  /** What was changed, in words. */
  readonly change: string;
  /** Whether it stands before or after the place of the change. */
  readonly side: "earlier" | "later";
  /** Why it is touched. */
  readonly reasons: readonly TouchReason[];
  /** What it waited for before this change touched it, too; it goes on waiting for that. @defaultValue nothing */
  readonly earlier?: Conflict;
}

/** A leaf that is to be written anew. */
export interface DirtyLeaf {
  /** Id of the leaf. */
  readonly node: string;
  /** What was chosen: `fix` for a later text, `retcon` for an earlier one, `redo` for the plan's own changes. */
  readonly choice: "fix" | "retcon" | "redo";
  /** What was changed, in words. */
  readonly change: string;
  /** Why. */
  readonly reasons: readonly TouchReason[];
  /** SHA-256 of the text that it has. */
  readonly textHash: string;
}

/** Words of a leaf that are never rewritten, while the rest of it may be. */
export interface LockedSpan {
  /** The words, as they stand. */
  readonly quote: string;
  /** Where they begin in the text, in UTF-16 units; the nearest place of the quote counts. */
  readonly start: number;
}

/** Something wrong that the author accepts. */
export interface Waiver {
  /** Id of the leaf. */
  readonly node: string;
  /** Type of the issue; `conflict` for a change that was not followed. */
  readonly type: string;
  /** The issue's message, or the change. */
  readonly message: string;
  /** Why it is meant. */
  readonly reason: string;
  /** Number of the edit that is not followed, for type `conflict`. @defaultValue all that the leaf waits for */
  readonly edit?: number;
}

/** What was changed by hand in a run, and what is still to be done about it. */
export interface RevisionState {
  /** The brief as it is now; absent while it is the one that the run began with. */
  brief?: Brief;
  /** Edits so far. */
  edits: number;
  /** Leaves that are to be written anew. */
  readonly dirty: Map<string, DirtyLeaf>;
  /** Leaves made dirty since there was last none: what one resumed command may rewrite. */
  readonly batch: Set<string>;
  /** Leaves that nobody has decided about. */
  readonly conflicts: Map<string, Conflict>;
  /** Locked words of leaves that are not locked as a whole. */
  readonly spans: Map<string, readonly LockedSpan[]>;
  /** What the author accepts. */
  readonly waivers: Waiver[];
  /** Leaves that were accepted when something was changed last and that nobody chose: they stay as they are. */
  readonly kept: Set<string>;
  /** SHA-256 of the plan file that was taken over last; absent if none was. */
  planFile?: string;
  /** Versions of templates and model that the run goes on with, although its texts are of others. */
  goesOnWith?: Readonly<Record<string, string>>;
  /** Whether the author has closed the document. */
  closed: boolean;
  /** How often accepted leaves went: what was worked out from them before is to be worked out anew. */
  forgotten: number;
}

/** What a line of type `edit` says: one command's changes, all or nothing. */
export interface EditBody {
  /** Number of the edit, from 1. */
  readonly edit: number;
  /** What was changed, in words. */
  readonly change: string;
  /** Leaves with the author's text. @defaultValue none */
  readonly leaves?: readonly AcceptedLeaf[];
  /** Nodes that changed or are new. @defaultValue none */
  readonly nodes?: readonly PlanNode[];
  /** Ids of nodes that are gone. @defaultValue none */
  readonly removed?: readonly string[];
  /** Locked words by leaf; replaces those that the leaf had. @defaultValue none */
  readonly spans?: Readonly<Record<string, readonly LockedSpan[]>>;
  /** The changed brief. @defaultValue it stays */
  readonly brief?: Brief;
  /** SHA-256 of the plan file that was taken over. @defaultValue none was */
  readonly planFile?: string;
  /** Leaves whose joins and facts are to be looked at again. @defaultValue none */
  readonly recheck?: readonly string[];
  /** Leaves that are touched and undecided. @defaultValue none */
  readonly conflicts?: readonly Conflict[];
}

/**
 * A run in which nothing was changed by hand.
 *
 * @returns The empty state.
 */
export function emptyRevision(): RevisionState {
  return {
    edits: 0,
    dirty: new Map(),
    batch: new Set(),
    conflicts: new Map(),
    spans: new Map(),
    waivers: [],
    kept: new Set(),
    closed: false,
    forgotten: 0,
  };
}

/** The parts of a run's state that a change by hand may touch. */
interface Changeable {
  readonly tree: PlanTree;
  readonly accepted: Map<string, AcceptedLeaf>;
  readonly failed: Map<string, string>;
  readonly revision: RevisionState;
  readonly versions: Map<string, number>;
  readonly recheck: Set<string>;
  phase: WritingPhase;
  finished: boolean;
}

/**
 * Takes over a line about a change by hand.
 *
 * @param state - The run; it is changed.
 * @param line - A line of type `edit`, `lock`, `dirty`, `waive` or `close`.
 */
export function applyRevision(
  state: Changeable,
  { type, body }: Pick<JournalLine, "type" | "body">,
): void {
  switch (type) {
    case "edit":
      applyEdit(state, body as unknown as EditBody);
      return;
    case "lock":
      applyLock(state, body as unknown as LockBody);
      return;
    case "dirty":
      applyDirty(state, body as unknown as DirtyBody);
      return;
    case "waive":
      if (body["goesOnWith"] === undefined) applyWaiver(state, body as unknown as Waiver);
      else state.revision.goesOnWith = body["goesOnWith"] as Readonly<Record<string, string>>;
      return;
    case "close":
      state.revision.closed = true;
      return;
    default:
      return;
  }
}

/**
 * Tells whether a text may be changed by anyone but the author: not if it is locked, as a whole or in
 * part, and not if it was accepted before a change by hand that did not choose it.
 *
 * @param state - The run.
 * @param node - The leaf.
 * @returns Whether it may.
 */
export function mayRewrite(
  { tree, revision }: { readonly tree: PlanTree; readonly revision: RevisionState },
  node: string,
): boolean {
  if (tree.get(node)?.lock !== undefined || revision.spans.has(node)) return false;
  return !revision.kept.has(node);
}

/**
 * Takes over that a leaf was accepted: it is no longer dirty.
 *
 * @param state - The run; it is changed.
 * @param node - The leaf.
 */
export function settleDirty({ revision }: Pick<Changeable, "revision">, node: string): void {
  revision.dirty.delete(node);
}

/**
 * Takes over that a dirty leaf could not be written anew: its old text stays, and says so.
 *
 * @param state - The run; it is changed.
 * @param node - The leaf.
 * @param reason - Why.
 * @returns Whether the leaf was dirty; if not, nothing was done.
 */
export function failDirty(state: Changeable, node: string, reason: string): boolean {
  const { revision, accepted } = state;
  const leaf = accepted.get(node);
  const dirty = revision.dirty.get(node);
  if (leaf === undefined || dirty === undefined) return false;
  revision.dirty.delete(node);
  const message = `Could not be written anew after “${dirty.change}”: ${reason}.`;
  const issue = { type: "stale", severity: 4, message };
  accepted.set(node, { ...leaf, issues: [...leaf.issues, issue] });
  return true;
}

function applyEdit(state: Changeable, body: EditBody): void {
  const { revision } = state;
  revision.edits = body.edit;
  revision.closed = false;
  state.finished = false;
  applyPlan(state, body);
  for (const leaf of body.leaves ?? []) applyAuthorLeaf(state, leaf);
  for (const [node, spans] of Object.entries(body.spans ?? {})) revision.spans.set(node, spans);
  Object.assign(revision, present(body));
  for (const conflict of body.conflicts ?? []) {
    const earlier = revision.conflicts.get(conflict.node);
    const waiting = earlier === undefined ? conflict : { ...conflict, earlier };
    revision.conflicts.set(conflict.node, waiting);
  }
  for (const id of body.recheck ?? []) state.recheck.add(id);
  // A finished document is only looked at again; what is to be written anew begins a new draft.
  if (state.phase === "done") state.phase = "fit";
  keepOthers(state);
}

function present({ brief, planFile }: EditBody): Pick<RevisionState, "brief" | "planFile"> {
  return {
    ...(brief === undefined ? {} : { brief }),
    ...(planFile === undefined ? {} : { planFile }),
  };
}

function applyPlan(state: Changeable, { nodes = [], removed = [] }: EditBody): void {
  const { revision, tree, accepted, failed } = state;
  for (const node of nodes) tree.put(node);
  const maps = [accepted, failed, revision.dirty, revision.conflicts, revision.spans];
  for (const id of removed) {
    revision.forgotten += 1;
    tree.remove(id);
    for (const map of maps) map.delete(id);
  }
}

function applyAuthorLeaf(state: Changeable, leaf: AcceptedLeaf): void {
  const { accepted, failed, revision, versions } = state;
  accepted.set(leaf.node, leaf);
  versions.set(leaf.node, leaf.version);
  failed.delete(leaf.node);
  for (const map of [revision.dirty, revision.conflicts, revision.spans]) map.delete(leaf.node);
}

/** Everything accepted stays as it is, but for what was chosen. */
function keepOthers({ accepted, revision }: Changeable): void {
  revision.kept.clear();
  for (const id of accepted.keys()) if (!revision.dirty.has(id)) revision.kept.add(id);
}

/** What a line of type `lock` says. */
interface LockBody {
  readonly nodes: readonly string[];
  readonly action: "lock" | "unlock";
  readonly span?: LockedSpan;
}

function applyLock(state: Changeable, { nodes, action, span }: LockBody): void {
  const { tree, revision } = state;
  for (const id of nodes) {
    const node = tree.get(id);
    if (node === undefined) continue;
    if (span !== undefined) {
      applySpanLock(state, id, { action, span });
      continue;
    }
    const { lock: _, ...unlocked } = node;
    tree.put(action === "lock" ? { ...unlocked, lock: "author" } : unlocked);
    if (action === "unlock") revision.spans.delete(id);
  }
}

function applySpanLock(
  { revision }: Changeable,
  id: string,
  { action, span }: { readonly action: LockBody["action"]; readonly span: LockedSpan },
): void {
  const others = (revision.spans.get(id) ?? []).filter(({ quote }) => quote !== span.quote);
  const kept = action === "lock" ? [...others, span] : others;
  if (kept.length > 0) revision.spans.set(id, kept);
  else revision.spans.delete(id);
}

/** What a line of type `dirty` says. */
interface DirtyBody {
  /** Leaves to write anew. */
  readonly leaves?: readonly DirtyLeaf[];
  /** Leaves about which was decided that nothing is to be done. */
  readonly settled?: readonly string[];
  /** Leaves whose text is lost: they count as never written. */
  readonly lost?: readonly string[];
}

function applyDirty(state: Changeable, { leaves = [], settled = [], lost = [] }: DirtyBody): void {
  const { revision, accepted } = state;
  if (revision.dirty.size === 0 && leaves.length > 0) revision.batch.clear();
  for (const leaf of leaves) {
    revision.dirty.set(leaf.node, leaf);
    revision.batch.add(leaf.node);
    revision.conflicts.delete(leaf.node);
  }
  for (const id of settled) revision.conflicts.delete(id);
  for (const id of lost) {
    revision.forgotten += 1;
    accepted.delete(id);
    revision.dirty.delete(id);
    forgetText(state, id);
  }
  if (leaves.length + lost.length === 0) return;
  state.finished = false;
  revision.closed = false;
  keepOthers(state);
}

/** A text that is lost is locked no longer; the part is written anew unless the author gives it a text. */
function forgetText({ tree, revision }: Changeable, id: string): void {
  revision.spans.delete(id);
  const node = tree.get(id);
  if (node === undefined) return;
  const { lock: _, textHash: __, ...open } = node;
  tree.put(open);
}

/** What an earlier change touched still waits where only a later one is waived. */
function settleConflict({ conflicts }: RevisionState, { node, edit }: Waiver): void {
  const earlier = edit === undefined ? undefined : conflicts.get(node)?.earlier;
  if (earlier === undefined) conflicts.delete(node);
  else conflicts.set(node, earlier);
}

/**
 * A conflict and those that it came on top of.
 *
 * @param conflict - The newest one.
 * @returns All of them, the newest first.
 */
export function withEarlier(conflict: Conflict): Conflict[] {
  const { earlier } = conflict;
  return [conflict, ...(earlier === undefined ? [] : withEarlier(earlier))];
}

function applyWaiver({ revision, accepted }: Changeable, waiver: Waiver): void {
  revision.waivers.push(waiver);
  if (waiver.type === "conflict") settleConflict(revision, waiver);
  const leaf = accepted.get(waiver.node);
  if (leaf === undefined) return;
  const issues = leaf.issues.filter(
    ({ type, message }) => type !== waiver.type || message !== waiver.message,
  );
  accepted.set(waiver.node, { ...leaf, issues });
}
