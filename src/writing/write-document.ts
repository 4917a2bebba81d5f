import { targetWordsOf } from "./brief/brief-words.ts";
import { draftDocument } from "./draft/draft-document.ts";
import { documentWords } from "./draft/fit-document.ts";
import { requireContext } from "./estimate/check-context.ts";
import { requirePlannerContext } from "./estimate/check-planner.ts";
import { type MustCoverage, mustCoverage } from "./export/must-coverage.ts";
import { makePlan } from "./plan/make-plan.ts";
import { finishDocument } from "./repair/finish-document.ts";
import type { Writer } from "./run/writer.ts";
import type { OpenIssue } from "./run/writing-state.ts";

import { stepStrategyOf } from "./strategies/step-strategy.ts";
import { writeSteps } from "./strategies/write-steps.ts";

/** A leaf counts as in length up to this distance from its target. */
const LEAF_TOLERANCE = 0.15;

/** What a run came to so far. */
export interface WritingOutcome {
  /** `complete`; `failed`: leaves are missing; `partial`: stopped by its budget; `open`: not finished. */
  readonly status: "complete" | "failed" | "partial" | "open";
  /** Words written. */
  readonly words: number;
  /** Words asked for. */
  readonly targetWords: number;
  /** Leaves of the plan. */
  readonly leaves: number;
  /** Leaves within 15 % of the length asked of them: their plan's, with what leaves before them were over or under. */
  readonly leavesWithin15: number;
  /** Leaves within 15 % of the length that the plan gave them. */
  readonly leavesWithin15OfPlan: number;
  /** Leaves that could not be written. */
  readonly failedLeaves: number;
  /** Mentions. */
  readonly must: MustCoverage;
  /** Tokens of all calls. */
  readonly tokens: { readonly in: number; readonly out: number };
  /** What is wrong and was not mended, the gravest first. */
  readonly issues: readonly (OpenIssue & { readonly node: string })[];
}

/**
 * Plans and writes a document, or goes on where a run was stopped. A finished run makes no call.
 *
 * @param writer - The open run.
 * @returns What it came to.
 * @throws LonghandError `interrupted`, `context-too-small`; ModelCallError if a model cannot be reached.
 *
 * @example
 * ```ts
 * import type { Clock } from "longhand";
 * import { createFakeModel } from "longhand/models";
 * import { openMemoryRunStore, openWriter, parseBrief, writeDocument } from "longhand/writing";
 *
 * export async function wordsOf(goal: string, clock: Clock): Promise<number> {
 *   const brief = parseBrief(`goal: ${JSON.stringify(goal)}\nmodel: fake\n`, "brief.yaml");
 *   const writerModel = createFakeModel({ clock });
 *   const writer = await openWriter({ brief, store: openMemoryRunStore(), clock, writerModel });
 *   const { words } = await writeDocument(writer);
 *   return words;
 * }
 * ```
 */
export async function writeDocument(writer: Writer): Promise<WritingOutcome> {
  if (writer.journal.state.finished) return outcomeOf(writer);
  if (!writer.journal.state.planned) {
    await requireContext(writer.brief, writer.writerModel);
    await requirePlannerContext(writer.brief, writer.plannerModel ?? writer.writerModel);
  }
  const isTree = stepStrategyOf(writer.brief) === undefined;
  if (isTree) await makePlan(writer);
  const end = await (isTree ? draftDocument(writer) : writeSteps(writer));
  if (end === "partial") return outcomeOf(writer, "partial");
  if (isTree) await finishDocument(writer);
  return outcomeOf(writer);
}

/**
 * What a run has come to, from its journal alone.
 *
 * @param writer - The run.
 * @param stopped - `partial` if its budget ended it. @defaultValue it was not
 * @returns Words, leaves, mentions, tokens, issues.
 */
export function outcomeOf(
  writer: Pick<Writer, "journal" | "texts" | "hits" | "brief">,
  stopped?: "partial",
): WritingOutcome {
  const { accepted, failed, tree, tokens } = writer.journal.state;
  const leaves = tree.leaves();
  const within = [...accepted.values()].filter(isWithin);
  const withinPlan = leaves.filter(({ id, targetWords }) => {
    const words = accepted.get(id)?.words;
    return words !== undefined && isWithin({ words, targetWords });
  });
  const issues = leaves.flatMap(({ id }) => {
    const reason = failed.get(id);
    if (reason !== undefined) {
      return [
        { node: id, type: "missing", severity: 5, message: `Could not be written: ${reason}.` },
      ];
    }
    return (accepted.get(id)?.issues ?? []).map((issue) => ({ node: id, ...issue }));
  });
  const status = stopped ?? statusOf(writer, leaves.length);
  if (status === "complete") issues.unshift(...lengthIssue(writer));
  return {
    status,
    words: documentWords(writer),
    targetWords: targetWordsOf(writer.brief),
    leaves: leaves.length,
    leavesWithin15: within.length,
    leavesWithin15OfPlan: withinPlan.length,
    failedLeaves: failed.size,
    must: mustCoverage(writer),
    tokens: { ...tokens },
    issues: issues.toSorted((left, right) => right.severity - left.severity),
  };
}

function isWithin(leaf: { readonly words: number; readonly targetWords: number }): boolean {
  return Math.abs(leaf.words - leaf.targetWords) <= LEAF_TOLERANCE * leaf.targetWords;
}

/** A finished document out of its tolerance says so, whatever its parts say. */
function lengthIssue({
  brief,
  journal,
}: Pick<Writer, "journal" | "brief">): (OpenIssue & { readonly node: string })[] {
  const words = documentWords({ journal });
  const target = targetWordsOf(brief);
  if (Math.abs(words - target) <= brief.length.tolerance * target) return [];
  const node = journal.state.tree.root?.id ?? "";
  const message = `The document has ${words} words instead of ${target}.`;
  return [{ node, type: "length", severity: 3, message }];
}

function statusOf(
  { journal, brief }: Pick<Writer, "journal" | "brief">,
  leaves: number,
): "complete" | "failed" | "open" {
  const { accepted, failed, planned, phase, finished } = journal.state;
  // A tree is finished after its last leaf, too: what a kill cut short there is still to be done.
  if (stepStrategyOf(brief) === undefined && phase !== "done" && !finished) return "open";
  if (!planned || accepted.size + failed.size < leaves) return "open";
  return failed.size > 0 ? "failed" : "complete";
}
