import type {
  CellSummary,
  Contrast,
  ExampleView,
  MetricSummary,
  RunSummary,
} from "../src/records/index.ts";

export const ROUGE_1 = "rouge-1|tok:ascii-alnum|case:lower|stem:no|agg:mean|profile:longhand|v:1";
export const ROUGE_L = "rouge-l|tok:ascii-alnum|case:lower|stem:no|agg:mean|profile:longhand|v:1";

const NOTHING = {} as MetricSummary["unscored"];

/** A metric over a cell; the mean is all that must be given. */
export function metricOf(
  metric: "rouge-1" | "rouge-l",
  own: Partial<MetricSummary>,
): MetricSummary {
  const signature = metric === "rouge-1" ? ROUGE_1 : ROUGE_L;
  return { metric, signature, scored: 16, unscored: NOTHING, ...own };
}

/** A cell of 16 scored examples. */
export function cellOf(id: string, own: Partial<CellSummary> = {}): CellSummary {
  return {
    id,
    retriever: "none",
    k: 0,
    mode: "plain",
    model: "fake",
    planned: 16,
    scored: 16,
    unscored: 0,
    failed: 0,
    pending: 0,
    failures: {},
    flags: {},
    noSignal: 0,
    overflowed: 0,
    promptTokens: 1600,
    outputTokens: 800,
    metrics: {},
    ...own,
  };
}

/** A comparison in ROUGE-L over 16 pairs that separates nothing. */
export function contrastOf(own: Partial<Contrast> = {}): Contrast {
  return {
    metric: "rouge-l",
    signature: ROUGE_L,
    cell: "bm25-k2--plain--fake",
    baseline: "none--plain--fake",
    pairs: 16,
    clusters: 16,
    difference: 0.0023,
    ciLow: -0.0101,
    ciHigh: 0.0147,
    p: 0.7134,
    adjustedP: 0.7134,
    effect: 0.09,
    wins: 9,
    ties: 0,
    losses: 7,
    verdict: "not-separated",
    ...own,
  };
}

/** Two cells, no retrieval and BM25, that nothing separates. */
export function summaryOf(own: Partial<RunSummary> = {}): RunSummary {
  const interval = { ciLow: 0.12, ciHigh: 0.16, sd: 0.04 };
  return {
    v: 1,
    name: "voices",
    profile: "longhand",
    partial: false,
    dataset: {
      name: "State of the Union",
      task: "passage",
      setting: "user",
      split: "test",
      hash: "3f9ac1d2",
      examples: 16,
      users: 16,
    },
    cells: [
      cellOf("none--plain--fake", {
        metrics: {
          "rouge-1": metricOf("rouge-1", { mean: 0.2838, ...interval }),
          "rouge-l": metricOf("rouge-l", { mean: 0.1389, ...interval }),
        },
      }),
      cellOf("bm25-k2--plain--fake", {
        retriever: "bm25",
        k: 2,
        metrics: {
          "rouge-1": metricOf("rouge-1", { mean: 0.289, ...interval }),
          "rouge-l": metricOf("rouge-l", { mean: 0.1412, ...interval }),
        },
      }),
    ],
    contrasts: [contrastOf({ metric: "rouge-1", signature: ROUGE_1 }), contrastOf()],
    statistics: {
      resamples: 10000,
      permutations: 10000,
      correction: "holm",
      clusterBy: "user",
      seed: 12345,
      generator: "rng:1",
    },
    notes: [],
    ...own,
  };
}

/** An example with a text from both cells of {@link summaryOf}. */
export function exampleOf(id: string, own: Partial<ExampleView> = {}): ExampleView {
  return {
    exampleId: id,
    userId: "Abraham Lincoln",
    input: 'Complete the passage, which starts: "It has been"',
    reference: "the policy of this Government",
    outputs: [
      {
        cell: "none--plain--fake",
        prompt: "Complete the passage.",
        passages: [],
        text: "a fine day",
        flags: [],
        scores: { "rouge-1": 0.2, "rouge-l": 0.1 },
      },
      {
        cell: "bm25-k2--plain--fake",
        prompt: "Here are passages. Complete the passage.",
        passages: [{ id: "sotu-1862-3", relevance: 14.2031, text: "We can not escape history." }],
        text: "the policy of the day",
        flags: ["cut-off"],
        scores: { "rouge-1": 0.4, "rouge-l": 0.3 },
      },
    ],
    ...own,
  };
}
