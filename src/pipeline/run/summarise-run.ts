import { RANDOM_GENERATOR } from "../../foundation/index.ts";
import type { CellSummary, RunSummary } from "../../records/index.ts";
import { aggregateScores, createScorer, type Scorer } from "../../scoring/index.ts";
import { neededPermutations } from "../../statistics/index.ts";
import { writeAtomically } from "../../storage/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import { contrastCells } from "./contrast-cells.ts";
import type { GenerationLog } from "./generation-log.ts";
import { exampleCount, type RunInputs } from "./run-inputs.ts";
import { type ScoredRun, scoreTexts } from "./score-texts.ts";
import { scoresOf, summariseCells } from "./summarise-cells.ts";
import { isOfCell, readRetrieval } from "./write-retrieval.ts";

/** A scored run and what it came to. */
export interface SummarisedRun {
  /** What `summary.json` holds. */
  readonly summary: RunSummary;
  /** The scores behind it. */
  readonly scored: ScoredRun;
  /** The metrics, in the experiment's order. */
  readonly scorer: Scorer;
}

/**
 * Opens the metrics of an experiment.
 *
 * @param experiment - Metrics, profile and seed.
 * @returns The scorer.
 */
export function scorerFor({ metrics, profile, statistics }: Experiment): Promise<Scorer> {
  return createScorer(metrics, { profile, seed: statistics.seed });
}

/**
 * Scores the finished texts, summarises cells and contrasts, and writes `summary.json`. Equal
 * outputs give equal bytes.
 *
 * @param run - The run.
 * @param log - Its generation log, as read.
 * @param partial - Whether only part of the dataset was asked for.
 * @returns The summary and the scores behind it.
 */
export async function summariseRun(
  run: RunInputs,
  log: GenerationLog,
  partial: boolean,
): Promise<SummarisedRun> {
  const scorer = await scorerFor(run.experiment);
  const scored = await scoreTexts(run, log, scorer);
  await countSignals(run, scored);
  const summary = summaryOf(run, { scored, scorer, log, partial });
  await writeAtomically(run.folder.summary, `${JSON.stringify(summary, null, 2)}\n`);
  return { summary, scored, scorer };
}

/** Counts, per cell, the examples whose retriever found nothing to do with the query. */
async function countSignals(run: RunInputs, { tallies }: ScoredRun): Promise<void> {
  for await (const line of readRetrieval(run.folder.retrieval)) {
    if (!line.noSignal || line.failed !== undefined) continue;
    for (const [at, cell] of run.cells.entries()) {
      const tally = tallies[at];
      if (tally !== undefined && isOfCell(line, cell, run.experiment)) tally.noSignal += 1;
    }
  }
}

interface SummaryParts {
  readonly scored: ScoredRun;
  readonly scorer: Scorer;
  readonly log: GenerationLog;
  readonly partial: boolean;
}

function summaryOf(run: RunInputs, { scored, scorer, log, partial }: SummaryParts): RunSummary {
  const { experiment, dataset, cells } = run;
  const { statistics } = experiment;
  const input = {
    cells,
    ...scored,
    metrics: scorer.metrics,
    statistics,
    profileMean: (cell: number, metric: number): number | undefined => {
      const info = scorer.metrics[metric];
      return info && aggregateScores(info, scoresOf({ cell, metric }, scored).values);
    },
  };
  const summaries = summariseCells(input);
  const contrasts = contrastCells({ ...input, summaries });
  const { resamples, permutations, correction, clusterBy, seed } = statistics;
  return {
    v: 1,
    name: experiment.name,
    profile: experiment.profile,
    partial,
    dataset: {
      name: dataset.name,
      task: dataset.task.name,
      setting: dataset.setting,
      split: experiment.dataset.split,
      hash: dataset.hash,
      examples: exampleCount(run),
      users: new Set(scored.users).size,
    },
    cells: summaries,
    contrasts,
    statistics: {
      resamples,
      permutations,
      correction,
      clusterBy,
      seed,
      generator: RANDOM_GENERATOR,
    },
    notes: notesOf(run, { summaries, log, contrasts: contrasts.length / scorer.metrics.length }),
  };
}

interface NoteFacts {
  readonly summaries: readonly CellSummary[];
  readonly log: GenerationLog;
  readonly contrasts: number;
}

function notesOf(
  { experiment, cells }: RunInputs,
  { summaries, log, contrasts }: NoteFacts,
): string[] {
  const notes: string[] = [];
  const { baseline, permutations } = experiment.statistics;
  if (contrasts === 0 && cells.length > 1) {
    notes.push(
      `No cell has the baseline's retriever "${baseline.retriever}", so nothing was compared.`,
    );
  }
  const needed = contrasts === 0 ? 0 : neededPermutations(contrasts);
  if (permutations < needed) {
    notes.push(
      `${permutations} permutations are too few for ${contrasts} contrasts: no claim is possible below ${needed}.`,
    );
  }
  if (log.conflicts.length > 0) {
    notes.push(
      `The log holds ${log.conflicts.length} later texts that differ from the first one for their key; the first counts.`,
    );
  }
  if (log.unplanned.length > 0) {
    notes.push(
      `The log holds ${log.unplanned.length} entries that are not in the plan; they were ignored.`,
    );
  }
  const pending = summaries.reduce((sum, cell) => sum + cell.pending, 0);
  if (pending > 0)
    notes.push(`${pending} texts are pending: the numbers are of an unfinished run.`);
  return notes;
}
