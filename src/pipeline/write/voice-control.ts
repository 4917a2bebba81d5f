import { join, resolve } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import { requireWritableFolder, writeAtomically } from "../../storage/index.ts";
import { type Brief, requireContext } from "../../writing/index.ts";
import type { RunContext } from "../run-context.ts";
import { readBriefFile } from "./brief-file.ts";
import { compareVoices, type VoiceComparison } from "./voice-compare.ts";
import { writeInto } from "./write-into.ts";
import { openWritingModels, refuseUnlimited } from "./writing-models.ts";

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
 *   another brief's runs; `not-writable`; `interrupted`.
 */
export async function controlVoice(
  path: string,
  options: VoiceControlOptions,
  context: RunContext,
): Promise<VoiceComparison> {
  const { model, seeds, words } = options;
  const read = await readBriefFile(path, model === undefined ? {} : { model }, context);
  if (read.profile === undefined) throw noProfile(path);
  await requireWritableFolder(options.out);
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
      await writeInto({ ...withVoice(brief, true), seed }, first, { models, context });
      await writeInto({ ...withVoice(brief, false), seed }, second, { models, context });
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
