import { RANDOM_GENERATOR } from "../../foundation/index.ts";
import type { CellSummary, Contrast, DatasetSummary, RunSummary } from "../../records/index.ts";
import { aggregateScores, createScorer, type Scorer } from "../../scoring/index.ts";
import { neededPermutations } from "../../statistics/index.ts";
import { canonicalJson, sha256, writeAtomically } from "../../storage/index.ts";
import { counted } from "../../text/index.ts";
import type { Experiment } from "../experiment/experiment-schema.ts";
import type { RunContext } from "../run-context.ts";
import { contrastCells } from "./contrast-cells.ts";
import { type GenerationLog, readSideLog } from "./generation-log.ts";
import { judgeModelsOf } from "./open-run.ts";
import { allCells, exampleCount, type OpenRun, type WholeRun } from "./run-inputs.ts";
import { type ScoredRun, scoreTexts } from "./score-texts.ts";
import { hasStyle, hasSummaries, sideTemplateHash } from "./side-texts.ts";
import { scoresOf, summariseCells } from "./summarise-cells.ts";
import { isOfCell, readRetrieval } from "./write-retrieval.ts";

/** A scored run and what it came to. */
export interface SummarisedRun {
  /** What `summary.json` holds. */
  readonly summary: RunSummary;
  /** The scores behind it, one per dataset. */
  readonly scored: readonly ScoredRun[];
  /** The metrics, in the experiment's order. */
  readonly scorer: Scorer;
}

/**
 * Opens the metrics of an experiment.
 *
 * @param experiment - Metrics, profile and seed.
 * @param context - Metrics of one's own.
 * @returns The scorer.
 */
export function scorerFor(
  { metrics, profile, statistics }: Experiment,
  { metrics: own = [] }: Pick<RunContext, "metrics">,
): Promise<Scorer> {
  return createScorer(metrics, { profile, seed: statistics.seed }, own);
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
  run: WholeRun,
  log: GenerationLog,
  partial: boolean,
): Promise<SummarisedRun> {
  const scorer = await scorerFor(run.experiment, run.context);
  const scored = await scoreTexts(run, log, scorer);
  await countSignals(run, scored);
  const notes = await rerankNotes(run);
  const summary = summaryOf(run, { scored, scorer, log, partial, notes });
  await writeAtomically(run.folder.summary, `${JSON.stringify(summary, null, 2)}\n`);
  return { summary, scored, scorer };
}

/** Counts, per cell, the examples whose retriever found nothing to do with the query. */
async function countSignals(run: WholeRun, scored: readonly ScoredRun[]): Promise<void> {
  const counted = run.sections.flatMap(({ cells, experiment }, section) =>
    cells.map((cell, at) => ({ cell, experiment, tally: scored[section]?.tallies[at] })),
  );
  for await (const line of readRetrieval(run.folder.retrieval)) {
    if (!line.noSignal || line.failed !== undefined) continue;
    for (const { cell, experiment, tally } of counted) {
      if (tally !== undefined && isOfCell(line, cell, experiment)) tally.noSignal += 1;
    }
  }
}

interface SummaryParts {
  readonly scored: readonly ScoredRun[];
  readonly scorer: Scorer;
  readonly log: GenerationLog;
  readonly partial: boolean;
  /** More that the reader must know. */
  readonly notes: readonly string[];
}

function summaryOf(run: WholeRun, facts: SummaryParts): RunSummary {
  const { scored, scorer, log, partial } = facts;
  const { experiment, sections } = run;
  // Cells of different datasets are never compared: each dataset has families of its own.
  const parts = sections.map((section, at) => {
    const ofSection = scored[at] as ScoredRun;
    return {
      ...summariseSection(section, ofSection, scorer),
      dataset: datasetOf(section, ofSection),
    };
  });
  const contrasts = parts.flatMap((part) => part.contrasts);
  const summaries = parts.flatMap((part) => part.summaries);
  const datasets = parts.map(({ dataset }) => dataset);
  const { resamples, permutations, correction, clusterBy, seed } = experiment.statistics;
  return {
    v: 1,
    name: experiment.name,
    profile: experiment.profile,
    partial,
    ...summarisedDatasets(datasets, sections),
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
    notes: [
      ...notesOf(run, {
        summaries,
        log,
        families: parts.map((part) => part.contrasts.length / scorer.metrics.length),
      }),
      ...facts.notes,
    ],
  };
}

function summariseSection(
  { cells, experiment: { statistics } }: OpenRun,
  scored: ScoredRun,
  scorer: Scorer,
): { readonly summaries: CellSummary[]; readonly contrasts: Contrast[] } {
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
  return { summaries, contrasts: contrastCells({ ...input, summaries }) };
}

function datasetOf(section: OpenRun, { users }: ScoredRun): DatasetSummary {
  const { dataset, experiment } = section;
  return {
    name: dataset.name,
    task: dataset.task.name,
    setting: dataset.setting,
    split: experiment.dataset.split,
    hash: dataset.hash,
    examples: exampleCount(section),
    users: new Set(users).size,
  };
}

function summarisedDatasets(
  datasets: readonly DatasetSummary[],
  sections: readonly OpenRun[],
): Pick<RunSummary, "dataset" | "datasets"> {
  const [first] = datasets as readonly [DatasetSummary, ...DatasetSummary[]];
  if (datasets.length === 1) return { dataset: first };
  const together = (of: (dataset: DatasetSummary) => string): string =>
    [...new Set(datasets.map(of))].join(", ");
  const sum = (of: (dataset: DatasetSummary) => number): number =>
    datasets.reduce((total, dataset) => total + of(dataset), 0);
  return {
    dataset: {
      name: together(({ name }) => name),
      task: together(({ task }) => task),
      setting: together(({ setting }) => setting),
      split: together(({ split }) => split),
      hash: sha256(canonicalJson(datasets.map(({ hash }) => hash))),
      examples: sum(({ examples }) => examples),
      users: sum(({ users }) => users),
    },
    datasets: datasets.map((dataset, at) => ({ dataset: sections[at]?.name ?? "", ...dataset })),
  };
}

interface NoteFacts {
  readonly summaries: readonly CellSummary[];
  readonly log: GenerationLog;
  /** Contrasts per metric, of each dataset. */
  readonly families: readonly number[];
}

function notesOf(run: WholeRun, { summaries, log, families }: NoteFacts): string[] {
  const { experiment, sections } = run;
  const notes: string[] = [];
  const { baseline, permutations } = experiment.statistics;
  const uncompared = sections.filter(({ cells }, at) => families[at] === 0 && cells.length > 1);
  if (uncompared.length > 0) {
    const where = uncompared.flatMap(({ name }) => name ?? []);
    notes.push(
      `No cell${where.length > 0 ? ` of ${where.join(", ")}` : ""} has the baseline's retriever "${baseline.retriever}", so nothing was compared.`,
    );
  }
  const contrasts = Math.max(...families);
  const needed = contrasts === 0 ? 0 : neededPermutations(contrasts);
  if (permutations < needed) {
    notes.push(
      `${counted(permutations, "permutation is", "permutations are")} too few for ${counted(contrasts, "contrast")}: no claim is possible below ${needed}.`,
    );
  }
  notes.push(...sideNotes(run));
  if (log.conflicts.length > 0) {
    notes.push(
      `The log holds ${counted(log.conflicts.length, "later text that differs", "later texts that differ")} from the first one of the same key; the first counts.`,
    );
  }
  if (log.unplanned.length > 0) {
    notes.push(
      `The log holds ${counted(log.unplanned.length, "entry that is", "entries that are")} not in the plan and ignored.`,
    );
  }
  const pending = summaries.reduce((sum, cell) => sum + cell.pending, 0);
  if (pending > 0)
    notes.push(
      `${counted(pending, "text is", "texts are")} pending: the numbers are of an unfinished run.`,
    );
  return notes;
}

/** What it took to order the passages stands beside what it took to write the texts. */
async function rerankNotes(run: WholeRun): Promise<string[]> {
  const models = judgeModelsOf(run.experiment, run.context);
  if (models.length === 0) return [];
  const { calls, promptTokens, outputTokens } = (await readSideLog(run)).reranks;
  const tokens = `${promptTokens.toLocaleString("en")} tokens read, ${outputTokens.toLocaleString("en")} written`;
  return [
    `Passages were re-ranked by ${models.join(" and ")}: ${counted(calls, "judgement")}, ${tokens}; the cells' tokens are those of texts alone.`,
  ];
}

/** No table may take the rows of these modes for a reproduction of the paper. */
function sideNotes(run: WholeRun): string[] {
  const cells = allCells(run);
  const { summary, style } = run.sideTemplates;
  const used = [
    ...(cells.some(({ mode }) => hasSummaries(mode)) ? [summary] : []),
    ...(cells.some(({ mode }) => hasStyle(mode)) ? [style] : []),
  ];
  if (used.length === 0) return [];
  const names = used.map(
    (template) => `${template.name} (${sideTemplateHash(template).slice(0, 12)})`,
  );
  return [
    `Summaries and styles were asked for with ${names.join(" and ")}, whose wording is not the paper's: these rows are no reproduction of it.`,
  ];
}
