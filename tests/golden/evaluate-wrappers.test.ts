import { expect, it } from "vitest";

import { aggregateScores, createScorer } from "../../src/scoring/index.ts";
import { readGolden } from "./read-golden.ts";

const TYPES = ["rouge1", "rouge2", "rougeL", "rougeLsum"] as const;
type Type = (typeof TYPES)[number];

interface WrapperRow {
  ids: string[];
  multi: boolean;
  seed: number;
  rouge_agg_stem0: Record<Type, number>;
  rouge_agg_stem1: Record<Type, number>;
  rouge_list_stem0: Record<Type, number[]>;
  rouge_list_stem1: Record<Type, number[]>;
}

const rows = readGolden<WrapperRow>("evaluate_wrappers.jsonl");
const pairs = new Map(
  readGolden<{ id: string; hyp: string; refs: string[] }>("rouge.jsonl").map((row) => [
    row.id,
    row,
  ]),
);

it.each([false, true])("prints what evaluate prints, stemmer %s", async (stemmer) => {
  expect(rows).toHaveLength(12);
  for (const row of rows) {
    const { seed, multi } = row;
    const scorer = await createScorer(TYPES, { profile: "longlamp-paper", seed, stemmer });
    const lists = Object.fromEntries(TYPES.map((type) => [type, [] as number[]]));
    for (const id of row.ids) {
      const { hyp = "", refs = [] } = pairs.get(id) ?? {};
      const references = multi ? refs : refs.slice(0, 1);
      for (const [index, record] of scorer
        .score({ exampleId: id, prediction: hyp, references })
        .entries()) {
        lists[TYPES[index] as Type]?.push(record.status === "scored" ? record.value : Number.NaN);
      }
    }
    const aggregates = scorer.metrics.map((metric, index) => [
      TYPES[index],
      aggregateScores(metric, lists[TYPES[index] as Type] ?? []),
    ]);
    expect(lists).toEqual(stemmer ? row.rouge_list_stem1 : row.rouge_list_stem0);
    expect(Object.fromEntries(aggregates)).toEqual(
      stemmer ? row.rouge_agg_stem1 : row.rouge_agg_stem0,
    );
  }
});
