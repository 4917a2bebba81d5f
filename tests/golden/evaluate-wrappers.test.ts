import { expect, it } from "vitest";

import { aggregateScores, createScorer, type Scorer } from "../../src/scoring/index.ts";
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

/** F per measure and pair. */
function listsOf(scorer: Scorer, { ids, multi }: WrapperRow): Record<string, number[]> {
  const items = ids.map((exampleId) => {
    const { hyp = "", refs = [] } = pairs.get(exampleId) ?? {};
    return { exampleId, prediction: hyp, references: multi ? refs : refs.slice(0, 1) };
  });
  const records = items.map((item) => scorer.score(item));
  return Object.fromEntries(
    TYPES.map((type, index) => [
      type,
      records.map((list) => {
        const record = list[index];
        return record?.status === "scored" ? record.value : Number.NaN;
      }),
    ]),
  );
}

it.each([false, true])("prints what evaluate prints, stemmer %s", async (stemmer) => {
  expect(rows).toHaveLength(12);
  for (const row of rows) {
    const { seed } = row;
    const scorer = await createScorer(TYPES, { profile: "longlamp-paper", seed, stemmer });
    const lists = listsOf(scorer, row);
    const aggregates = scorer.metrics.map((metric, index) => {
      const type = TYPES[index] as Type;
      return [type, aggregateScores(metric, lists[type] ?? [])];
    });
    expect(lists).toEqual(stemmer ? row.rouge_list_stem1 : row.rouge_list_stem0);
    expect(Object.fromEntries(aggregates)).toEqual(
      stemmer ? row.rouge_agg_stem1 : row.rouge_agg_stem0,
    );
  }
});
