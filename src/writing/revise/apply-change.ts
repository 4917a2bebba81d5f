import { LonghandError } from "../../foundation/index.ts";
import { bibleOf } from "../bible/bible.ts";
import { proposedFacts } from "../bible/propose-facts.ts";
import { readsLanguage } from "../check/language.ts";
import type { JournalEntry } from "../run/journal.ts";
import {
  type Conflict,
  type DirtyLeaf,
  type EditBody,
  withEarlier,
} from "../run/revision-state.ts";
import type { RunStore } from "../run/run-store.ts";
import type { ReadRun } from "../run/writer.ts";
import { isHard, isNoChange, type RunChange } from "./run-change.ts";

/**
 * What may be done about a leaf that a change touches. `fix`: it is written anew if it stands after the
 * change. `retcon`: it is written anew if it stands before. `waive`: it stays, with a reason.
 */
export type Choice = "fix" | "retcon" | "waive";

/** What is chosen, and for which leaves. */
export interface Choices {
  /** One or more. */
  readonly choose: readonly Choice[];
  /** Ids of the leaves that it is chosen for. @defaultValue all that it may be chosen for */
  readonly nodes?: readonly string[];
  /** Why, for `waive`. */
  readonly reason?: string;
}

/** What was decided about the leaves that a change touches. */
export interface Decision {
  /** Leaves that the next `resume` writes anew. */
  readonly dirty: readonly string[];
  /** Leaves that stay, with a reason. */
  readonly waived: readonly string[];
  /** Leaves that were chosen but are locked: they stay, and stay undecided. */
  readonly locked: readonly string[];
  /** Leaves that nobody has decided about. */
  readonly open: readonly string[];
}

/** A run that can be changed. */
export interface ChangeableRun extends ReadRun {
  /** Where it is kept. */
  readonly store: RunStore;
}

/**
 * Writes a change into a run: texts first, then one line of the journal, then what was chosen. A kill in
 * between leaves the run as it was, or changed with the leaves that it touches undecided. What is chosen counts for
 * the leaves that this change touches; what waits because of earlier ones goes on waiting.
 *
 * @param run - The run, open for writing.
 * @param change - The change.
 * @param choices - What is to be done about the leaves that it touches. @defaultValue nothing yet
 * @returns What was decided.
 * @throws LonghandError `invalid-option` if `waive` has no reason; `unknown-node` for a leaf that the change does
 *   not touch. Nothing is changed then.
 */
export async function applyChange(
  run: ChangeableRun,
  change: RunChange,
  choices?: Choices,
): Promise<Decision> {
  checkChoices(choices);
  const { journal, store, texts } = run;
  const own = conflictsOf(change, journal.state.revision.edits + 1);
  const touched = own.map(({ node }) => node);
  const other = choices?.nodes?.find((node) => !touched.includes(node));
  if (other !== undefined) throw untouched(other, run);
  if (!isNoChange(change)) {
    for (const text of change.texts.values()) await store.writeBlob(text);
    const entries: JournalEntry[] = [
      ...factEntries(run, change),
      { type: "edit", body: { ...editBody(run, change) } },
    ];
    const { settled = [] } = change;
    if (settled.length > 0) entries.push({ type: "dirty", body: { settled } });
    await journal.record(entries);
    for (const [node, text] of change.texts) texts.set(node, text);
  }
  return settle(run, choices && { ...choices, nodes: choices.nodes ?? touched, isNewest: true });
}

function untouched(node: string, { journal }: ReadRun): LonghandError {
  const waits = journal.state.revision.conflicts.has(node);
  return new LonghandError(`This change does not touch ${node}; nothing was changed.`, {
    code: "unknown-node",
    hint: waits
      ? "It waits because of an earlier change: decide about it by itself, without a change."
      : "`longhand writing impact RUN` with the same change lists the parts that it touches.",
    details: { node },
  });
}

/** The leaves that are wrong after a change. */
function conflictsOf(change: RunChange, edit: number): Conflict[] {
  const own = new Set(change.leaves.map(({ node }) => node));
  return change.touched
    .filter((touched) => isHard(touched) && !own.has(touched.node))
    .map(({ node, side, reasons }): Conflict => {
      const hard = reasons.filter(({ strength }) => strength === "hard");
      return { node, edit, change: change.change, side, reasons: hard };
    });
}

/** What the author's texts say: facts that nothing may change. */
function factEntries({ journal, brief: known }: ReadRun, change: RunChange): JournalEntry[] {
  const { tree, book } = journal.state;
  const { brief = known } = change;
  if (!readsLanguage(brief)) return [];
  const bible = bibleOf(brief, book);
  return [...change.texts].flatMap(([id, text]): JournalEntry[] => {
    const node = change.nodes.find((each) => each.id === id) ?? tree.get(id);
    if (node === undefined) return [];
    const said = proposedFacts(
      text,
      { node: id, span: node.span, storyTime: node.storyTime, bible },
      "author",
    );
    if (said.facts.length + said.names.length === 0) return [];
    return [{ type: "fact", body: { node: id, ...said } }];
  });
}

function editBody({ journal }: ReadRun, change: RunChange): EditBody {
  const { nodes, removed, leaves, spans, brief, planFile } = change;
  const edit = journal.state.revision.edits + 1;
  const conflicts = conflictsOf(change, edit);
  const own = new Set(leaves.map(({ node }) => node));
  const recheck = [...own, ...change.touched.map(({ node }) => node)];
  return {
    edit,
    change: change.change,
    ...(leaves.length === 0 ? {} : { leaves }),
    ...(nodes.length === 0 ? {} : { nodes }),
    ...(removed.length === 0 ? {} : { removed }),
    ...(Object.keys(spans).length === 0 ? {} : { spans }),
    ...(brief === undefined ? {} : { brief }),
    ...(planFile === undefined ? {} : { planFile }),
    ...(recheck.length === 0 ? {} : { recheck }),
    ...(conflicts.length === 0 ? {} : { conflicts }),
  };
}

function checkChoices(choices: Choices | undefined): void {
  if (choices?.choose.includes("waive") !== true || (choices.reason ?? "").trim() !== "") return;
  throw new LonghandError("waive needs a reason.", {
    code: "invalid-option",
    hint: 'Say why the text is meant as it is: --reason "…".',
  });
}

/**
 * Decides about leaves that changes have touched.
 *
 * @param run - The run, open for writing.
 * @param choices - What is chosen. @defaultValue nothing yet
 * @returns What was decided, and what is still open.
 * @throws LonghandError `invalid-option` if `waive` has no reason; `unknown-node` for a leaf that no
 *   change touches.
 */
export async function decide(run: ChangeableRun, choices?: Choices): Promise<Decision> {
  return await settle(run, choices && { ...choices, isNewest: false });
}

/** What is chosen, and whether only for the newest change that touches a leaf. */
interface Settling extends Choices {
  readonly isNewest: boolean;
}

async function settle(run: ChangeableRun, choices: Settling | undefined): Promise<Decision> {
  checkChoices(choices);
  const { revision } = run.journal.state;
  const found = chosenConflicts(run, choices);
  const waived = found.filter(({ choice }) => choice === "waive");
  const locked = found.filter(
    ({ choice, conflict }) => choice !== "waive" && isLocked(run, conflict),
  );
  const dirty = found.filter((each) => each.choice !== "waive" && !locked.includes(each));
  const entries = waived.flatMap(({ conflict }) => waiverEntries(conflict, choices));
  if (dirty.length > 0)
    entries.push({
      type: "dirty",
      body: { leaves: dirty.flatMap((each) => dirtyLeaf(run, each)) },
    });
  if (entries.length > 0) await run.journal.record(entries);
  const ids = (list: readonly Chosen[]): string[] => list.map(({ conflict }) => conflict.node);
  return {
    dirty: ids(dirty),
    waived: ids(waived),
    locked: ids(locked),
    open: [...revision.conflicts.keys()],
  };
}

function waiverEntries(conflict: Conflict, choices: Settling | undefined): JournalEntry[] {
  const meant = choices?.isNewest === true ? [conflict] : withEarlier(conflict);
  return meant.map(({ node, edit, change: message }) => ({
    type: "waive",
    body: { node, type: "conflict", message, reason: choices?.reason ?? "", edit },
  }));
}

interface Chosen {
  readonly conflict: Conflict;
  readonly choice: Choice;
}

function chosenConflicts({ journal }: ChangeableRun, choices: Choices | undefined): Chosen[] {
  if (choices === undefined) return [];
  const { conflicts } = journal.state.revision;
  const { choose, nodes } = choices;
  for (const node of nodes ?? []) {
    if (conflicts.has(node)) continue;
    throw new LonghandError(`No change waits for a decision about ${node}.`, {
      code: "unknown-node",
      hint: "`longhand writing impact RUN` lists the parts that wait for one.",
      details: { node },
    });
  }
  return [...conflicts.values()]
    .filter(({ node }) => nodes === undefined || nodes.includes(node))
    .flatMap((conflict) => {
      const choice = choose.find((each) => suits(each, conflict));
      return choice === undefined ? [] : [{ conflict, choice }];
    });
}

function suits(choice: Choice, { side }: Conflict): boolean {
  if (choice === "waive") return true;
  return choice === "fix" ? side === "later" : side === "earlier";
}

/** A leaf with locked words may be written anew around them; one that is locked as a whole may not. */
function isLocked({ journal }: ChangeableRun, { node }: Conflict): boolean {
  return journal.state.tree.get(node)?.lock !== undefined;
}

function dirtyLeaf({ journal }: ChangeableRun, { conflict, choice }: Chosen): DirtyLeaf[] {
  const { node, change } = conflict;
  const reasons = withEarlier(conflict).flatMap((each) => each.reasons);
  const textHash = journal.state.accepted.get(node)?.textHash;
  if (textHash === undefined) return [];
  return [{ node, choice: choice === "retcon" ? "retcon" : "fix", change, reasons, textHash }];
}
