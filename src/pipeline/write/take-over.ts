import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { requireWritableFile, sha256, writeAtomically } from "../../storage/index.ts";
import {
  applyChange,
  type Brief,
  changeBrief,
  changePlan,
  isEditedPlan,
  isNoChange,
  planFileText,
  type ReadRun,
  type RunChange,
  type RunStore,
} from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { type BriefOverrides, overridesIn, readChangedBrief, withModel } from "./brief-file.ts";
import { type ImpactReport, impactReport, withRun } from "./revise-run.ts";
import { findWritingRun, readWritingRun, type WritingRun } from "./writing-run.ts";

/** Name of the plan in a run's folder. */
const PLAN_FILE = "plan.yaml";

/** What a run may take over before it goes on. */
export interface TakeOver extends BriefOverrides {
  /** A changed brief. */
  readonly brief?: string;
  /** A plan file in place of the one in the run's folder. */
  readonly plan?: string;
  /** Whether written parts that a change touches may be written anew. @defaultValue false */
  readonly acceptChanges?: boolean;
}

/**
 * Where a run's plan stands as a file.
 *
 * @param run - The run.
 * @returns The path.
 */
export function planPath({ folder }: Pick<WritingRun, "folder">): string {
  return join(folder.path, PLAN_FILE);
}

/**
 * Takes an edited plan and a changed brief over into a run; what they touch is to be written anew.
 *
 * @param run - The run.
 * @param wanted - The files.
 * @param context - Gets messages.
 * @returns The brief that holds now.
 * @throws LonghandError `changes-not-accepted`, naming what would be written anew, unless that is
 *   accepted; `invalid-plan`, `stale-plan`, `invalid-brief`.
 */
export async function takeOver(
  run: WritingRun,
  wanted: TakeOver,
  context: RunContext,
): Promise<Brief> {
  const path = wanted.plan ?? planPath(run);
  const yaml = await planText(path, wanted.plan !== undefined);
  const isEdited = yaml !== undefined && (wanted.plan !== undefined || isEditedPlan(yaml));
  const isOther = wanted.brief !== undefined || wanted.model !== undefined;
  if (!isEdited && !isOther) return (await readWritingRun(run, context)).brief;
  return await withRun(run.folder.path, context, async (open) => {
    const taking: Taking = { run, open, wanted, context };
    if (isEdited) await takePlan(yaml, path, taking);
    if (isOther) await takeBrief(taking);
    await writeAtomically(planPath(run), planFileText(open, run.folder.name));
    return open.journal.state.revision.brief ?? open.brief;
  });
}

async function planText(path: string, isNamed: boolean): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    if (!isNamed) return undefined;
    throw new LonghandError(`${path} cannot be read.`, {
      code: "invalid-plan",
      hint: "Name a plan file; `longhand writing plan RUN` writes one.",
      details: { file: path },
      cause,
    });
  }
}

interface Taking {
  readonly run: WritingRun;
  readonly open: ReadRun & { readonly store: RunStore };
  readonly wanted: TakeOver;
  readonly context: RunContext;
}

async function takePlan(yaml: string, path: string, taking: Taking): Promise<void> {
  const { revision } = taking.open.journal.state;
  // A kill after the journal's line left the file as it was: it is taken over already.
  if (revision.planFile === sha256(yaml)) return;
  await take(changePlan(yaml, path, taking.open), "plan", taking);
}

async function takeBrief(taking: Taking): Promise<void> {
  const { open, run, wanted } = taking;
  const before = open.journal.state.revision.brief ?? open.brief;
  const { brief: file, model } = wanted;
  const { overrides = {} } = run.manifest;
  const known = { brief: before, overrides, given: overridesIn(wanted) };
  const after =
    file === undefined
      ? withModel(before, model ?? before.model)
      : await readChangedBrief(file, known, taking.context);
  await take(changeBrief(open, after), "brief", taking);
}

async function take(change: RunChange, what: "plan" | "brief", taking: Taking): Promise<void> {
  const { open, run, wanted, context } = taking;
  if (isNoChange(change)) return;
  const report = impactReport(run.folder.name, open, change);
  const needed = what === "brief" || report.total.leaves + report.lockedLeaves > 0;
  if (needed && wanted.acceptChanges !== true) throw notAccepted(report, what);
  for (const text of [...report.differences, ...report.notes]) {
    context.onProgress({ kind: "message", text });
  }
  await applyChange(open, change, { choose: ["fix", "retcon"] });
}

function notAccepted(report: ImpactReport, what: "plan" | "brief"): LonghandError {
  const { differences, notes, total, lockedLeaves } = report;
  const hard = report.touched.filter(({ strength }) => strength === "hard");
  const lines = hard.map(({ node, place, lock, words, reasons }) => {
    const kept = lock === "whole" ? "locked, stays" : `${words} words anew`;
    return `  part ${place} (${node}), ${kept}: ${reasons[0]?.message ?? ""}`;
  });
  const locked = lockedLeaves === 0 ? "" : `; ${lockedLeaves} locked`;
  return new LonghandError(
    [
      `The ${what} has changed; nothing was taken over.`,
      ...differences.map((line) => `  ${line}`),
      ...notes.map((line) => `  ${line}`),
      `To be written anew: ${total.leaves} parts with ${total.words} words, about ${total.calls} calls, ${total.in} tokens read and ${total.out} written${locked}.`,
      ...lines,
    ].join("\n"),
    {
      code: "changes-not-accepted",
      hint: "Give --accept-changes to take it over and go on.",
      details: { differences, dirty: hard.map(({ node }) => node), total },
    },
  );
}

/**
 * Takes a plan file over into a run, or writes the run's plan anew; an edited file that is there is kept
 * beside it.
 *
 * @param name - The run.
 * @param options - The plan file, if one is to be taken over, whether it may have written parts written anew,
 *   and where a copy of the plan goes.
 * @param context - Where runs are.
 * @returns Name of the run, the path of its plan file, and that of the copy.
 * @throws LonghandError as `takeOver` does; `not-writable`.
 */
export async function planOfRun(
  name: string,
  options: Pick<TakeOver, "plan" | "acceptChanges"> & { readonly out?: string },
  context: RunContext,
): Promise<{ readonly run: string; readonly path: string; readonly planCopy?: string }> {
  const run = await findWritingRun(name, context);
  const path = planPath(run);
  if (options.out !== undefined) await requireWritableFile(options.out);
  if (options.plan === undefined) await renewPlan(run, context);
  else await takeOver(run, options, context);
  return { run: run.folder.name, path, ...(await copyPlan(run, options.out)) };
}

async function renewPlan(run: WritingRun, context: RunContext): Promise<void> {
  const path = planPath(run);
  const there = await planText(path, false);
  if (there !== undefined && isEditedPlan(there)) {
    const kept = join(run.folder.path, `plan.edited-${sha256(there).slice(0, 8)}.yaml`);
    await writeAtomically(kept, there);
    context.onProgress({ kind: "message", text: `Your plan is kept as ${kept}` });
  }
  await writeAtomically(path, planFileText(await readWritingRun(run, context), run.folder.name));
}

/**
 * Writes a run's plan as a file, unless somebody is editing the one that is there.
 *
 * @param run - The run.
 * @param read - What its journal says.
 */
export async function keepPlanFile(run: WritingRun, read: ReadRun): Promise<void> {
  if (read.journal.state.tree.root === undefined) return;
  const path = planPath(run);
  const there = await planText(path, false);
  const text = planFileText(read, run.folder.name);
  if (there === text || (there !== undefined && isEditedPlan(there))) return;
  await writeAtomically(path, text);
}

/**
 * Puts a copy of a run's plan file where it was asked for. It can be given back with `resume RUN --plan FILE`.
 *
 * @param run - The run; its plan is written.
 * @param out - Where to; `undefined` for no copy.
 * @returns The copy's absolute path, if there is one.
 */
export async function copyPlan(
  run: WritingRun,
  out: string | undefined,
): Promise<{ readonly planCopy?: string }> {
  if (out === undefined) return {};
  const planCopy = resolve(out);
  await writeAtomically(planCopy, await readFile(planPath(run), "utf8"));
  return { planCopy };
}
