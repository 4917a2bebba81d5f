import { readFile } from "node:fs/promises";
import { arch, platform } from "node:process";
import { LonghandError, RANDOM_GENERATOR } from "../../foundation/index.ts";
import type { ModelDescription } from "../../models/index.ts";
import type { SideTemplates } from "../../prompt/index.ts";
import { parseStrictJson, writeAtomically } from "../../storage/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import { LONGHAND_VERSION } from "../package-version.ts";
import type { RunFolder } from "./run-folder.ts";

/** A dataset as a run was planned with it. */
export interface FrozenDataset {
  /** Name in the experiment; absent if it is the only one. */
  readonly dataset?: string;
  /** Where it was. */
  readonly path: string;
  /** Name, as the card gives it. */
  readonly name: string;
  /** Task. */
  readonly task: string;
  /** Setting, or `unknown`. */
  readonly setting: string;
  /** Content hash. */
  readonly hash: string;
  /** Examples in the split. */
  readonly examples: number;
  /** Ids of the examples taken; absent for all. */
  readonly selected?: readonly string[];
}

/** Everything that decides a run, frozen when it began: `manifest.json`. */
export interface RunManifest {
  /** Format version. */
  readonly v: 1;
  /** Name of the run. */
  readonly run: string;
  /** The experiment with every default written out. */
  readonly experiment: Experiment;
  /** Examples asked for with `--limit`; absent for all. A run with a limit is partial. */
  readonly maxExamples?: number;
  /** What is written; of several datasets, the first one. */
  readonly dataset: FrozenDataset;
  /** Every dataset, where there are several. */
  readonly datasets?: readonly FrozenDataset[];
  /** Models by the name the grid uses, as they described themselves. */
  readonly models: Readonly<Record<string, ModelDescription>>;
  /** Signature of each retriever. */
  readonly retrievers: Readonly<Record<string, string>>;
  /** Hash of each prompt template, by family. */
  readonly templates: Readonly<Record<string, string>>;
  /** The side templates that its modes use, as they were; absent for none. */
  readonly sideTemplates?: Partial<SideTemplates>;
  /** Signature of each metric. */
  readonly metrics: Readonly<Record<string, string>>;
  /** What ran it. */
  readonly environment: {
    /** Version of Longhand. */
    readonly longhand: string;
    /** Version of Node.js. */
    readonly node: string;
    /** Operating system and processor family. */
    readonly platform: string;
    /** Name of the generator behind every draw. */
    readonly generator: string;
  };
  /** When the run began, in milliseconds since 1970. */
  readonly startedAtMs: number;
}

/**
 * What ran a run.
 *
 * @returns Versions and platform; nothing that names the machine or its user.
 */
export function runEnvironment(): RunManifest["environment"] {
  return {
    longhand: LONGHAND_VERSION,
    node: process.version,
    platform: `${platform}-${arch}`,
    generator: RANDOM_GENERATOR,
  };
}

/**
 * Freezes a run.
 *
 * @param folder - Where it stands.
 * @param manifest - What decides it.
 */
export async function writeManifest(folder: RunFolder, manifest: RunManifest): Promise<void> {
  await writeAtomically(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Reads what a run was frozen with.
 *
 * @param folder - The run.
 * @returns The manifest.
 * @throws LonghandError `damaged-run` if it is missing or no manifest.
 */
export async function readManifest(folder: RunFolder): Promise<RunManifest> {
  const text = await readFile(folder.manifest, "utf8").catch((cause: unknown) => {
    throw new LonghandError(`${folder.path} holds no manifest.json: it is no run.`, {
      code: "unknown-run",
      cause,
    });
  });
  const manifest = parseStrictJson(text, { file: folder.manifest, line: 1 }) as RunManifest;
  if (manifest.v === 1) return manifest;
  throw new LonghandError(
    `${folder.manifest} has format ${String(manifest.v)}; this version reads 1.`,
    {
      code: "damaged-run",
      hint: "Use the version of Longhand that made the run.",
    },
  );
}
