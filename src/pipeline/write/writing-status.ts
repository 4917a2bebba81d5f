import { LonghandError } from "../../foundation/index.ts";
import {
  type Conflict,
  type DirtyLeaf,
  openReadOnlyRunStore,
  outcomeOf,
  type Reestimate,
  reestimateWriting,
  type Waiver,
  type WritingOutcome,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { type NodeStatus, nodeStatuses } from "./node-status.ts";
import { type RefusedDrafts, refusedDrafts } from "./refused-drafts.ts";
import { planPath } from "./take-over.ts";
import { type VoiceReport, voiceOfRun } from "./voice-report.ts";
import { findWritingRun, readWritingRun } from "./writing-run.ts";

/** How far a run is. */
export interface WritingRunStatus extends WritingOutcome {
  /** Name of the run. */
  readonly run: string;
  /** Whether its plan is complete. */
  readonly planned: boolean;
  /** Whether it was given up. */
  readonly cancelled: boolean;
  /** Calls that came to their end, and those that gave nothing usable. */
  readonly calls: { readonly finished: number; readonly failed: number };
  /** What it will have taken in the end, from what it took so far; absent before five leaves are written. */
  readonly reestimate?: Reestimate;
  /** Words of the text so far that steps of an `outline` were not shown, all steps together. */
  readonly droppedWords: number;
  /** What the filters did to drafts, by fault. */
  readonly filtered: RefusedDrafts;
  /** Leaves that the next `resume` writes anew, with the reasons. */
  readonly dirty: readonly DirtyLeaf[];
  /** Leaves that a change touched and about which nobody has decided. */
  readonly undecided: readonly Conflict[];
  /** What the author accepts as it is. */
  readonly waivers: readonly Waiver[];
  /** Whether the author has closed the document. */
  readonly closed: boolean;
  /** How close it is to its author's style; absent for a brief without a profile and before the first part. */
  readonly voice?: VoiceReport;
  /** Why that cannot be told; absent where it can, and where there is nothing to tell. */
  readonly voiceFault?: string;
  /** Path of the plan as a file. */
  readonly plan: string;
  /** The plan, in reading order. */
  readonly nodes: readonly NodeStatus[];
}

/**
 * How far a run is. It may be at work meanwhile.
 *
 * @param name - The run.
 * @param context - Where runs are.
 * @returns Its state.
 * @throws LonghandError `unknown-run`, `damaged-run`.
 */
export async function writingStatus(name: string, context: RunContext): Promise<WritingRunStatus> {
  const run = await findWritingRun(name, context);
  const read = await readWritingRun(run, context);
  const { planned, cancelled, calls, failedCalls, revision, accepted } = read.journal.state;
  const reestimate = reestimateWriting(read.brief, read.journal.state);
  return {
    run: run.folder.name,
    ...outcomeOf(read),
    planned,
    cancelled,
    calls: { finished: calls, failed: failedCalls },
    ...(reestimate === undefined ? {} : { reestimate }),
    droppedWords: [...accepted.values()].reduce((sum, leaf) => sum + (leaf.droppedWords ?? 0), 0),
    filtered: refusedDrafts((await openReadOnlyRunStore(run.folder.path)).lines),
    dirty: [...revision.dirty.values()],
    undecided: [...revision.conflicts.values()],
    waivers: revision.waivers,
    closed: revision.closed,
    ...(accepted.size === 0 ? {} : await styleOf(run.folder.path, context)),
    plan: planPath(run),
    nodes: nodeStatuses(read.journal.state),
  };
}

/** A corpus that is gone by now leaves the rest of a status as it is. */
async function styleOf(
  path: string,
  context: RunContext,
): Promise<Pick<WritingRunStatus, "voice" | "voiceFault">> {
  try {
    const voice = await voiceOfRun(path, context);
    return voice === undefined ? {} : { voice };
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error;
    return { voiceFault: error.message };
  }
}
