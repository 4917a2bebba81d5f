import { stat } from "node:fs/promises";
import { join } from "node:path";
import { writeAtomically } from "../../../storage/index.ts";
import { briefHash } from "../../../writing/index.ts";
import { runEnvironment } from "../../run/run-manifest.ts";
import type { RunContext } from "../../run-context.ts";
import { describedModels, type WritingModels } from "../writing-models.ts";
import type { WritingManifest } from "../writing-run.ts";
import type { PlannedRun } from "./plan-comparison.ts";

/**
 * Writes the manifest of a run, so that `longhand writing status` and the like can read it.
 *
 * @param planned - The run.
 * @param folder - Its folder.
 * @param tools - Models and time.
 */
export async function freezeArm(
  { run, brief }: PlannedRun,
  folder: string,
  { models, context }: { readonly models: WritingModels; readonly context: RunContext },
): Promise<void> {
  const path = join(folder, "manifest.json");
  if ((await stat(path).catch(() => undefined)) !== undefined) return;
  const manifest: WritingManifest = {
    v: 1,
    kind: "writing",
    run,
    brief,
    briefHash: briefHash(brief),
    ...describedModels(brief, models),
    environment: runEnvironment(),
    startedAtMs: context.clock.nowMs(),
  };
  await writeAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
