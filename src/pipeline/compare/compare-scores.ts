import { stat } from "node:fs/promises";
import { LonghandError } from "../../foundation/index.ts";
import type { CellPair } from "../run/contrast-cells.ts";
import type { RunContext } from "../run-context.ts";
import {
  type ComparedSides,
  type ComparisonStatistics,
  compareSides,
  type SidesToCompare,
} from "./compare-sides.ts";
import type { ComparedSide } from "./compared-side.ts";
import { type ComparedRun, readRunScores } from "./read-run-scores.ts";
import { readScoreLines } from "./read-score-lines.ts";

/** What to compare. */
export interface CompareOptions {
  /** A file of scores, a run (name or folder), or a cell of one, as `RUN#CELL`. */
  readonly first: string;
  /** Likewise; absent to compare the cells of one run. */
  readonly second?: string;
  /**
   * What the others are compared with: one of the two sides, or a cell of the one run. @defaultValue
   * the first side; of one run, the cells with the baseline's retriever, or the first of two cells
   */
  readonly baseline?: string;
  /** Metrics. @defaultValue all that both sides have */
  readonly metrics?: readonly string[];
  /** Seed of the draws. @defaultValue that of the run, or 12_345 */
  readonly seed?: number;
}

const FILE_STATISTICS: ComparisonStatistics = {
  resamples: 10_000,
  permutations: 10_000,
  correction: "holm",
  clusterBy: "example",
  seed: 12_345,
};

/**
 * Compares two files of scores, two runs, or cells of runs, over the texts that both sides have.
 *
 * @param options - The sides.
 * @param context - Where runs are.
 * @returns Per metric and pair: both means, difference, interval, p, effect, verdict.
 * @throws LonghandError `unlike-scores` for other signatures, datasets or splits, naming them;
 * `usage`; `unknown-run`; `invalid-scores`.
 */
export async function compareScores(
  options: CompareOptions,
  context: RunContext,
): Promise<ComparedSides> {
  const chosen = await chooseSides(options, context);
  const { seed = chosen.statistics.seed, metrics } = options;
  return compareSides({
    ...chosen,
    ...(metrics === undefined ? {} : { metrics }),
    statistics: { ...chosen.statistics, seed },
  });
}

type ChosenSides = Pick<SidesToCompare, "sides" | "pairs" | "statistics">;

async function chooseSides(options: CompareOptions, context: RunContext): Promise<ChosenSides> {
  const { first, second } = options;
  const isFirstFile = await isFile(first);
  if (second === undefined) {
    if (isFirstFile) throw usage(`${first} is one file of scores; name a second one.`);
    return cellsOfOne(await readRunScores(first, context), options);
  }
  if (isFirstFile !== (await isFile(second))) {
    throw usage(`${isFirstFile ? second : first} is no file, but the other side is.`);
  }
  if (isFirstFile) {
    const sides = [await readScoreLines(first), await readScoreLines(second)];
    return { sides, pairs: [pairOf(options)], statistics: FILE_STATISTICS };
  }
  return cellsOfTwo(options, second, context);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}

/** The two sides, the baseline named or the first. */
function pairOf({ first, second, baseline }: CompareOptions): CellPair {
  if (baseline === undefined || baseline === first) return { cell: 1, baseline: 0 };
  if (baseline === second) return { cell: 0, baseline: 1 };
  throw usage(`--baseline ${baseline} is neither ${first} nor ${second ?? ""}.`);
}

function cellsOfOne(run: ComparedRun, { baseline }: CompareOptions): ChosenSides {
  const { cells } = run.summary;
  const { statistics } = run.manifest.experiment;
  const sides = cells.map(({ id }) => run.cell(id, id));
  const base = (at: number): number => baselineOf(run, at, baseline);
  const pairs = cells.flatMap((_, at) => {
    const found = base(at);
    return found === -1 || found === at ? [] : [{ cell: at, baseline: found }];
  });
  if (baseline !== undefined) run.cell(baseline, baseline);
  if (pairs.length > 0) return { sides, pairs, statistics };
  throw usage(
    `The run ${run.name} has no cell to compare with: name one with --baseline.`,
    `Its cells are:\n${cells.map(({ id }) => `  ${id}`).join("\n")}`,
  );
}

function baselineOf(
  { summary: { cells }, manifest }: ComparedRun,
  at: number,
  named: string | undefined,
): number {
  if (named !== undefined) return cells.findIndex(({ id }) => id === named);
  const { retriever } = manifest.experiment.statistics.baseline;
  const { model, mode } = cells[at] ?? {};
  const found = cells.findIndex(
    (cell) => cell.retriever === retriever && cell.model === model && cell.mode === mode,
  );
  const isPaired = cells.some((cell) => cell.retriever === retriever);
  return found === -1 && !isPaired && cells.length === 2 ? 0 : found;
}

async function cellsOfTwo(
  options: CompareOptions,
  second: string,
  context: RunContext,
): Promise<ChosenSides> {
  const left = await readTarget(options.first, context);
  const right = await readTarget(second, context);
  const { statistics } = left.run.manifest.experiment;
  const pair = pairOf(options);
  const both = cellPairs(left, right);
  const sides = both.flatMap((cells): ComparedSide[] => [
    left.run.cell(cells.left, shown(options.first, left, cells.left)),
    right.run.cell(cells.right, shown(second, right, cells.right)),
  ]);
  const pairs = both.map((_, at) => ({
    cell: 2 * at + pair.cell,
    baseline: 2 * at + pair.baseline,
  }));
  return { sides, pairs, statistics };
}

interface Target {
  readonly run: ComparedRun;
  readonly cells: readonly string[];
}

async function readTarget(target: string, context: RunContext): Promise<Target> {
  const at = target.indexOf("#");
  const run = await readRunScores(at === -1 ? target : target.slice(0, at), context);
  const cells = run.summary.cells.map(({ id }) => id);
  return { run, cells: at === -1 ? cells : [target.slice(at + 1)] };
}

/** The only cells of both, or the cells that both have. */
function cellPairs(
  left: Target,
  right: Target,
): readonly { readonly left: string; readonly right: string }[] {
  const [ours, theirs] = [left.cells[0], right.cells[0]];
  const isSingle = left.cells.length === 1 && right.cells.length === 1;
  if (isSingle && ours !== undefined && theirs !== undefined) {
    return [{ left: ours, right: theirs }];
  }
  const common = left.cells.filter((id) => right.cells.includes(id));
  if (common.length > 0) return common.map((id) => ({ left: id, right: id }));
  throw usage(
    `${left.run.name} and ${right.run.name} have no cell in common.`,
    `Name one of each, as RUN#CELL:\n${[left, right].flatMap(({ run, cells }) => cells.map((id) => `  ${run.name}#${id}`)).join("\n")}`,
  );
}

function shown(target: string, { cells }: Target, cell: string): string {
  return target.includes("#") || cells.length === 1 ? target : `${target}#${cell}`;
}

function usage(message: string, hint?: string): LonghandError {
  return new LonghandError(message, { code: "usage", ...(hint === undefined ? {} : { hint }) });
}
