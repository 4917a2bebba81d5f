import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { RunSummary } from "../../records/index.ts";
import type { RunFolder } from "../run/run-folder.ts";
import { type RunManifest, readManifest } from "../run/run-manifest.ts";
import { runScoresFile } from "../run/score-texts.ts";
import { type HoldOptions, heldLook } from "./held-look.ts";
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

/** The files of a run with the lines of its scores. */
export interface ScoredFiles {
  /** The files. */
  readonly files: RunFiles;
  /** Lines of the scores of each metric, in the order of the manifest. */
  readonly scores: readonly LineTable[];
}

/** The files of a run with the lines of its scores and passages. */
export interface GroundedFiles extends ScoredFiles {
  /** Lines of the passages. */
  readonly retrieval: LineTable;
}

/** Follows the files of a run: what does not change is read once. */
export interface RunFollower {
  /** Brings the files up to date. */
  files(): Promise<RunFiles>;
  /** Brings files and scores up to date. */
  scored(): Promise<ScoredFiles>;
  /** Brings files, scores and passages up to date. */
  grounded(): Promise<GroundedFiles>;
}

/** A value that holds as long as a file does not change. */
export interface Kept<T> {
  /** Stamp of the file that it was read from. */
  readonly stamp: string;
  /** The value. */
  readonly value: T;
}

/** Reads a value anew only if its file has another stamp than when it was read last. */
async function readChanged<T>(
  stamp: string,
  kept: Kept<T> | undefined,
  read: () => Promise<T>,
): Promise<Kept<T>> {
  return kept?.stamp === stamp ? kept : { stamp, value: await read() };
}

/**
 * Opens the files of a run for following.
 *
 * @param folder - The run.
 * @param hold - How long a look at the files holds.
 * @returns The follower; it holds no file open.
 */
export function followRun(folder: RunFolder, hold: HoldOptions): RunFollower {
  let manifest: Kept<RunManifest> | undefined;
  let plan: Kept<LineTable> | undefined;
  let index: Kept<TextIndex> | undefined;
  let summary: Kept<RunSummary | undefined> | undefined;
  let retrieval: Kept<LineTable> | undefined;
  const scores = new Map<string, Kept<LineTable>>();

  const bringUpToDate = async (): Promise<RunFiles> => {
    // All looks at once: each alone would wait for a thread of its own.
    const stamps = await Promise.all([
      fileStamp(folder.manifest),
      fileStamp(folder.plan),
      fileStamp(folder.summary),
      index?.value.follow(folder.generation),
    ]);
    const [manifestStamp, planStamp, summaryStamp, isFollowed] = stamps;
    manifest = await readChanged(manifestStamp, manifest, () => readExperiment(folder));
    plan = await readChanged(planStamp, plan, () => tableLines(folder.plan));
    const { lines } = plan.value;
    if (index === undefined || index.stamp !== planStamp || isFollowed === false) {
      index = { stamp: planStamp, value: await indexOf(folder, lines) };
      await index.value.follow(folder.generation);
    }
    summary = await readChanged(summaryStamp, summary, () => readSummaryIfThere(folder));
    return {
      folder,
      manifest: manifest.value,
      layout: runLayout(manifest.value),
      index: index.value,
      plan: plan.value,
      ...(summary.value === undefined ? {} : { summary: summary.value }),
    };
  };
  const shared = sharedTurns();
  const scoresUpToDate = async ({ manifest: { metrics } }: RunFiles): Promise<LineTable[]> => {
    const paths = Object.values(metrics).map((signature) => runScoresFile({ folder }, signature));
    return await Promise.all(
      paths.map(async (path) => {
        const stamp = await fileStamp(path);
        const kept = await readChanged(stamp, scores.get(path), () => tableLines(path));
        scores.set(path, kept);
        return kept.value;
      }),
    );
  };
  const retrievalUpToDate = async (): Promise<LineTable> => {
    const path = folder.retrieval;
    retrieval = await readChanged(await fileStamp(path), retrieval, () => tableLines(path));
    return retrieval.value;
  };
  const files = heldLook(shared(bringUpToDate), hold);
  const scored = shared(async () => {
    const now = await bringUpToDate();
    return { files: now, scores: await scoresUpToDate(now) };
  });
  const grounded = shared(async () => {
    const now = await bringUpToDate();
    const [tables, passages] = await Promise.all([scoresUpToDate(now), retrievalUpToDate()]);
    return { files: now, scores: tables, retrieval: passages };
  });
  return { files, scored: heldLook(scored, hold), grounded: heldLook(grounded, hold) };
}

/** Work on one run's files: one at a time, since two readers of one log would count it twice. */
function sharedTurns(): <T>(work: () => Promise<T>) => () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
  // Whoever asks before such work begins shares it: it will see everything that they could see.
  return <T>(work: () => Promise<T>) => {
    let waiting: Promise<T> | undefined;
    return () => {
      waiting ??= inTurn(() => {
        waiting = undefined;
        return work();
      });
      return waiting;
    };
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
  return lines === 0 ? TextIndex.empty() : await TextIndex.of(folder.plan, lines);
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
