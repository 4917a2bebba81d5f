import { expect, it } from "vitest";

import {
  aggregateScores,
  createScorer,
  type RougeScore,
  rougeBootstrap,
} from "../../src/scoring/index.ts";
import { NumpyRandom } from "../../src/scoring/rouge/numpy-random.ts";
import { readGolden } from "./read-golden.ts";

type Triple = [number, number, number];
interface BootstrapRow {
  rng?: undefined;
  seed: number;
  n_samples: number;
  confidence_interval: number;
  scores: Record<string, Triple[]>;
  result: Record<string, { low: Triple; mid: Triple; high: Triple }>;
}
interface GeneratorRow {
  rng: true;
  seed: number;
  uint32: number[];
  choice10: number[];
  choice1_then_choice7: number[][];
}

const rows = readGolden<BootstrapRow | GeneratorRow>("rouge_bootstrap.jsonl");
const samples = rows.filter((row): row is BootstrapRow => row.rng === undefined);

const scoreOf = ([precision, recall, fmeasure]: Triple): RougeScore => ({
  precision,
  recall,
  fmeasure,
});
const tripleOf = (score: RougeScore): Triple => [score.precision, score.recall, score.fmeasure];

it("equals the aggregator of rouge_score bit for bit", () => {
  expect(samples).toHaveLength(40);
  for (const row of samples) {
    const intervals = rougeBootstrap(
      Object.values(row.scores).map((scores) => scores.map(scoreOf)),
      { seed: row.seed, resamples: row.n_samples, confidence: row.confidence_interval },
    );
    const result = Object.keys(row.scores).map((type, index) => {
      const interval = intervals[index];
      if (interval === undefined) return [type, undefined];
      const { low, mid, high } = interval;
      return [type, { low: tripleOf(low), mid: tripleOf(mid), high: tripleOf(high) }];
    });
    expect(Object.fromEntries(result)).toEqual(row.result);
  }
});

it("draws as NumPy's legacy generator does, and draws nothing below 1", () => {
  const row = rows.find((candidate): candidate is GeneratorRow => candidate.rng === true);
  const draw = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

  const raw = new NumpyRandom(42);
  expect(draw(10, () => raw.next32())).toEqual(row?.uint32);
  const tens = new NumpyRandom(42);
  expect(draw(40, () => tens.nextBelow(10))).toEqual(row?.choice10);
  const mixed = new NumpyRandom(42);
  expect([draw(5, () => mixed.nextBelow(1)), draw(20, () => mixed.nextBelow(7))]).toEqual(
    row?.choice1_then_choice7,
  );
});

it("gives the profile's aggregate of each measure alone as evaluate gives all four together", async () => {
  const types = ["rouge1", "rouge2", "rougeL", "rougeLsum"];
  const whole = samples.filter(
    (row) => JSON.stringify(Object.keys(row.scores)) === JSON.stringify(types),
  );
  expect(whole.length).toBeGreaterThan(0);
  for (const row of whole.filter((candidate) => candidate.n_samples === 1000)) {
    const scorer = await createScorer(types, { profile: "longlamp-paper", seed: row.seed });
    const mids = scorer.metrics.map((metric, index) =>
      aggregateScores(
        metric,
        (row.scores[types[index] as string] ?? []).map((triple) => triple[2]),
      ),
    );
    expect(mids).toEqual(types.map((type) => row.result[type]?.mid[2]));
  }
});
