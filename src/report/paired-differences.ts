import type { Contrast, ExampleView } from "../records/index.ts";

/** One example's part in a comparison. */
export interface PairedDifference {
  /** The example. */
  readonly example: ExampleView;
  /** Its place in the list of examples, from 0. */
  readonly index: number;
  /** Score of the cell minus score of the baseline. */
  readonly difference: number;
}

/**
 * The differences of single examples in a comparison.
 *
 * @param contrast - A cell against its baseline.
 * @param examples - The examples at hand.
 * @returns One difference for each example that both sides have a score for.
 */
export function pairedDifferences(
  contrast: Contrast,
  examples: readonly ExampleView[],
): readonly PairedDifference[] {
  return examples.flatMap((example, index) => {
    const one = scoreOf(example, contrast.cell, contrast.metric);
    const other = scoreOf(example, contrast.baseline, contrast.metric);
    return one === undefined || other === undefined
      ? []
      : [{ example, index, difference: one - other }];
  });
}

/** The ends of a comparison. */
export interface LargestDifferences {
  /** Examples in which the cell is higher, the largest difference first. */
  readonly wins: readonly PairedDifference[];
  /** Examples in which it is lower, the largest difference first. */
  readonly losses: readonly PairedDifference[];
}

/**
 * The examples that speak loudest for and against a cell.
 *
 * @param pairs - From {@link pairedDifferences}.
 * @param limit - How many of each at most.
 * @returns Wins and losses; ties are neither.
 */
export function largestDifferences(
  pairs: readonly PairedDifference[],
  limit: number,
): LargestDifferences {
  const sorted = [...pairs].sort((one, other) => other.difference - one.difference);
  return {
    wins: sorted.filter((pair) => pair.difference > 0).slice(0, limit),
    losses: sorted
      .filter((pair) => pair.difference < 0)
      .slice(-limit)
      .reverse(),
  };
}

function scoreOf(example: ExampleView, cell: string, metric: string): number | undefined {
  const output = example.outputs.find((candidate) => candidate.cell === cell);
  return output !== undefined && Object.hasOwn(output.scores, metric)
    ? output.scores[metric]
    : undefined;
}
