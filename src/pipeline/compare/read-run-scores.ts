import { readFile } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { Cell, RunSummary } from "../../records/index.ts";
import { readJsonLines } from "../../storage/index.ts";
import { findRunFolder, type RunFolder } from "../run/run-folder.ts";
import { type RunManifest, readManifest } from "../run/run-manifest.ts";
import { readPlan } from "../run/run-plan.ts";
import { runScoresFile } from "../run/score-texts.ts";
import type { RunContext } from "../run-context.ts";
import type { ComparedMetric, ComparedSide } from "./compared-side.ts";

/** A finished run whose cells can be compared. */
export interface ComparedRun {
  /** Name of the run. */
  readonly name: string;
  /** What it was frozen with. */
  readonly manifest: RunManifest;
  /** What it came to. */
  readonly summary: RunSummary;
  /**
   * Takes one cell.
   *
   * @param id - The cell.
   * @param name - Its name as it is shown.
   * @throws LonghandError `usage` if there is none.
   */
  cell(id: string, name: string): ComparedSide;
}

/**
 * Reads the scores of a run.
 *
 * @param run - Its name or folder.
 * @param context - Where runs are.
 * @returns The run.
 * @throws LonghandError `unknown-run`, `no-summary`, `damaged-run`.
 */
export async function readRunScores(run: string, context: RunContext): Promise<ComparedRun> {
  const folder = await findRunFolder(run, context);
  const manifest = await readManifest(folder);
  const summary = await readSummary(folder);
  const { users, texts } = await readTexts(folder);
  for (const [metric, signature] of Object.entries(manifest.metrics)) {
    await addScores(texts, metric, runScoresFile({ folder }, signature));
  }
  return {
    name: folder.name,
    manifest,
    summary,
    cell: (id, name) => {
      const cell = summary.cells.find((candidate) => candidate.id === id);
      if (cell === undefined) throw unknownCell(id, folder.name, summary);
      return {
        name,
        metrics: metricsOf(manifest, summary),
        scores: meansOf(texts.get(id) ?? new Map()),
        ...(manifest.experiment.statistics.clusterBy === "user"
          ? { users: users.get(id) ?? new Map() }
          : {}),
        pending: cell.pending,
        dataset: datasetOf(cell, summary),
      };
    },
  };
}

/** Cells of different datasets of one run may be compared as little as those of two runs. */
function datasetOf(
  { dataset }: Cell,
  summary: RunSummary,
): { readonly hash: string; readonly split: string } {
  const named = summary.datasets?.find((candidate) => candidate.dataset === dataset);
  const { hash, split } = named ?? summary.dataset;
  return { hash, split };
}

/**
 * Reads what a run came to.
 *
 * @param folder - The run.
 * @returns Its summary.
 * @throws LonghandError `no-summary`.
 */
export async function readSummary(folder: RunFolder): Promise<RunSummary> {
  const text = await readFile(folder.summary, "utf8").catch((cause: unknown) => {
    throw new LonghandError(`The run ${folder.name} has no summary yet.`, {
      code: "no-summary",
      hint: `Finish it with: longhand run --resume ${folder.name}`,
      cause,
    });
  });
  return JSON.parse(text) as RunSummary;
}

/** Per metric the sum and the number of a text's scored repeats. */
type RepeatScores = Map<string, { sum: number; count: number }>;
/** By cell and example. */
type CellTexts = Map<string, Map<string, RepeatScores>>;

async function readTexts(
  folder: RunFolder,
): Promise<{ readonly users: Map<string, Map<string, string>>; readonly texts: CellTexts }> {
  const users = new Map<string, Map<string, string>>();
  const texts: CellTexts = new Map();
  for await (const { exampleId, userId, cell } of readPlan(folder.plan)) {
    const ofUsers = users.get(cell) ?? new Map<string, string>();
    users.set(cell, ofUsers.set(exampleId, userId));
    const ofCell = texts.get(cell) ?? new Map<string, RepeatScores>();
    texts.set(cell, ofCell);
    if (!ofCell.has(exampleId)) ofCell.set(exampleId, new Map());
  }
  return { users, texts };
}

async function addScores(texts: CellTexts, metric: string, path: string): Promise<void> {
  for await (const line of readJsonLines(path)) {
    if (line.status !== "value") continue;
    const { status, exampleId, cell, value } = line.value as {
      readonly status: string;
      readonly exampleId: string;
      readonly cell: string;
      readonly value: number;
    };
    const scores = status === "scored" ? texts.get(cell)?.get(exampleId) : undefined;
    if (scores === undefined) continue;
    const { sum, count } = scores.get(metric) ?? { sum: 0, count: 0 };
    scores.set(metric, { sum: sum + value, count: count + 1 });
  }
}

function meansOf(texts: ReadonlyMap<string, RepeatScores>): Map<string, Map<string, number>> {
  const means = new Map<string, Map<string, number>>();
  for (const [id, scores] of texts) {
    means.set(id, new Map([...scores].map(([metric, { sum, count }]) => [metric, sum / count])));
  }
  return means;
}

function metricsOf(
  { metrics }: RunManifest,
  { cells }: RunSummary,
): ReadonlyMap<string, ComparedMetric> {
  return new Map(
    Object.entries(metrics).map(([id, signature]): [string, ComparedMetric] => {
      // A mean with failures as 0 exists for metrics whose lowest value is 0, and no others.
      const countsFailures = cells.some((cell) => cell.metrics[id]?.meanWithFailures !== undefined);
      const isLower = cells.some((cell) => cell.metrics[id]?.lowerIsBetter === true);
      const told = { signature, higherIsBetter: !isLower };
      return [id, countsFailures ? { ...told, lowest: 0 } : told];
    }),
  );
}

function unknownCell(id: string, run: string, { cells }: RunSummary): LonghandError {
  return new LonghandError(`The run ${run} has no cell ${id}.`, {
    code: "usage",
    hint: `Its cells are:\n${cells.map((cell) => `  ${cell.id}`).join("\n")}`,
  });
}
