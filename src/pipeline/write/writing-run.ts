import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LonghandError } from "../../foundation/index.ts";
import type { ModelDescription } from "../../models/index.ts";
import { parseStrictJson, writeAtomically } from "../../storage/index.ts";
import {
  type Brief,
  briefHash,
  openReadOnlyRunStore,
  type ReadRun,
  readRun,
} from "../../writing/index.ts";
import { createRunFolder, findRunFolder, type RunFolder } from "../run/run-folder.ts";
import { type RunManifest, runEnvironment } from "../run/run-manifest.ts";
import type { RunContext } from "../run-context.ts";
import { type BriefOverrides, overridesIn } from "./brief-file.ts";

/** What a run of the writer was frozen with: its `manifest.json`. */
export interface WritingManifest {
  /** Format version. */
  readonly v: 1;
  /** Tells it apart from runs of experiments. */
  readonly kind: "writing";
  /** Name of the run. */
  readonly run: string;
  /** The brief with every default written out. */
  readonly brief: Brief;
  /** What the command put in place of what the brief's file says; a changed file is read in the same way. */
  readonly overrides?: BriefOverrides;
  /** Hash of the brief and the templates' version. */
  readonly briefHash: string;
  /** The models, as they described themselves. */
  readonly models: {
    readonly writer: ModelDescription;
    readonly planner: ModelDescription;
    readonly checker?: ModelDescription;
  };
  /** Whether equal calls give equal replies, so that the run could be made again. */
  readonly repeatable: boolean;
  /** What ran it. */
  readonly environment: RunManifest["environment"];
  /** When it began, in milliseconds since 1970. */
  readonly startedAtMs: number;
}

/** A run of the writer. */
export interface WritingRun {
  /** Where it stands. */
  readonly folder: RunFolder;
  /** What it was frozen with. */
  readonly manifest: WritingManifest;
}

/**
 * Makes the folder of a new run and freezes its brief.
 *
 * @param brief - The brief.
 * @param made - The models' descriptions, and what the command put in place of what the brief's file says.
 * @param context - Places and time.
 * @returns The run.
 */
export async function createWritingRun(
  brief: Brief,
  made: Pick<WritingManifest, "models" | "repeatable"> & { readonly overrides: BriefOverrides },
  context: RunContext,
): Promise<WritingRun> {
  const { models, repeatable } = made;
  const folder = await createRunFolder(`write-${brief.kind}`, context);
  const manifest: WritingManifest = {
    v: 1,
    kind: "writing",
    run: folder.name,
    brief,
    overrides: overridesIn(made.overrides),
    briefHash: briefHash(brief),
    models,
    repeatable,
    environment: runEnvironment(),
    startedAtMs: context.clock.nowMs(),
  };
  await writeAtomically(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, manifest };
}

/**
 * Finds a run of the writer.
 *
 * @param run - Its name, the beginning of it, or its folder.
 * @param context - Where runs are.
 * @returns The run.
 * @throws LonghandError `unknown-run`.
 */
export async function findWritingRun(run: string, context: RunContext): Promise<WritingRun> {
  const folder = await findRunFolder(run, context);
  const text = await readFile(folder.manifest, "utf8");
  const manifest = parseStrictJson(text, { file: folder.manifest, line: 1 }) as WritingManifest;
  if (manifest.kind === "writing" && manifest.v === 1) return { folder, manifest };
  throw new LonghandError(`${folder.name} is no run of the writer.`, {
    code: "unknown-run",
    hint: "Runs of experiments go on with: longhand run --resume RUN",
  });
}

/**
 * Reads a run without taking it.
 *
 * @param run - The run.
 * @param context - The time.
 * @returns What its journal says.
 */
export async function readWritingRun(
  { folder, manifest }: WritingRun,
  context: RunContext,
): Promise<ReadRun> {
  const store = await openReadOnlyRunStore(folder.path);
  return readRun({ brief: manifest.brief, store, clock: context.clock });
}

/**
 * Where a run's exports stand.
 *
 * @param folder - The run's folder.
 * @param format - The format.
 * @returns The path.
 */
export function exportPath(folder: RunFolder, format: string): string {
  return join(folder.path, "exports", `document.${format}`);
}
