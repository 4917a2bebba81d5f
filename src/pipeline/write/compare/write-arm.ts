import { join } from "node:path";
import { LonghandError, messageOf } from "../../../foundation/index.ts";
import { ModelCallError } from "../../../models/index.ts";
import { makeFolder, writeAtomically } from "../../../storage/index.ts";
import {
  manuscriptMarkdown,
  manuscriptOf,
  openFileRunStore,
  openWriter,
  outcomeOf,
  spentTokens,
  type Writer,
  type WritingOutcome,
  writeDocument,
} from "../../../writing/index.ts";
import type { RunContext } from "../../run-context.ts";
import type { WriterVoice } from "../voice.ts";
import type { WritingModels } from "../writing-models.ts";
import { moneyOf } from "./arm-budget.ts";
import { type ArmResult, writeArmResult } from "./arm-result.ts";
import { freezeArm } from "./freeze-arm.ts";
import type { PlannedRun } from "./plan-comparison.ts";

/** What a run works with. */
export interface ArmTools {
  /** Folder of all runs of the comparison. */
  readonly folder: string;
  /** The models, open. */
  readonly models: WritingModels;
  /** The author's voice; empty for a brief without a profile. */
  readonly voice: WriterVoice;
  /** Is told how many words the run has, part by part. */
  readonly onWords: (words: number) => void;
  /** Time, and the wish to stop. */
  readonly context: RunContext;
}

/** Errors that are not the arm's own: the comparison stops, and goes on where it was. */
const NOT_OF_THE_ARM: ReadonlySet<string> = new Set([
  "interrupted",
  "run-locked",
  "damaged-run",
  "disk-full",
  "file-error",
  "not-writable",
  "missing-credential",
]);

/**
 * Writes one document of a comparison, or goes on with it; no finished call is made again. What breaks it
 * off is its result, unless it is the user's wish, the disk or a model that cannot be reached.
 *
 * @param planned - The run.
 * @param tools - Models, places, time.
 * @returns What it came to; it is kept, and so is its text.
 * @throws LonghandError `interrupted` and errors of the disk; ModelCallError if a model cannot be reached.
 */
export async function writeArm(planned: PlannedRun, tools: ArmTools): Promise<ArmResult> {
  const folder = join(tools.folder, planned.run);
  await makeFolder(join(folder, "exports"));
  await freezeArm(planned, folder, tools);
  const { clock } = tools.context;
  const store = await openFileRunStore(folder, clock);
  try {
    const isFresh = store.lines.length === 0;
    const startedMs = clock.nowMs();
    const writer = await openWriter({
      brief: planned.brief,
      store,
      clock,
      writerModel: tools.models.writer,
      plannerModel: tools.models.planner,
      checkerModel: tools.models.checker,
      stopping: tools.context.stopping,
      stopNow: tools.context.stopNow,
      runCall: tools.models.runCall,
      costUsd: moneyOf(planned.regime, tools.models.costUsd),
      onLeaf: () => tools.onWords(outcomeOf(writer).words),
      ...tools.voice,
    });
    const end = await writeDocument(writer).catch(crashOf);
    const seconds = Math.round(clock.nowMs() - startedMs) / 1000;
    await exportTexts(writer, folder);
    const costUsd = tools.models.costUsd(spentTokens(writer.journal.state));
    const result = resultOf(end, writer, {
      ...(isFresh ? { seconds } : {}),
      ...(costUsd === undefined ? {} : { costUsd }),
    });
    await writeArmResult(folder, result);
    return result;
  } finally {
    await store.close();
  }
}

/** What broke the run off; what is not the arm's own goes on. */
function crashOf(error: unknown): { readonly crash: string } {
  if (error instanceof ModelCallError) throw error;
  if (error instanceof LonghandError && NOT_OF_THE_ARM.has(error.code)) throw error;
  return { crash: messageOf(error) };
}

async function exportTexts(writer: Writer, folder: string): Promise<void> {
  const manuscript = manuscriptOf(writer);
  await writeAtomically(join(folder, "exports", "document.md"), manuscriptMarkdown(manuscript));
  const paragraphs = manuscript.blocks.flatMap((block) =>
    block.kind === "paragraph" ? [block.text] : [],
  );
  await writeAtomically(join(folder, "exports", "text.txt"), `${paragraphs.join("\n\n")}\n`);
}

function resultOf(
  end: WritingOutcome | { readonly crash: string },
  writer: Writer,
  spent: Pick<ArmResult, "seconds" | "costUsd">,
): ArmResult {
  const outcome = outcomeOf(writer);
  const { calls, tokens } = writer.journal.state;
  return {
    v: 1,
    ...statusOf(end),
    words: outcome.words,
    calls,
    tokens: { in: tokens.in, out: tokens.out },
    ...spent,
  };
}

function statusOf(
  end: WritingOutcome | { readonly crash: string },
): Pick<ArmResult, "status" | "reason"> {
  if ("crash" in end) return { status: "crashed", reason: end.crash };
  switch (end.status) {
    case "complete":
      return { status: "complete" };
    case "failed":
      return { status: "incomplete", reason: `${end.failedLeaves} parts could not be written` };
    default:
      return { status: "budget", reason: "its budget ended it" };
  }
}
