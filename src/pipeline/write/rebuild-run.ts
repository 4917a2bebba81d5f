import { LonghandError } from "../../foundation/index.ts";
import type { ModelDescription } from "../../models/index.ts";
import {
  type Brief,
  goOnWith,
  isAgreed,
  MAKERS,
  type MadeWith,
  type Maker,
  madeWith,
  nameOf,
  type OutdatedLeaf,
  outdatedLeaves,
  rebuildLeaves,
} from "../../writing/index.ts";
import { counted } from "../counted.ts";
import type { RunContext } from "../run-context.ts";
import { withRun } from "./revise-run.ts";
import { readWritingRun, type WritingRun } from "./writing-run.ts";

/** What may have changed since a run's texts were written, and what is to be done about it. */
export interface RebuildChoice {
  /**
   * What has to be the same for all texts: those that were written with other templates, or by another
   * model, are written anew. Empty: they stay, and the run goes on.
   * @defaultValue a run whose texts were written with something else is refused
   */
  readonly rebuildOn?: readonly Maker[];
}

/** What a run would go on with. */
export interface GoingOn {
  /** The brief that holds now. */
  readonly brief: Brief;
  /** The writer's model. */
  readonly description: ModelDescription;
  /** Whether a change of the model was agreed to with the brief. */
  readonly agreed: boolean;
  /** What is to be done about texts that were written with something else. */
  readonly choice: RebuildChoice;
}

/**
 * Compares what a run's texts were written with with what it would go on with: the leaves concerned are
 * written anew, or stay, as is chosen. A finished run is left alone, unless a choice was made.
 *
 * @param run - The run.
 * @param going - Brief and model, and what is to be done.
 * @param context - Gets a message.
 * @throws LonghandError `changed-makers`, naming what changed and how many parts were written with what was
 *   there before, if nothing was chosen.
 */
export async function settleMakers(
  run: WritingRun,
  { brief, description, agreed, choice }: GoingOn,
  context: RunContext,
): Promise<void> {
  const { rebuildOn } = choice;
  const now = madeWith(brief, description);
  const read = await readWritingRun(run, context);
  const outdated = outdatedLeaves(read, now);
  const isIdle = read.journal.state.finished && rebuildOn === undefined;
  if (outdated.length === 0 || isIdle) return;
  if (rebuildOn === undefined && isAgreed(read, now)) return;
  if (rebuildOn === undefined && !agreed) throw changed(outdated, now);
  await withRun(run.folder.path, context, async (open) => {
    const wanted = rebuildOn ?? [];
    const chosen = outdatedLeaves(open, now).filter(({ makers }) =>
      makers.some((maker) => wanted.includes(maker)),
    );
    await rebuildLeaves(open, chosen, now);
    if (!isAgreed(open, now)) await goOnWith(open, now);
    const kept = outdated.length - chosen.length;
    const text = `${counted(chosen.length, "part")} to be written anew; ${kept} written with other templates or by another model stay.`;
    context.onProgress({ kind: "message", text });
  });
}

function changed(outdated: readonly OutdatedLeaf[], now: MadeWith): LonghandError {
  const makers = MAKERS.filter((maker) => outdated.some((leaf) => leaf.makers.includes(maker)));
  const lines = makers.map((maker) => {
    const own = outdated.filter((leaf) => leaf.makers.includes(maker));
    const before = [...new Set(own.map((leaf) => leaf.before[maker] ?? ""))].join(", ");
    const after = nameOf(now[maker].object);
    const what =
      before === after ? `${after}, with other content or settings` : `${before} → ${after}`;
    return `  ${maker}: ${what} (${counted(own.length, "part")})`;
  });
  return new LonghandError(
    ["The run's texts were written with something else than it would go on with:", ...lines].join(
      "\n",
    ),
    {
      code: "changed-makers",
      hint: `Give --rebuild-on ${makers.join(",")} to have these parts written anew, or --rebuild-on none to keep them and go on.`,
      details: { changed: makers, leaves: outdated.map(({ node }) => node.id) },
    },
  );
}
