import {
  applyChange,
  authorFactId,
  type Choices,
  type Conflict,
  changeBrief,
  type Decision,
  type DirtyLeaf,
  decide,
  estimateWriting,
  factLine,
  factTouches,
  isHard,
  isNoChange,
  openFileRunStore,
  type ReadRun,
  type RunChange,
  type RunStore,
  readRun,
  redatedBrief,
  type TouchedLeaf,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { type ChangeRequest, nodeNamed, requestedChange } from "./revise-request.ts";
import { costOfBrief } from "./writing-models.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** What writing some leaves anew will probably take. */
export interface RewriteEstimate {
  /** Calls. */
  readonly calls: number;
  /** Tokens read. */
  readonly in: number;
  /** Tokens written. */
  readonly out: number;
  /** Leaves. */
  readonly leaves: number;
  /** Words that they have now. */
  readonly words: number;
  /** US dollars; absent where no price is known. */
  readonly costUsd?: number;
}

/** A touched leaf with what it would take to write it anew. */
export interface TouchedLeafReport extends TouchedLeaf {
  /** Whether it would have to be written anew, or only be looked at. */
  readonly strength: "hard" | "soft";
  /** What writing it anew takes; 0 for one that is only looked at. */
  readonly estimate: RewriteEstimate;
}

/** A fact of the brief, and how many leaves say it. */
export interface FactReport {
  /** Its id. */
  readonly id: string;
  /** The fact in one line. */
  readonly fact: string;
  /** Leaves whose texts say its value. */
  readonly leaves: number;
}

/** What a change touches. */
export interface ImpactReport {
  /** Name of the run. */
  readonly run: string;
  /** The change in one line; absent if none was asked for. */
  readonly change?: string;
  /** What differs, line by line. */
  readonly differences: readonly string[];
  /** What the author should know. */
  readonly notes: readonly string[];
  /** The leaves that it touches, in reading order. */
  readonly touched: readonly TouchedLeafReport[];
  /** All leaves that would have to be written anew and are not locked. */
  readonly total: RewriteEstimate;
  /** Leaves that would have to be written anew but are locked. */
  readonly lockedLeaves: number;
  /** Leaves that earlier changes touched and nobody has decided about. */
  readonly open: readonly Conflict[];
  /** Leaves that the next `resume` writes anew. */
  readonly dirty: readonly DirtyLeaf[];
  /** Facts of the brief with their ids. */
  readonly facts: readonly FactReport[];
}

/**
 * Shows what a change would touch, before anything is written or spent; without a change, what earlier
 * ones left open, and the facts.
 *
 * @param name - The run.
 * @param request - The change.
 * @param context - Where runs are.
 * @returns What it touches.
 * @throws LonghandError as `requestedChange` does; `unknown-run`, `damaged-run`.
 */
export async function previewChange(
  name: string,
  request: ChangeRequest,
  context: RunContext,
): Promise<ImpactReport> {
  const found = await findWritingRun(name, context);
  const run = await readWritingRun(found, context);
  const { overrides = {} } = found.manifest;
  const change = await requestedChange(run, { overrides, ...request }, context);
  return impactReport(found.folder.name, run, change);
}

/**
 * What a change touches, as it is reported.
 *
 * @param name - Name of the run.
 * @param run - The run.
 * @param change - The change; `undefined` for none.
 * @returns The report.
 */
export function impactReport(
  name: string,
  run: ReadRun,
  change: RunChange | undefined,
): ImpactReport {
  const { revision } = run.journal.state;
  const touched = (change?.touched ?? []).map((leaf): TouchedLeafReport => {
    const hard = isHard(leaf) && !change?.texts.has(leaf.node);
    return {
      ...leaf,
      strength: hard ? "hard" : "soft",
      estimate: rewriteEstimate(run, change, hard && leaf.lock !== "whole" ? [leaf] : []),
    };
  });
  const hard = touched.filter(({ strength }) => strength === "hard");
  const free = hard.filter(({ lock }) => lock !== "whole");
  return {
    run: name,
    ...(change === undefined ? {} : { change: change.change }),
    differences: change?.differences.map(({ message }) => message) ?? [],
    notes: change?.notes ?? [],
    touched,
    total: rewriteEstimate(run, change, free),
    lockedLeaves: hard.length - free.length,
    open: [...revision.conflicts.values()],
    dirty: [...revision.dirty.values()],
    facts: factReports(run),
  };
}

function rewriteEstimate(
  run: ReadRun,
  change: RunChange | undefined,
  leaves: readonly Pick<TouchedLeaf, "words">[],
): RewriteEstimate {
  const brief = change?.brief ?? run.brief;
  const { draft, summaries, leaves: all } = estimateWriting(brief);
  const share = leaves.length / Math.max(1, all);
  const part = (field: "calls" | "in" | "out"): number =>
    Math.round(share * (draft[field] + summaries[field]));
  const spent = { calls: part("calls"), in: part("in"), out: part("out") };
  const costUsd = costOfBrief(brief)(spent);
  const words = leaves.reduce((sum, leaf) => sum + leaf.words, 0);
  return { leaves: leaves.length, words, ...spent, ...(costUsd === undefined ? {} : { costUsd }) };
}

function factReports(run: ReadRun): FactReport[] {
  const leaves = run.journal.state.tree.leaves();
  return run.brief.facts.map((fact) => {
    const others = { ...run.brief, facts: run.brief.facts.filter((each) => each !== fact) };
    const said = leaves.filter((node) => {
      const text = run.texts.get(node.id);
      const { from = 0, to = 1 } = fact;
      if (text === undefined || node.span[0] >= to || node.span[1] <= from) return false;
      // Whatever else it were, the texts that say it now would be wrong.
      const after = { ...fact, value: "\u0000" };
      return factTouches({ before: fact, after }, { node, text }, others).some(
        ({ kind }) => kind === "value",
      );
    });
    return { id: authorFactId(fact), fact: factLine(fact), leaves: said.length };
  });
}

/** What a change did. */
export interface EditReport extends ImpactReport {
  /** Whether anything was changed. */
  readonly changed: boolean;
  /** What was decided about the leaves that it touches. */
  readonly decision: Decision;
}

/**
 * Makes a change in a run, and decides about the leaves that it touches.
 *
 * @param name - The run.
 * @param edit - The change (`request`; without one only decisions are made), and what is to be done about
 *   the leaves (`choices`; without them nothing yet).
 * @param context - Where runs are.
 * @returns What was changed and decided.
 * @throws LonghandError as `requestedChange` does; `unknown-run`, `run-locked`, `damaged-run`.
 */
export async function editRun(
  name: string,
  { request, choices }: { readonly request: ChangeRequest; readonly choices?: EditChoices },
  context: RunContext,
): Promise<EditReport> {
  const { overrides = {} } = (await findWritingRun(name, context)).manifest;
  return await withRun(name, context, async (run, runName) => {
    const asked = choices?.nodes?.map((id) => nodeNamed(run, id).id);
    const requested = await requestedChange(run, { overrides, ...request }, context);
    const isPending = requested === undefined && request.redate === true;
    const change = isPending ? pendingRedate(run, asked) : requested;
    // The parts that are named are those that the old value goes on holding for.
    const chosen = plainChoices(choices, isPending ? undefined : asked);
    if (change === undefined || isNoChange(change)) {
      // A change that changes nothing touches nothing: what waits because of others is left to wait.
      const decision = await decide(run, requested === undefined ? chosen : undefined);
      return { ...impactReport(runName, run, change), changed: false, decision };
    }
    const report = impactReport(runName, run, change);
    const decision = await applyChange(run, change, chosen);
    const { conflicts, dirty } = run.journal.state.revision;
    const left = { open: [...conflicts.values()], dirty: [...dirty.values()] };
    return { ...report, ...left, changed: true, decision };
  });
}

/** What the command line may choose; `redate` changes the brief instead of texts. */
export interface EditChoices {
  /** One or more. */
  readonly choose: readonly ("fix" | "retcon" | "waive")[];
  /** Leaves that it is chosen for. @defaultValue all */
  readonly nodes?: readonly string[];
  /** Why, for `waive`. */
  readonly reason?: string;
}

function plainChoices(
  choices: EditChoices | undefined,
  nodes: readonly string[] | undefined,
): Choices | undefined {
  if (choices === undefined || choices.choose.length === 0) return undefined;
  const { choose, reason } = choices;
  return {
    choose,
    ...(nodes === undefined ? {} : { nodes }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The old value goes on holding for leaves that wait for a decision. */
function pendingRedate(run: ReadRun, nodes: readonly string[] | undefined): RunChange {
  const { conflicts } = run.journal.state.revision;
  const ids = nodes ?? [...conflicts.keys()];
  const change = changeBrief(run, redatedBrief(run, ids));
  return { ...change, settled: ids };
}

/**
 * Opens a run for a change and closes it again.
 *
 * @param name - The run.
 * @param context - Where runs are.
 * @param work - What is done with it.
 * @returns What the work gave.
 * @throws LonghandError `unknown-run`, `run-locked`, `damaged-run`; whatever the work throws.
 */
export async function withRun<T>(
  name: string,
  context: RunContext,
  work: (run: ReadRun & { readonly store: RunStore }, runName: string) => Promise<T>,
): Promise<T> {
  const { folder, manifest } = await findWritingRun(name, context);
  const store = await openFileRunStore(folder.path, context.clock);
  try {
    const run = await readRun({ brief: manifest.brief, store, clock: context.clock });
    return await work({ ...run, store }, folder.name);
  } finally {
    await store.close();
  }
}
