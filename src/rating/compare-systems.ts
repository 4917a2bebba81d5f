import { randomStream } from "../foundation/index.ts";
import type { SystemComparison } from "../records/index.ts";
import { comparePairs, holm, type PairComparison } from "../statistics/index.ts";

/** The mean mark of one text for one dimension. */
export interface TextMean {
  /** Id of its system. */
  readonly system: string;
  /** Id of its prompt. */
  readonly prompt: string;
  /** Id of the dimension. */
  readonly dimension: string;
  /** Mean over its raters. */
  readonly mean: number;
}

/** How to test. */
export interface ComparisonSettings {
  /** Ids of the systems, in the order of the tables. */
  readonly systems: readonly string[];
  /** Ids of the dimensions. */
  readonly dimensions: readonly string[];
  /** Permutations of the labels. */
  readonly permutations: number;
  /** Resamples of the prompts. */
  readonly resamples: number;
  /** Seed. */
  readonly seed: number;
}

/**
 * Compares all pairs of systems in all dimensions. The labels of two systems are exchanged within a
 * prompt, for all its raters together, so the unit is the prompt and not the rating: many raters of
 * few prompts do not make a difference sure. p is two-sided, exact where all 2ⁿ exchanges are no more
 * than `permutations`, otherwise (c + 1) / (B + 1); Holm's correction runs over pairs and dimensions.
 *
 * @param means - Means of texts.
 * @param settings - How to test.
 * @returns One comparison for each dimension and pair.
 */
export function compareSystems(
  means: readonly TextMean[],
  settings: ComparisonSettings,
): SystemComparison[] {
  const table = meanTable(means);
  const pairs = pairsOf(settings.systems);
  const comparisons = settings.dimensions.flatMap((dimension) =>
    pairs.map(([first, second]) => {
      const differences = differencesOf(table, { dimension, first, second });
      const outcome = comparePairs({
        differences,
        resamples: settings.resamples,
        permutations: settings.permutations,
        random: randomStream(settings.seed, "rating-pair", dimension, first, second),
      });
      return comparisonOf({ dimension, first, second }, outcome);
    }),
  );
  const tested = comparisons.filter(({ p }) => p !== undefined);
  const adjusted = holm(tested.map(({ p }) => p as number));
  const byComparison = new Map(tested.map((comparison, at) => [comparison, adjusted[at]]));
  return comparisons.map((comparison) => {
    const adjustedP = byComparison.get(comparison);
    return adjustedP === undefined ? comparison : { ...comparison, adjustedP };
  });
}

type Names = Pick<SystemComparison, "dimension" | "first" | "second">;

function comparisonOf(names: Names, outcome: PairComparison): SystemComparison {
  const { pairs, wins, ties, losses, difference, ciLow, ciHigh, p, exact } = outcome;
  return {
    ...names,
    prompts: pairs,
    wins,
    ties,
    losses,
    ...(difference === undefined ? {} : { difference }),
    ...(ciLow === undefined || ciHigh === undefined ? {} : { ciLow, ciHigh }),
    ...(p === undefined ? {} : { p }),
    ...(exact === undefined ? {} : { exact }),
  };
}

/** By dimension and system: the mean of each prompt. */
type MeanTable = ReadonlyMap<string, ReadonlyMap<string, number>>;

function meanTable(means: readonly TextMean[]): MeanTable {
  const table = new Map<string, Map<string, number>>();
  for (const { dimension, system, prompt, mean } of means) {
    const key = cellOf(dimension, system);
    const cell = table.get(key) ?? new Map<string, number>();
    table.set(key, cell.set(prompt, mean));
  }
  return table;
}

function cellOf(dimension: string, system: string): string {
  return JSON.stringify([dimension, system]);
}

function differencesOf(table: MeanTable, { dimension, first, second }: Names): number[] {
  const others = table.get(cellOf(dimension, second));
  return [...(table.get(cellOf(dimension, first)) ?? [])].flatMap(([prompt, mean]) => {
    const other = others?.get(prompt);
    return other === undefined ? [] : [mean - other];
  });
}

function pairsOf(systems: readonly string[]): (readonly [string, string])[] {
  return systems.flatMap((first, at) =>
    systems.slice(at + 1).map((second): readonly [string, string] => [first, second]),
  );
}
