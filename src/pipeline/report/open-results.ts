import { LonghandError, randomStream } from "../../foundation/index.ts";
import type { Contrast } from "../../records/index.ts";
import {
  type CellComparer,
  type CellGain,
  type CellPair,
  type TableCell,
  type TableStatistics,
  tableCells,
} from "../../report/index.ts";
import { percentGain } from "../../statistics/index.ts";
import { compareSides } from "../compare/compare-sides.ts";
import type { ComparedSide } from "../compare/compared-side.ts";
import { type ComparedRun, readRunScores } from "../compare/read-run-scores.ts";
import type { RunContext } from "../run-context.ts";

/** Results of runs as tables are laid out from them. */
export interface OpenResults {
  /** Names of the runs. */
  readonly runs: readonly string[];
  /** Their cells. */
  readonly cells: readonly TableCell[];
  /** Comparisons by the scores of single examples. */
  readonly comparer: CellComparer;
  /** How intervals are made: as in the first run. */
  readonly statistics: TableStatistics;
}

/**
 * Opens the results of runs.
 *
 * @param names - Names or folders of runs, at least one.
 * @param context - Where runs are.
 * @returns Their cells, and comparisons between them.
 * @throws LonghandError `unknown-run`, `no-summary`, `damaged-run`.
 */
export async function openResults(
  names: readonly string[],
  context: RunContext,
): Promise<OpenResults> {
  const runs = new Map<string, ComparedRun>();
  for (const name of names) {
    const run = await readRunScores(name, context);
    runs.set(run.name, run);
  }
  const [first] = runs.values();
  if (first === undefined) {
    throw new LonghandError("No run is named.", { code: "usage", hint: "Name one or more runs." });
  }
  const { resamples, clusterBy, correction, seed } = first.manifest.experiment.statistics;
  return {
    runs: [...runs.keys()],
    cells: [...runs].flatMap(([name, { summary }]) => tableCells(summary, name)),
    comparer: new RunComparer(runs, first),
    statistics: { resamples, clusterBy, correction, seed },
  };
}

/** Compares cells of the same or of several runs. */
class RunComparer implements CellComparer {
  readonly #runs: ReadonlyMap<string, ComparedRun>;
  readonly #first: ComparedRun;
  readonly #sides = new Map<string, ComparedSide>();
  readonly #contrasts = new Map<string, Contrast | undefined>();

  constructor(runs: ReadonlyMap<string, ComparedRun>, first: ComparedRun) {
    this.#runs = runs;
    this.#first = first;
  }

  contrast(metric: string, pair: CellPair): Contrast | undefined {
    const key = JSON.stringify([metric, pair.cell.key, pair.baseline.key]);
    if (!this.#contrasts.has(key)) {
      this.#contrasts.set(key, this.#ofRun(metric, pair) ?? this.#acrossRuns(metric, pair));
    }
    return this.#contrasts.get(key);
  }

  /** The comparison that the run itself made: its family was fixed before it began. */
  #ofRun(metric: string, { cell, baseline }: CellPair): Contrast | undefined {
    if (cell.run !== baseline.run) return undefined;
    const found = this.#runs
      .get(cell.run)
      ?.summary.contrasts.find(
        (contrast) =>
          contrast.metric === metric &&
          contrast.cell === cell.id &&
          contrast.baseline === baseline.id,
      );
    return found && { ...found, cell: cell.key, baseline: baseline.key };
  }

  /** Cells that no run compared stand alone in their family. */
  #acrossRuns(metric: string, { cell, baseline }: CellPair): Contrast | undefined {
    const { statistics } = this.#first.manifest.experiment;
    try {
      const { comparisons } = compareSides({
        sides: [this.#side(baseline), this.#side(cell)],
        pairs: [{ cell: 1, baseline: 0 }],
        metrics: [metric],
        statistics,
      });
      const [comparison] = comparisons;
      if (comparison === undefined) return undefined;
      const { side: _side, mean: _mean, baselineMean: _baselineMean, ...numbers } = comparison;
      const signature = cell.metrics[metric]?.signature ?? "";
      return { ...numbers, signature, cell: cell.key, baseline: baseline.key };
    } catch (error) {
      // Numbers that may not meet are not compared; the table prints both without a mark.
      if (error instanceof LonghandError) return undefined;
      throw error;
    }
  }

  gain(metric: string, pairs: readonly CellPair[]): CellGain {
    const systems = pairs.map(({ cell, baseline }) => ({
      cell: this.#side(cell),
      baseline: this.#side(baseline),
    }));
    const unlike = systems.some(
      ({ cell, baseline }) =>
        cell.dataset?.hash !== baseline.dataset?.hash ||
        cell.dataset?.hash !== systems[0]?.cell.dataset?.hash,
    );
    if (unlike) return { pairs: 0, reason: "unlike datasets" };
    const score = (side: ComparedSide, id: string): number | undefined =>
      side.scores.get(id)?.get(metric);
    const ids = [...(systems[0]?.cell.scores.keys() ?? [])].filter((id) =>
      systems.every(
        ({ cell, baseline }) => score(cell, id) !== undefined && score(baseline, id) !== undefined,
      ),
    );
    const users = systems[0]?.cell.users;
    const { resamples, seed } = this.#first.manifest.experiment.statistics;
    // Names of runs hold the time: they may decide no draw.
    const names = pairs.flatMap(({ cell, baseline }) => [
      cell.task,
      cell.setting,
      cell.id,
      baseline.id,
    ]);
    return percentGain({
      systems: systems.map(({ cell, baseline }) => ({
        values: ids.map((id) => score(cell, id) ?? Number.NaN),
        baseline: ids.map((id) => score(baseline, id) ?? Number.NaN),
      })),
      ...(users === undefined ? {} : { clusters: ids.map((id) => users.get(id) ?? id) }),
      resamples,
      random: randomStream(seed, "gain", metric, ...names),
    });
  }

  #side(cell: TableCell): ComparedSide {
    const known = this.#sides.get(cell.key);
    if (known !== undefined) return known;
    const run = this.#runs.get(cell.run);
    if (run === undefined)
      throw new LonghandError(`There is no run ${cell.run}.`, { code: "unknown-run" });
    const { datasetHash: hash, split } = cell;
    const side = { ...run.cell(cell.id, cell.key), dataset: { hash, split } };
    this.#sides.set(cell.key, side);
    return side;
  }
}
