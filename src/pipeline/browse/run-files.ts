import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { RunSummary } from "../../records/index.ts";
import type { RunFolder } from "../run/run-folder.ts";
import { type RunManifest, readManifest } from "../run/run-manifest.ts";
import { runScoresFile } from "../run/score-texts.ts";
import { fileStamp, type LineTable, tableLines } from "./line-table.ts";
import { type RunLayout, runLayout } from "./run-layout.ts";
import { TextIndex } from "./text-index.ts";

/** The files of a run as they are now, found but not read whole. */
export interface RunFiles {
  /** Where they stand. */
  readonly folder: RunFolder;
  /** What the run was frozen with. */
  readonly manifest: RunManifest;
  /** How the files follow from that. */
  readonly layout: RunLayout;
  /** What became of every text. */
  readonly index: TextIndex;
  /** Lines of the plan. */
  readonly plan: LineTable;
  /** What the run came to; absent before it is scored. */
  readonly summary?: RunSummary;
}

/** Follows the files of a run: what does not change is read once. */
export interface RunFollower {
  /** Brings everything up to date. */
  files(): Promise<RunFiles>;
  /**
   * Lines of the scores of each metric, in the order of the manifest.
   *
   * @returns One table per metric.
   */
  scores(): Promise<readonly LineTable[]>;
  /** Lines of the passages. */
  retrieval(): Promise<LineTable>;
}

/** A value that holds as long as a file does not change. */
export interface Kept<T> {
  /** Stamp of the file that it was read from. */
  readonly stamp: string;
  /** The value. */
  readonly value: T;
}

/**
 * Reads a value anew only if its file has changed.
 *
 * @param path - The file.
 * @param kept - What was read last; `undefined` for nothing.
 * @param read - Reads it.
 * @returns The value with its stamp.
 */
async function readChanged<T>(
  path: string,
  kept: Kept<T> | undefined,
  read: () => Promise<T>,
): Promise<Kept<T>> {
  const stamp = await fileStamp(path);
  return kept?.stamp === stamp ? kept : { stamp, value: await read() };
}

/**
 * Opens the files of a run for following.
 *
 * @param folder - The run.
 * @returns The follower; it holds no file open.
 */
export function followRun(folder: RunFolder): RunFollower {
  let manifest: Kept<RunManifest> | undefined;
  let plan: Kept<LineTable> | undefined;
  let index: Kept<TextIndex> | undefined;
  let summary: Kept<RunSummary | undefined> | undefined;
  let retrieval: Kept<LineTable> | undefined;
  const scores = new Map<string, Kept<LineTable>>();

  const bringUpToDate = async (): Promise<RunFiles> => {
    manifest = await readChanged(folder.manifest, manifest, () => readExperiment(folder));
    plan = await readChanged(folder.plan, plan, () => tableLines(folder.plan));
    index = await readChanged(folder.plan, index, () => indexOf(folder, plan?.value.lines ?? 0));
    if (!(await index.value.follow(folder.generation))) {
      index = { stamp: index.stamp, value: await indexOf(folder, plan.value.lines) };
      await index.value.follow(folder.generation);
    }
    summary = await readChanged(folder.summary, summary, () => readSummaryIfThere(folder));
    return {
      folder,
      manifest: manifest.value,
      layout: runLayout(manifest.value),
      index: index.value,
      plan: plan.value,
      ...(summary.value === undefined ? {} : { summary: summary.value }),
    };
  };
  // One at a time: two readers of one log would count it twice.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  // Whoever asks before such work begins shares it: it will see everything that they could see.
  const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
    let waiting: Promise<T> | undefined;
    return () => {
      waiting ??= inTurn(() => {
        waiting = undefined;
        return work();
      });
      return waiting;
    };
  };
  return {
    files: shared(bringUpToDate),
    scores: shared(async () => {
      const tables: LineTable[] = [];
      for (const signature of Object.values((await bringUpToDate()).manifest.metrics)) {
        const path = runScoresFile({ folder }, signature);
        const kept = await readChanged(path, scores.get(path), () => tableLines(path));
        scores.set(path, kept);
        tables.push(kept.value);
      }
      return tables;
    }),
    retrieval: shared(async () => {
      retrieval = await readChanged(folder.retrieval, retrieval, () =>
        tableLines(folder.retrieval),
      );
      return retrieval.value;
    }),
  };
}

/** Documents and comparisons of ways of writing stand in the same folder, and have no texts of cells. */
async function readExperiment(folder: RunFolder): Promise<RunManifest> {
  const manifest = await readManifest(folder);
  if (manifest.experiment?.grid !== undefined) return manifest;
  throw new LonghandError(`${folder.name} is no run of an experiment.`, {
    code: "unknown-run",
    hint: "Documents of the writer have a page of their own in the list of runs.",
  });
}

async function indexOf(folder: RunFolder, lines: number): Promise<TextIndex> {
  // A run that was killed before its plan was written has nothing planned yet.
  return lines === 0 ? TextIndex.empty() : await TextIndex.of(folder.plan);
}

async function readSummaryIfThere(folder: RunFolder): Promise<RunSummary | undefined> {
  const text = await readFile(folder.summary, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as RunSummary;
  } catch (cause) {
    throw new LonghandError(`${folder.summary} is damaged.`, {
      code: "damaged-run",
      hint: `Make it anew: longhand report build ${folder.name}`,
      cause,
    });
  }
}
