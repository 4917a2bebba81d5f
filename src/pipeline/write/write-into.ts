import { stat } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { makeFolder, writeAtomically } from "../../storage/index.ts";
import {
  type Brief,
  briefHash,
  manuscriptMarkdown,
  manuscriptOf,
  openFileRunStore,
  openWriter,
  writeDocument,
} from "../../writing/index.ts";
import { runEnvironment } from "../run/run-manifest.ts";
import type { RunContext } from "../run-context.ts";
import { openVoice } from "./voice.ts";
import { describedModels, type WritingModels } from "./writing-models.ts";
import { findWritingRun, type WritingManifest } from "./writing-run.ts";

/** What a document is written with. */
export interface IntoTools {
  /** The models, open. */
  readonly models: WritingModels;
  /** Time, places, progress. */
  readonly context: RunContext;
}

/**
 * Writes one document into a folder of its own, or goes on with it; no finished call is made again.
 *
 * @param brief - The brief.
 * @param folder - The folder.
 * @param tools - Models and context.
 * @throws LonghandError `invalid-option` if the folder holds a document of another brief; `interrupted`.
 */
export async function writeInto(brief: Brief, folder: string, tools: IntoTools): Promise<void> {
  const { models, context } = tools;
  await makeFolder(join(folder, "exports"));
  await freeze(brief, folder, tools);
  const store = await openFileRunStore(folder, context.clock);
  try {
    const writer = await openWriter({
      brief,
      store,
      clock: context.clock,
      writerModel: models.writer,
      plannerModel: models.planner,
      checkerModel: models.checker,
      stopping: context.stopping,
      stopNow: context.stopNow,
      runCall: models.runCall,
      costUsd: models.costUsd,
      ...(await openVoice(brief, context)),
      onLeaf: ({ node, accepted, reason = "" }) =>
        context.onProgress({
          kind: "message",
          text: `${accepted === undefined ? "✗" : "✓"} ${node.brief}: ${accepted?.words ?? reason}`,
        }),
    });
    await writeDocument(writer);
    const text = manuscriptMarkdown(manuscriptOf(writer));
    await writeAtomically(join(folder, "exports", "document.md"), text);
  } finally {
    await store.close();
  }
}

/** A folder goes on with the brief that it began with, and with no other. */
async function freeze(brief: Brief, folder: string, { models, context }: IntoTools): Promise<void> {
  const path = join(folder, "manifest.json");
  const hash = briefHash(brief);
  if ((await stat(path).catch(() => undefined)) !== undefined) {
    const { manifest } = await findWritingRun(folder, context);
    if (manifest.briefHash === hash) return;
    throw new LonghandError(`${folder} holds a document of another brief.`, {
      code: "invalid-option",
      hint: "Give another folder with --out.",
    });
  }
  const manifest: WritingManifest = {
    v: 1,
    kind: "writing",
    run: folder.split(/[\\/]/).at(-1) ?? folder,
    brief,
    briefHash: hash,
    ...describedModels(brief, models),
    environment: runEnvironment(),
    startedAtMs: context.clock.nowMs(),
  };
  await writeAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
