import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { makeFolder, writeAtomically } from "../../storage/index.ts";
import {
  type Brief,
  briefHash,
  manuscriptMarkdown,
  manuscriptOf,
  openFileRunStore,
  openWriter,
  requireContext,
  writeDocument,
} from "../../writing/index.ts";
import { runEnvironment } from "../run/run-manifest.ts";
import type { RunContext } from "../run-context.ts";
import { readBriefFile } from "./brief-file.ts";
import { leafProgress } from "./leaf-progress.ts";
import { openVoice } from "./voice.ts";
import { compareVoices, type VoiceComparison } from "./voice-compare.ts";
import { openWritingModels, refuseUnlimited, type WritingModels } from "./writing-models.ts";
import { findWritingRun, type WritingManifest } from "./writing-run.ts";

/** How a control is written. */
export interface VoiceControlOptions {
  /** Folder of both runs; given again, it goes on. */
  readonly out: string;
  /** Model in place of the brief's. */
  readonly model?: string;
  /** Seeds; a pair of documents for each. @defaultValue the brief's */
  readonly seeds?: readonly number[];
  /** Words of each document. @defaultValue the brief's */
  readonly words?: number;
}

/**
 * Writes a brief with and without its author's voice, the same plan, model and seeds, and tells how far each
 * part of both is from the author's style. It goes on where it was stopped; no finished call is made again.
 *
 * @param path - The brief; it has a profile.
 * @param options - Where, and what in place of the brief's.
 * @param context - Time, places, progress.
 * @returns The comparison; below 0 the text with the voice is closer.
 * @throws LonghandError `invalid-brief`; `invalid-option` for a brief without a profile or a folder that holds
 *   another brief's runs; `interrupted`.
 */
export async function controlVoice(
  path: string,
  options: VoiceControlOptions,
  context: RunContext,
): Promise<VoiceComparison> {
  const { model, seeds, words } = options;
  const read = await readBriefFile(path, model === undefined ? {} : { model }, context);
  if (read.profile === undefined) throw noProfile(path);
  const { words: _, tokens: __, ...length } = read.length;
  const brief = words === undefined ? read : { ...read, length: { ...length, words } };
  const models = await openWritingModels(brief, context);
  const runs: (readonly [string, string])[] = [];
  try {
    refuseUnlimited(brief, models, false);
    await requireContext(brief, models.writer);
    for (const seed of seeds ?? [brief.seed]) {
      const folders = ["with", "without"].map((side) =>
        resolve(join(options.out, `${side}-${seed}`)),
      );
      const [first = "", second = ""] = folders;
      await writeSide({ ...withVoice(brief, true), seed }, first, { models, context });
      await writeSide({ ...withVoice(brief, false), seed }, second, { models, context });
      runs.push([first, second]);
    }
  } finally {
    await models.close();
  }
  const comparison = await compareVoices(runs, context);
  const file = join(options.out, "voice.json");
  await writeAtomically(file, `${JSON.stringify(comparison, null, 2)}\n`);
  return comparison;
}

function withVoice(brief: Brief, voice: boolean): Brief {
  return { ...brief, techniques: { ...brief.techniques, voice } };
}

function noProfile(path: string): LonghandError {
  return new LonghandError(`${path} has no profile: there is no voice to compare with.`, {
    code: "invalid-option",
    hint: "Add profile: { corpus, author } to the brief.",
  });
}

interface SideTools {
  readonly models: WritingModels;
  readonly context: RunContext;
}

/** Writes one document, or goes on with it. */
async function writeSide(brief: Brief, folder: string, tools: SideTools): Promise<void> {
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
      stopping: context.stopping,
      stopNow: context.stopNow,
      runCall: models.runCall,
      costUsd: models.costUsd,
      ...(await openVoice(brief, context)),
      ...leafProgress(context, brief, { state: () => writer.journal.state }),
    });
    await writeDocument(writer);
    const text = manuscriptMarkdown(manuscriptOf(writer));
    await writeAtomically(join(folder, "exports", "document.md"), text);
  } finally {
    await store.close();
  }
}

/** A folder goes on with the brief that it began with, and with no other. */
async function freeze(brief: Brief, folder: string, { models, context }: SideTools): Promise<void> {
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
  const { writer, planner } = models;
  const manifest: WritingManifest = {
    v: 1,
    kind: "writing",
    run: folder.split(/[\\/]/).at(-1) ?? folder,
    brief,
    briefHash: hash,
    models: { writer: writer.description, planner: planner.description },
    repeatable: writer.description.deterministic && planner.description.deterministic,
    environment: runEnvironment(),
    startedAtMs: context.clock.nowMs(),
  };
  await writeAtomically(path, `${JSON.stringify(manifest, null, 2)}\n`);
}
