import { pythonWords } from "../text/index.ts";
import type { Dataset } from "./open-dataset.ts";

/** Mean and spread of some lengths. */
export interface LengthSummary {
  /** Arithmetic mean; absent for no values. */
  readonly mean?: number;
  /** Standard deviation of the sample; absent below two values. */
  readonly sd?: number;
}

/** The numbers of Table 1 of the paper for one part of a dataset. Words are Python's. */
export interface DatasetStats {
  /** Examples. */
  readonly count: number;
  /** People. */
  readonly users: number;
  /** Words of an input. */
  readonly inputWords: LengthSummary;
  /** Words of a reference. */
  readonly outputWords: LengthSummary;
  /** Words of all items of a profile together, as a retriever sees them. */
  readonly contextWords: LengthSummary;
  /** Items of a profile. */
  readonly profileItems: LengthSummary;
}

/**
 * Counts what Table 1 of the paper lists, in one pass and without holding the examples in memory.
 *
 * @param dataset - One part of a dataset.
 * @returns Counts, means and standard deviations.
 */
export async function datasetStats(dataset: Dataset): Promise<DatasetStats> {
  const [input, output, context, items] = [lengths(), lengths(), lengths(), lengths()] as const;
  const users = new Set<string>();
  for await (const example of dataset.examples()) {
    users.add(example.userId);
    input.add(pythonWords(example.input).length);
    output.add(pythonWords(example.output).length);
    items.add(example.profile.length);
    const words = example.profile.map((item) => pythonWords(dataset.task.passageText(item)).length);
    context.add(words.reduce((sum, count) => sum + count, 0));
  }
  return {
    count: dataset.count,
    users: users.size,
    inputWords: input.summary(),
    outputWords: output.summary(),
    contextWords: context.summary(),
    profileItems: items.summary(),
  };
}

interface Lengths {
  add(value: number): void;
  summary(): LengthSummary;
}

/** Mean and spread of values that are seen once (Welford 1962). */
function lengths(): Lengths {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    add: (value) => {
      count += 1;
      const distance = value - mean;
      mean += distance / count;
      squares += distance * (value - mean);
    },
    summary: () => ({
      ...(count > 0 ? { mean } : {}),
      ...(count > 1 ? { sd: Math.sqrt(squares / (count - 1)) } : {}),
    }),
  };
}
